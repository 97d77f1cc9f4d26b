import { chainOfType, sameCode } from '@ec/contract/collations/chain';
import type { CollationConstituency } from '@ec/contract/collations/schemas';
import type { ElectionId } from '@ec/contract/base/common';
import { KIND_OF_ELECTION } from '@ec/contract/constituencies/kinds';
import { isInside, type LocationId, locationIdOf, locationType } from '@ec/contract/geography/location-id';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import {
  type Child,
  type CollatedElection,
  findConstituency,
  findElection,
  findPlace,
  listChildren,
  listConstituenciesOf,
} from './queries.ts';
import { areaTypeOf, childTypeOf, type FormPlace } from './rules.ts';

const LEVEL_WORDS = {
  ward: 'a ward',
  lga: 'an LGA',
  state: 'a state',
  national: 'the nation (NG)',
  region: 'a zone',
  polling_unit: 'a polling unit',
} as const;

/** A form that a call names: where it stands, and the places that it has rows for. */
export interface NamedForm {
  election: CollatedElection;
  place: FormPlace;
  constituency: CollationConstituency;
  formCode: string;
  children: Child[];
}

export interface FormReference {
  electionId: ElectionId;
  area: string;
  constituency?: string | undefined;
  formCode: string;
}

export async function requireElection(db: Db, id: ElectionId): Promise<CollatedElection> {
  const election = await findElection(db, id);
  if (!election) throw new AppError('ELECTION_NOT_FOUND');
  return election;
}

const isConstituency = (text: string): boolean => /^(?:senatorial|federal|state)-\d+$/.test(text);

/** A place of a form as calls name it: a code, the id of a location, or that of a constituency, which stands for its state. */
async function resolveArea(
  db: Db,
  election: CollatedElection,
  { area, constituency }: Pick<FormReference, 'area' | 'constituency'>,
): Promise<Pick<FormPlace, 'areaId' | 'constituencyId'>> {
  const named = isConstituency(area) ? area : constituency;
  const found = named === undefined ? undefined : await findConstituency(db, named);
  if (named !== undefined && found?.kind !== KIND_OF_ELECTION[election.type])
    throw new AppError('UNKNOWN_LOCATION', { reference: named }).atField(named === area ? 'area' : 'constituency');
  const areaId = isConstituency(area) ? found?.stateId : locationIdOf(area);
  if (areaId === undefined) throw new AppError('UNKNOWN_LOCATION', { reference: area }).atField('area');
  return { areaId, constituencyId: found?.id ?? null };
}

/** In elections held in constituencies: the one that the form belongs to; it need not be named where the area has only one. */
async function constituencyOf(
  db: Db,
  election: CollatedElection,
  areaId: LocationId,
  named: string | null,
): Promise<{ constituency: CollationConstituency; stateId?: LocationId }> {
  if (!KIND_OF_ELECTION[election.type]) return { constituency: null };
  const found = ({ id, name, stateId }: (typeof all)[number]) => ({ constituency: { id, name }, stateId });
  const all = await listConstituenciesOf(db, election, areaId);
  if (named !== null) {
    const one = all.find(({ id }) => id === named);
    if (!one) throw new AppError('AREA_NOT_COVERED').atField('area');
    return found(one);
  }
  const [only, another] = all;
  if (!only) throw new AppError('AREA_NOT_COVERED').atField('area');
  if (another) throw new AppError('CONSTITUENCY_NEEDED').atField('constituency');
  return found(only);
}

export interface AskedPlace extends Pick<FormPlace, 'areaId' | 'constituencyId'> {
  constituency: CollationConstituency;
}

/**
 * The place that a question is about; in elections held in constituencies it lies in one of them. That of a constituency in the nation or a
 * zone is its state, where its forms are.
 */
export async function resolvePlace(
  db: Db,
  election: CollatedElection,
  reference: Pick<FormReference, 'area' | 'constituency'>,
): Promise<AskedPlace> {
  const { areaId: asked, constituencyId: named } = await resolveArea(db, election, reference);
  const { constituency, stateId } = await constituencyOf(db, election, asked, named);
  const areaId = stateId !== undefined && isInside(stateId, asked) ? stateId : asked;
  return { areaId, constituencyId: constituency?.id ?? null, constituency };
}

/** The places that a form has rows for; throws AREA_NOT_COVERED where the election is not held in its area. */
export async function childrenOf(db: Db, election: CollatedElection, place: FormPlace): Promise<Child[]> {
  const type = childTypeOf(election.type, place.level);
  if (place.level !== 'declaration') {
    const children = await listChildren(db, election, place, type);
    if (children.length === 0) throw new AppError('AREA_NOT_COVERED').atField('area');
    return children;
  }
  const own = await findPlace(db, place.areaId);
  const inside = await listChildren(db, election, place, locationType(place.areaId) === 'national' ? 'state' : 'ward');
  if (inside.length === 0) throw new AppError('AREA_NOT_COVERED').atField('area');
  return own ? [own] : [];
}

/** Finds the form that the call names. Throws what is wrong with its election, code, area or constituency. */
export async function findForm(db: Db, reference: FormReference): Promise<NamedForm> {
  const election = await requireElection(db, reference.electionId);
  const codes = chainOfType(election.type).map((level) => ({ level, code: election.codes[level] ?? '' }));
  const form = codes.find(({ code }) => sameCode(code, reference.formCode));
  if (!form) {
    const forms = codes.map(({ code }) => code).join(', ');
    throw new AppError('FORM_NOT_OF_ELECTION', { formCode: reference.formCode, forms }).atField('formCode');
  }
  const { areaId, constituencyId: named } = await resolveArea(db, election, reference);
  const type = areaTypeOf(election.type, form.level);
  if (locationType(areaId) !== type)
    throw new AppError('FORM_NOT_OF_AREA', { formCode: form.code, level: LEVEL_WORDS[type] }).atField('area');
  const { constituency } = await constituencyOf(db, election, areaId, named);
  const place = { level: form.level, areaId, constituencyId: constituency?.id ?? null };
  return { election, place, constituency, formCode: form.code, children: await childrenOf(db, election, place) };
}

/** The levels of the election's forms that are filled in for places like the area. */
export const levelsAt = (election: CollatedElection, areaId: LocationId) =>
  chainOfType(election.type).filter((level) => areaTypeOf(election.type, level) === locationType(areaId));
