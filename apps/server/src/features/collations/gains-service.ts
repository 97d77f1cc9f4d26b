import { setImmediate as turn } from 'node:timers/promises';
import { chainOfType } from '@ec/contract/collations/chain';
import type { CollationGains, GapKind } from '@ec/contract/collations/gap';
import type { ElectionId } from '@ec/contract/base/common';
import { ballotOf } from '@ec/contract/elections/parties';
import {
  ancestorOf,
  codeOf,
  type LocationId,
  type LocationType,
  locationType,
} from '@ec/contract/geography/location-id';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/locations.ts';
import { type Actor, requireInside } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { coveredUnits } from '../elections/queries.ts';
import { requireElection, resolvePlace } from './form-service.ts';
import { createGapGrounds, type GapGround } from './gap-grounds.ts';
import type { GapPart } from './gap-rules.ts';
import { gapOf, type Grounds } from './gap-service.ts';
import type { CollatedElection } from './queries.ts';

const UNSEEN: readonly GapKind[] = ['row_not_held', 'not_seen'];

/** Net shifts are shown by state of the nation and of a zone, else by the places directly below. */
const SHOWN_BY: Readonly<Record<LocationType, LocationType>> = {
  national: 'state',
  region: 'state',
  state: 'lga',
  lga: 'ward',
  ward: 'ward',
  polling_unit: 'ward',
};

type PartyPart = GapPart & { party: string };

function votesOf(parts: readonly PartyPart[]): Record<string, number> {
  const votes: Record<string, number> = {};
  for (const part of parts) votes[part.party] = (votes[part.party] ?? 0) + part.votes;
  return votes;
}

/** Places that differ for one party or another count once. */
const placesOf = (parts: readonly PartyPart[]): number =>
  new Set(parts.map(({ kind, level, area, row }) => `${kind} ${level} ${area} ${row}`)).size;

interface Computed {
  gains: CollationGains;
  parts: PartyPart[];
  names: ReadonlyMap<LocationId, string>;
  codes: CollatedElection['codes'];
}

/** The parts of every party's gap in a place, and their sums by form and by area. */
async function computeGains(
  db: Db,
  election: CollatedElection,
  areaId: LocationId,
  ground: GapGround,
  asOf: Date,
): Promise<Computed> {
  const { parties } = ground;
  const units = await coveredUnits(db, election.id, areaId);
  const parts: PartyPart[] = [];
  const own: Record<string, number> = {};
  const declared: Record<string, number> = {};
  const shownBy = SHOWN_BY[locationType(areaId)];
  const held = new Set(ground.forms.map((form) => ancestorOf(form.areaId, shownBy)));
  for (const [at, party] of parties.entries()) {
    const gap = gapOf(election, ground, at, areaId);
    own[party] = gap.own;
    if (gap.declared !== null) declared[party] = gap.declared;
    for (const part of gap.parts) parts.push({ ...part, party });
    // Of the nation each takes some milliseconds, and others wait for this thread.
    await turn();
  }
  const byKind = Map.groupBy(parts, ({ level, kind }) => `${level} ${kind}`);
  const byArea = Map.groupBy(parts, ({ area, row }): LocationId | undefined => ancestorOf(row ?? area, shownBy));
  const places = parts.flatMap(({ area, row }) => (row === null ? [area] : [area, row]));
  const names = await loadNames(db, [...places, ...[...byArea.keys()].flatMap((area) => area ?? [])]);
  const gains: CollationGains = {
    parties: [...parties],
    levels: chainOfType(election.type).flatMap((level) =>
      [...byKind.values()].flatMap((group) => {
        const [first] = group;
        if (first?.level !== level) return [];
        const formCode = election.codes[level] ?? '';
        return [{ level, formCode, kind: first.kind, places: placesOf(group), votes: votesOf(group) }];
      }),
    ),
    areas: [...byArea].flatMap(([area, group]) => {
      if (area === undefined) return [];
      const changed = group.filter(({ kind }) => !UNSEEN.includes(kind));
      const unseen = group.filter(({ kind }) => UNSEEN.includes(kind));
      const place = { code: codeOf(area), name: names.get(area) ?? '' };
      return [{ ...place, changed: votesOf(changed), unseen: votesOf(unseen), places: placesOf(changed) }];
    }),
    held: [...held].flatMap((place) => (place === undefined ? [] : codeOf(place))).toSorted(),
    declared: Object.keys(declared).length > 0 ? declared : null,
    own,
    coverage: { ...ground.coverage, units },
    asOf: asOf.toISOString(),
  };
  return { gains, parts, names, codes: election.codes };
}

/** What each party gained and lost, by form and by place: the parts of every party's gap, added up. */
export async function collationGains(
  context: Pick<ReadContext, 'db' | 'now'>,
  actor: Actor,
  query: { electionId: ElectionId; area: string },
  grounds: Grounds,
): Promise<CollationGains> {
  const { db } = context;
  const election = await requireElection(db, query.electionId);
  const place = await resolvePlace(db, election, query);
  requireInside(actor, place.areaId);
  const ground = await grounds(context, election, place);
  return (await computeGains(db, election, place.areaId, ground, ground.asOf)).gains;
}

/** Parts that a report names one by one. */
const MOST_PARTS = 2000;

export interface ReportedGains extends CollationGains {
  /** The largest, one by one. */
  parts: (Pick<PartyPart, 'party' | 'kind' | 'votes'> & {
    formCode: string;
    area: string;
    areaName: string;
    row: string | null;
    rowName: string | null;
  })[];
  more: number;
}

/** The same with the parts themselves, the largest first, for a report or a file; the area was checked before. */
export async function gainsReport(
  db: Db,
  query: { electionId: ElectionId; area: string },
  now: Date,
  most = MOST_PARTS,
): Promise<ReportedGains> {
  const election = await requireElection(db, query.electionId);
  const { areaId, constituencyId } = await resolvePlace(db, election, query);
  const place = { electionId: election.id, area: areaId, constituencyId, parties: ballotOf(election.parties) };
  const ground = await createGapGrounds()(db, place, false);
  const { gains, parts, names, codes } = await computeGains(db, election, areaId, ground, now);
  const largest = parts.toSorted((a, b) => Math.abs(b.votes) - Math.abs(a.votes)).slice(0, most);
  return {
    ...gains,
    parts: largest.map(({ party, kind, votes, level, area, row }) => ({
      party,
      kind,
      votes,
      formCode: codes[level] ?? '',
      area: codeOf(area),
      areaName: names.get(area) ?? '',
      row: row === null ? null : codeOf(row),
      rowName: row === null ? null : (names.get(row) ?? ''),
    })),
    more: parts.length - largest.length,
  };
}
