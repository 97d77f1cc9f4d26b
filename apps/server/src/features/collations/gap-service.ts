import type * as z from 'zod/mini';
import { chainOfType, type CollationLevel } from '@ec/contract/collations/chain';
import type { CollationGap, GapQuery, GapTerm } from '@ec/contract/collations/gap';
import { ballotOf } from '@ec/contract/elections/parties';
import { ancestorOf, codeOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/locations.ts';
import { type Actor, requireInside } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { coveredUnits } from '../elections/queries.ts';
import { requireElection, resolvePlace } from './form-service.ts';
import { type CountedForm, type GapGround, readGap } from './gap-queries.ts';
import { decompose, type GapNode, type GapPart, ownVotes, seenVotes, shorten } from './gap-rules.ts';
import type { CollatedElection } from './queries.ts';
import { areaTypeOf, levelBelow } from './rules.ts';

/** Parts that an answer names one by one. */
const MOST_TERMS = 500;

const keyOf = (level: CollationLevel, area: LocationId): string => `${level} ${area}`;

/** The tree of forms and own figures under one place, from what was read. */
export function treeOf(
  election: Pick<CollatedElection, 'type'>,
  ground: GapGround,
  top: CollationLevel,
  area: LocationId,
): GapNode {
  const forms = new Map(ground.forms.map((form) => [keyOf(form.level, form.areaId), form]));
  const rows = Map.groupBy(ground.rows, ([form]) => form);
  const read = new Map(ground.wards.map((ward) => [ward.ward, ward]));
  const own = new Map(ground.own);
  const wardIds = new Set([
    ...own.keys(),
    ...read.keys(),
    ...ground.forms.flatMap(({ level, areaId }) => (level === 'ward' ? [areaId] : [])),
  ]);
  const formOf = (form: CountedForm | undefined): GapNode['form'] =>
    form
      ? {
          stated: form.stated,
          rows: form.hasRows
            ? form.level === 'ward'
              ? []
              : (rows.get(form.id) ?? []).map(([, child, votes]) => ({ child, votes }))
            : form.level === 'declaration'
              ? []
              : null,
        }
      : null;
  let nodes = [...wardIds].map((ward): GapNode => {
    const form = formOf(forms.get(keyOf('ward', ward)));
    const found = read.get(ward);
    const base = { level: 'ward' as const, area: ward, form, children: [] };
    if (!form || form.rows === null || !found) return { ...base, units: [], equal: own.get(ward) ?? 0 };
    const { unheldVotes, unheldPlaces } = found;
    return {
      ...base,
      equal: found.equal,
      units: (found.units ?? []).map(([id, row, sheet]) => ({ id, row, own: sheet })),
      ...(unheldPlaces > 0 && { unheld: { votes: unheldVotes, places: unheldPlaces } }),
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
  ground: GapGround;
}

/** The gap of one party from what was read; without parts where no form declares anything for the area. */
export function gapOf(election: Pick<CollatedElection, 'type'>, ground: GapGround, area: LocationId): Gap {
  const top = topOf(election, ground, area);
  if (!top?.form) {
    const own = ground.own.reduce((total, [, votes]) => total + votes, 0);
    // Nothing is declared for the area; what the forms below it changed is known all the same.
    const parts = top ? decompose(treeOf(election, ground, top.level, area)) : [];
    return { declared: null, own, parts, form: undefined, ground };
  }
  const tree = treeOf(election, ground, top.level, area);
  return { declared: seenVotes(tree), own: ownVotes(tree), parts: decompose(tree), form: top.form, ground };
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
    ground.wards.flatMap(({ units }) => (units ?? []).map(([unit, , , id]) => [unit, id] as const)),
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

type DatedGap = Gap & { asOf: Date };
/** Answers the gap of a place, made by `work` where it is not kept. */
export type WideGaps = (of: { place: string; party: string }, work: () => Promise<DatedGap>) => Promise<DatedGap>;

/** A gap that takes longer than this is kept, so that many screens of one night read one. */
const SLOW_MS = 250;

/**
 * Gaps of states and below are read anew each time. Those of a zone or the nation, where they take long, are answered as known while they are
 * renewed, with the moment that they are of.
 */
export function createWideGaps(): WideGaps {
  const slow = new Set<string>();
  const wide = staleWhileRevalidate<DatedGap>({ renewMs: 3000, serveMs: 60_000, most: 100 });
  return async ({ place, party }, work) => {
    if (slow.has(place)) return await wide.get(`${place} ${party}`, work);
    const begin = performance.now();
    const made = await work();
    if (performance.now() - begin > SLOW_MS) slow.add(place);
    return made;
  };
}

/** The waterfall from our own votes of a party to the declared ones, exact to the vote. */
export async function collationGap(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  actor: Actor,
  query: z.output<typeof GapQuery>,
  wide: WideGaps,
): Promise<CollationGap> {
  const election = await requireElection(db, query.electionId);
  const { areaId, constituencyId } = await resolvePlace(db, election, query);
  requireInside(actor, areaId);
  const partyAt = ballotOf(election.parties).indexOf(query.party) + 1;
  if (partyAt === 0) throw new AppError('UNKNOWN_PARTY', { parties: query.party }).atField('party');
  const type = locationType(areaId);
  const ask = { electionId: election.id, area: areaId, constituencyId, party: query.party, partyAt };
  const read = async () => ({
    ...gapOf(election, await readGap(db, { ...ask, eachUnheld: type === 'ward' }), areaId),
    asOf: now,
  });
  const isWide = type === 'national' || type === 'region';
  const [gap, units] = await Promise.all([
    isWide ? wide({ place: `${election.id} ${areaId}`, party: query.party }, read) : read(),
    coveredUnits(db, election.id, areaId),
  ]);
  const { declared, own, parts, form, ground, asOf } = gap;
  return {
    party: query.party,
    declared,
    own,
    terms: declared === null ? [] : await termsOf(db, election, shorten(parts, MOST_TERMS, areaId), ground),
    form: form
      ? { id: form.id, formCode: form.formCode, source: form.source, status: form.status, version: form.version }
      : null,
    coverage: { ...ground.coverage, units },
    asOf: asOf.toISOString(),
  };
}
