import type * as z from 'zod/mini';
import { chainOfType, type CollationLevel } from '@ec/contract/collations/chain';
import type { CollationGap, GapQuery, GapTerm } from '@ec/contract/collations/gap';
import { ballotOf } from '@ec/contract/elections/parties';
import { ancestorOf, codeOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { type Db, inOneSnapshot } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/locations.ts';
import { type Actor, requireInside } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { coveredUnits } from '../elections/queries.ts';
import { requireElection, resolvePlace } from './form-service.ts';
import { createGapGrounds, type GapGround } from './gap-grounds.ts';
import type { CountedForm, Votes } from './gap-queries.ts';
import { decompose, type GapNode, type GapPart, ownVotes, seenVotes, shorten } from './gap-rules.ts';
import type { CollatedElection } from './queries.ts';
import { areaTypeOf, type FormPlace, levelBelow } from './rules.ts';

/** Parts that an answer names one by one. */
const MOST_TERMS = 500;

const keyOf = (level: CollationLevel, area: LocationId): string => `${level} ${area}`;

const NO_FORMS: readonly { child: LocationId; votes: Votes }[] = [];

/** The tree of forms and own figures under one place, for the party at this place of the ballot. */
export function treeOf(
  election: Pick<CollatedElection, 'type'>,
  ground: GapGround,
  at: number,
  top: CollationLevel,
  area: LocationId,
): GapNode {
  const forms = new Map(ground.forms.map((form) => [keyOf(form.level, form.areaId), form]));
  const wardIds = new Set([
    ...ground.own.keys(),
    ...ground.wards.keys(),
    ...ground.forms.flatMap(({ level, areaId }) => (level === 'ward' ? [areaId] : [])),
  ]);
  const rowsOf = ({ level, id, hasRows }: CountedForm): NonNullable<GapNode['form']>['rows'] => {
    if (!hasRows) return level === 'declaration' ? [] : null;
    if (level === 'ward') return [];
    return (ground.rows.get(id) ?? NO_FORMS).map(({ child, votes }) => ({ child, votes: votes[at] ?? 0 }));
  };
  const formOf = (form: CountedForm | undefined): GapNode['form'] =>
    form ? { stated: form.stated[at] ?? null, rows: rowsOf(form) } : null;
  let nodes = [...wardIds].map((ward): GapNode => {
    const form = formOf(forms.get(keyOf('ward', ward)));
    const own = ground.own.get(ward)?.votes[at] ?? 0;
    const base = { level: 'ward' as const, area: ward, form, children: [] };
    const found = ground.wards.get(ward);
    if (!form || form.rows === null || !found) return { ...base, units: [], equal: own };
    const units = found.units.map((unit) => ({
      id: unit.unit,
      row: unit.form && (unit.form[at] ?? 0),
      own: unit.own && (unit.own[at] ?? 0),
    }));
    return {
      ...base,
      equal: units.reduce((rest, unit) => rest - (unit.own ?? 0), own),
      units,
      ...(found.unheld && { unheld: { votes: found.unheld.votes[at] ?? 0, places: found.unheld.places } }),
    };
  });
  const chain = chainOfType(election.type);
  for (const level of chain.slice(1, chain.indexOf(top) + 1)) {
    const type = areaTypeOf(election.type, level);
    const byArea = Map.groupBy(nodes, (node) => ancestorOf(node.area, type) ?? area);
    const ids = new Set([
      ...byArea.keys(),
      ...ground.forms.flatMap((form) => (form.level === level ? [form.areaId] : [])),
    ]);
    nodes = [...ids].map((id) => ({
      level,
      area: id,
      form: formOf(forms.get(keyOf(level, id))),
      children: byArea.get(id) ?? [],
      units: [],
      equal: 0,
    }));
  }
  return (
    nodes.find((node) => node.area === area) ?? { level: top, area, form: null, children: [], units: [], equal: 0 }
  );
}

/** The highest form that is held for the area, and its level; of an area without one the highest level that it could have one of. */
function topOf(
  election: Pick<CollatedElection, 'type'>,
  ground: GapGround,
  area: LocationId,
): { level: CollationLevel; form: CountedForm | undefined } | undefined {
  const levels = chainOfType(election.type)
    .filter((level) => areaTypeOf(election.type, level) === locationType(area))
    .toReversed();
  const held = levels.flatMap((level) => {
    const form = ground.forms.find((each) => each.level === level && each.areaId === area);
    return form ? [{ level, form }] : [];
  });
  const [highest] = levels;
  return held[0] ?? (highest === undefined ? undefined : { level: highest, form: undefined });
}

export interface Gap {
  declared: number | null;
  own: number;
  parts: GapPart[];
  form: CountedForm | undefined;
}

/** The gap of the party at this place of the ballot; without parts where no form declares anything for the area. */
export function gapOf(election: Pick<CollatedElection, 'type'>, ground: GapGround, at: number, area: LocationId): Gap {
  const top = topOf(election, ground, area);
  if (!top?.form) {
    const own = ground.own.values().reduce((total, { votes }) => total + (votes[at] ?? 0), 0);
    // Nothing is declared for the area; what the forms below it changed is known all the same.
    const parts = top ? decompose(treeOf(election, ground, at, top.level, area)) : [];
    return { declared: null, own, parts, form: undefined };
  }
  const tree = treeOf(election, ground, at, top.level, area);
  return { declared: seenVotes(tree), own: ownVotes(tree), parts: decompose(tree), form: top.form };
}

/** The parts with the names and forms that a screen needs to open each. */
async function termsOf(
  db: Db,
  election: CollatedElection,
  parts: readonly GapPart[],
  ground: GapGround,
): Promise<GapTerm[]> {
  const names = await loadNames(
    db,
    parts.flatMap(({ area, row }) => (row === null ? [area] : [area, row])),
  );
  const forms = new Map(ground.forms.map((form) => [keyOf(form.level, form.areaId), form]));
  const results = new Map(
    ground.wards.values().flatMap(({ units }) => units.map(({ unit, resultId }) => [unit, resultId] as const)),
  );
  return parts.map(({ kind, level, area, row, votes, places }): GapTerm => {
    const form = places > 1 && row === null && kind !== 'row_not_held' ? undefined : forms.get(keyOf(level, area));
    const below = levelBelow(election.type, level);
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
      childCollationId: row !== null && below ? (forms.get(keyOf(below, row))?.id ?? null) : null,
      resultId: row === null ? null : (results.get(row) ?? null),
    };
  });
}

