import type * as z from 'zod/mini';
import { chainOfType, type CollationLevel } from '@ec/contract/collations/chain';
import type { CollationGap, GapQuery, GapTerm } from '@ec/contract/collations/gap';
import { ballotOf } from '@ec/contract/elections/parties';
import { ancestorOf, codeOf, LOCATION_TYPES, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { type Db, inOneSnapshot } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import { type Actor, requireInside } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { coveredUnits } from '../elections/queries.ts';
import { requireElection, resolvePlace } from './form-service.ts';
import { createGapGrounds, type GapGround } from './gap-grounds.ts';
import type { CountedForm } from './gap-queries.ts';
import { decompose, type GapNode, type GapPart, partsOf, seenVotes, shorten, sum, type Votes } from './gap-rules.ts';
import type { CollatedElection } from './queries.ts';
import { areaTypeOf, type FormPlace, levelBelow } from './rules.ts';

/** Parts that an answer names one by one. */
const MOST_TERMS = 500;

type FormsByPlace = ReadonlyMap<CollationLevel, ReadonlyMap<LocationId, CountedForm>>;

const byPlace = (forms: readonly CountedForm[]): FormsByPlace =>
  new Map(
    Map.groupBy(forms, ({ level }) => level)
      .entries()
      .map(([level, group]) => [level, new Map(group.map((form) => [form.areaId, form]))]),
  );

/** The trees of forms and own figures of the places of a level; that of the area itself, or of the places in it. */
function treesOf(
  election: Pick<CollatedElection, 'type'>,
  ground: GapGround,
  forms: FormsByPlace,
  top: CollationLevel,
  area: LocationId,
): GapNode[] {
  const none = ground.parties.map(() => 0);
  const formOf = (level: CollationLevel, place: LocationId): GapNode['form'] => {
    const form = forms.get(level)?.get(place);
    if (!form) return null;
    return { stated: form.stated, rows: form.hasRows ? form.rows : level === 'declaration' ? [] : null };
  };
  let nodes = [...ground.wards.values()].map(({ node }) => node);
  const chain = chainOfType(election.type);
  for (const level of chain.slice(1, chain.indexOf(top) + 1)) {
    const type = areaTypeOf(election.type, level);
    const byArea = Map.groupBy(nodes, (node) => ancestorOf(node.area, type) ?? area);
    const ids = new Set([...byArea.keys(), ...(forms.get(level)?.keys() ?? [])]);
    nodes = [...ids].map((id) => ({
      level,
      area: id,
      form: formOf(level, id),
      children: byArea.get(id) ?? [],
      units: [],
      equal: none,
    }));
  }
  return nodes;
}

/** The highest form that is held for the area, and its level; without one the highest level of the area, or else of the places in it. */
function topOf(
  election: Pick<CollatedElection, 'type'>,
  forms: FormsByPlace,
  area: LocationId,
): { level: CollationLevel; form: CountedForm | undefined } | undefined {
  const from = LOCATION_TYPES.indexOf(locationType(area));
  const depth = (level: CollationLevel) => LOCATION_TYPES.indexOf(areaTypeOf(election.type, level));
  const levels = chainOfType(election.type).toReversed();
  const held = levels.flatMap((level) => {
    const form = depth(level) === from ? forms.get(level)?.get(area) : undefined;
    return form ? [{ level, form }] : [];
  });
  // The levels come down from the top, so the first that is not above the area is the highest there.
  const highest = levels.find((level) => depth(level) >= from);
  return held[0] ?? (highest === undefined ? undefined : { level: highest, form: undefined });
}

/** The gaps of all parties in one area. */
export interface Gap {
  /** Null where no form declares anything for the area. */
  declared: Votes | null;
  own: Votes;
  parts: readonly GapPart[];
  form: CountedForm | undefined;
  forms: FormsByPlace;
}

function gapOf(election: Pick<CollatedElection, 'type'>, ground: GapGround, area: LocationId): Gap {
  const size = ground.parties.length;
  const own = sum(size, ground.own.values());
  const forms = byPlace(ground.forms);
  const top = topOf(election, forms, area);
  if (!top) return { declared: null, own, parts: [], form: undefined, forms };
  const trees = treesOf(election, ground, forms, top.level, area);
  // Where nothing is declared for the area, what the forms below it changed is known all the same.
  const root = top.form && trees.find((node) => node.area === area);
  const declared = root ? seenVotes(root, size) : null;
  return { declared, own, parts: trees.flatMap((node) => decompose(node, size)), form: top.form, forms };
}

/** The parts with the names and forms that a screen needs to open each. */
async function termsOf(
  db: Db,
  election: CollatedElection,
  parts: readonly GapPart<number>[],
  { ground, gap: { forms } }: DatedGap,
): Promise<GapTerm[]> {
  const names = await loadNames(
    db,
    parts.flatMap(({ area, row }) => (row === null ? [area] : [area, row])),
  );
  return parts.map(({ kind, level, area, row, votes, places }): GapTerm => {
    const form = places > 1 && row === null && kind !== 'row_not_held' ? undefined : forms.get(level)?.get(area);
    const below = levelBelow(election.type, level);
    const unit = row === null ? undefined : ground.wards.get(area)?.units.find((each) => each.unit === row);
    return {
      kind,
      level,
      area: codeOf(area),
      areaName: names.get(area) ?? '',
      ...(row !== null && { row: codeOf(row), rowName: names.get(row) ?? '' }),
      votes,
      ...(places > 1 && { places }),
      formCode: form?.formCode ?? election.codes[level] ?? '',
      collationId: form?.id ?? null,
      childCollationId: row !== null && below ? (forms.get(below)?.get(row)?.id ?? null) : null,
      resultId: unit?.resultId ?? null,
      desk: unit?.desk ?? false,
    };
  });
}

/** The gaps of all parties in a place, what they are made of, and the moment that they are of. */
export interface DatedGap {
  ground: GapGround;
  gap: Gap;
  asOf: Date;
}

type GapElection = Pick<CollatedElection, 'id' | 'type' | 'parties'>;
type GapArea = Pick<FormPlace, 'areaId' | 'constituencyId'>;

/** Reads the gaps of all parties in a place at one moment. */
export type ReadGap = (
  context: Pick<ReadContext, 'db' | 'now'>,
  election: GapElection,
  place: GapArea,
) => Promise<DatedGap>;

/** `db` must be one snapshot. */
export async function readGap(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  election: GapElection,
  { areaId, constituencyId }: GapArea,
  readGround = createGapGrounds(),
  eachUnheld = false,
): Promise<DatedGap> {
  const place = { electionId: election.id, area: areaId, constituencyId, parties: ballotOf(election.parties) };
  const ground = await readGround(db, place, eachUnheld);
  return { ground, gap: gapOf(election, ground, areaId), asOf: now };
}

/** Many screens that look at a zone or the nation share one reading, which carries its moment. */
const SHARED = { renewMs: 2000, serveMs: 4000, most: 100 };

/** Gaps of a state and below are read anew each time, so that a decision is seen at once by the person who took it. */
export function createGaps(): ReadGap {
  const readGround = createGapGrounds();
  const shared = staleWhileRevalidate<DatedGap>(SHARED);
  return async ({ db, now }, election, place) => {
    const type = locationType(place.areaId);
    const read = async () =>
      await inOneSnapshot(
        db,
        async (tx) => await readGap({ db: tx, now }, election, place, readGround, type === 'ward'),
      );
    return await (type === 'national' || type === 'region'
      ? shared.get(`${election.id} ${place.areaId} ${place.constituencyId}`, read)
      : read());
  };
}

/** Where the party stands on the ballot whose votes changed most; where none did, the one with the most votes of ours. */
function mostChanged({ own, declared }: Gap): number {
  const changes = own.map((votes, at) => Math.abs((declared?.[at] ?? votes) - votes));
  const weights = changes.some((change) => change > 0) ? changes : own;
  return weights.indexOf(Math.max(...weights));
}

/** The waterfall from our own votes of a party to the declared ones, exact to the vote. */
export async function collationGap(
  context: Pick<ReadContext, 'db' | 'now'>,
  actor: Actor,
  query: z.output<typeof GapQuery>,
  gaps: ReadGap,
): Promise<CollationGap> {
  const { db } = context;
  const election = await requireElection(db, query.electionId);
  const place = await resolvePlace(db, election, query);
  requireInside(actor, place.areaId);
  const ballot = ballotOf(election.parties);
  const { party = '' } = query;
  if (query.party !== undefined && !ballot.includes(party))
    throw new AppError('UNKNOWN_PARTY', { parties: party }).atField('party');
  const [dated, units] = await Promise.all([
    gaps(context, election, place),
    coveredUnits(db, election.id, place.areaId, place.constituencyId),
  ]);
  const { ground, gap, asOf } = dated;
  const { form } = gap;
  const at = query.party === undefined ? mostChanged(gap) : ballot.indexOf(party);
  const parts = gap.declared ? shorten(partsOf(gap.parts, at), MOST_TERMS, place.areaId) : [];
  return {
    constituency: place.constituency,
    party: ballot[at] ?? party,
    declared: gap.declared?.[at] ?? null,
    own: gap.own[at] ?? 0,
    terms: await termsOf(db, election, parts, dated),
    form: form
      ? { id: form.id, formCode: form.formCode, source: form.source, status: form.status, version: form.version }
      : null,
    coverage: { ...ground.coverage, units },
    asOf: asOf.toISOString(),
  };
}