/** A ground and the moment that it is of. */
export type DatedGround = GapGround & { asOf: Date };

/** The ground of the gaps of all parties in a place, at one moment. */
export type Grounds = (
  context: Pick<ReadContext, 'db' | 'now'>,
  election: CollatedElection,
  place: Pick<FormPlace, 'areaId' | 'constituencyId'>,
) => Promise<DatedGround>;

/** Many screens that look at a zone or the nation share one reading, which carries its moment. */
const SHARED = { renewMs: 1000, serveMs: 3000, most: 100 };

/** Grounds of a state and below are read anew each time, so that a decision is seen at once by the person who took it. */
export function createGrounds(): Grounds {
  const readGround = createGapGrounds();
  const shared = staleWhileRevalidate<DatedGround>(SHARED);
  return async ({ db, now }, election, { areaId, constituencyId }) => {
    const place = { electionId: election.id, area: areaId, constituencyId, parties: ballotOf(election.parties) };
    const type = locationType(areaId);
    const read = async () => ({
      ...(await inOneSnapshot(db, async (tx) => await readGround(tx, place, type === 'ward'))),
      asOf: now,
    });
    return await (type === 'national' || type === 'region' ? shared.get(`${election.id} ${areaId}`, read) : read());
  };
}

/** The waterfall from our own votes of a party to the declared ones, exact to the vote. */
export async function collationGap(
  context: Pick<ReadContext, 'db' | 'now'>,
  actor: Actor,
  query: z.output<typeof GapQuery>,
  grounds: Grounds,
): Promise<CollationGap> {
  const { db } = context;
  const election = await requireElection(db, query.electionId);
  const place = await resolvePlace(db, election, query);
  requireInside(actor, place.areaId);
  const at = ballotOf(election.parties).indexOf(query.party);
  if (at < 0) throw new AppError('UNKNOWN_PARTY', { parties: query.party }).atField('party');
  const [ground, units] = await Promise.all([
    grounds(context, election, place),
    coveredUnits(db, election.id, place.areaId),
  ]);
  const { declared, own, parts, form } = gapOf(election, ground, at, place.areaId);
  return {
    party: query.party,
    declared,
    own,
    terms: declared === null ? [] : await termsOf(db, election, shorten(parts, MOST_TERMS, place.areaId), ground),
    form: form
      ? { id: form.id, formCode: form.formCode, source: form.source, status: form.status, version: form.version }
      : null,
    coverage: { ...ground.coverage, units },
    asOf: ground.asOf.toISOString(),
  };
}
