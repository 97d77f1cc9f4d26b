import { chainOfType } from '@ec/contract/collations/chain';
import type { CollationGains, GainsQuery, GapKind } from '@ec/contract/collations/gap';
import {
  ancestorOf,
  codeOf,
  type LocationId,
  locationType,
  type LocationType,
} from '@ec/contract/geography/location-id';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import { type Actor, requireInside } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { markedName } from '@ec/contract/second-entry/desk-words';
import { coveredUnits } from '../elections/queries.ts';
import { type AskedPlace, requireElection, resolvePlace } from './form-service.ts';
import { type GapPart, partsOf } from './gap-rules.ts';
import { type DatedGap, readGap, type ReadGap } from './gap-service.ts';
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

function votesOf(parties: readonly string[], parts: readonly GapPart[]): Record<string, number> {
  return Object.fromEntries(
    parties.flatMap((party, at): [string, number][] => {
      const changed = parts.filter(({ votes }) => votes[at]);
      return changed.length === 0 ? [] : [[party, changed.reduce((sum, { votes }) => sum + (votes[at] ?? 0), 0)]];
    }),
  );
}

const byParty = (parties: readonly string[], votes: readonly number[]): Record<string, number> =>
  Object.fromEntries(parties.map((party, at) => [party, votes[at] ?? 0]));

/** The parts of every party's gap in a place, added up by form and by area. */
async function computeGains(
  db: Db,
  election: CollatedElection,
  { areaId, constituencyId, constituency }: AskedPlace,
  { ground, gap: { parts, declared, own }, asOf }: DatedGap,
): Promise<CollationGains> {
  const { parties } = ground;
  const units = await coveredUnits(db, election.id, areaId, constituencyId);
  const shownBy = SHOWN_BY[locationType(areaId)];
  const held = new Set(ground.forms.map((form) => ancestorOf(form.areaId, shownBy)));
  const byKind = Map.groupBy(parts, ({ level, kind }) => `${level} ${kind}`);
  const byArea = Map.groupBy(parts, ({ area, row }): LocationId | undefined => ancestorOf(row ?? area, shownBy));
  const names = await loadNames(
    db,
    [...byArea.keys()].flatMap((area) => area ?? []),
  );
  return {
    constituency,
    parties: [...parties],
    levels: chainOfType(election.type).flatMap((level) =>
      [...byKind.values()].flatMap((group) => {
        const [first] = group;
        if (first?.level !== level) return [];
        const formCode = election.codes[level] ?? '';
        const places = group.reduce((sum, part) => sum + part.places, 0);
        return [{ level, formCode, kind: first.kind, places, votes: votesOf(parties, group) }];
      }),
    ),
    areas: [...byArea].flatMap(([area, group]) => {
      if (area === undefined) return [];
      const changed = group.filter(({ kind }) => !UNSEEN.includes(kind));
      const unseen = group.filter(({ kind }) => UNSEEN.includes(kind));
      return [
        {
          code: codeOf(area),
          name: names.get(area) ?? '',
          changed: votesOf(parties, changed),
          unseen: votesOf(parties, unseen),
          places: changed.length,
        },
      ];
    }),
    held: [...held].flatMap((place) => (place === undefined ? [] : codeOf(place))).toSorted(),
    declared: declared && byParty(parties, declared),
    own: byParty(parties, own),
    coverage: { ...ground.coverage, units },
    asOf: asOf.toISOString(),
  };
}

/** What readers of one gap share. */
const answers = new WeakMap<DatedGap, Promise<CollationGains>>();

/** What each party gained and lost, by form and by place: the parts of every party's gap, added up. */
export async function collationGains(
  context: Pick<ReadContext, 'db' | 'now'>,
  actor: Actor,
  query: GainsQuery,
  gaps: ReadGap,
): Promise<CollationGains> {
  const { db } = context;
  const election = await requireElection(db, query.electionId);
  const place = await resolvePlace(db, election, query);
  requireInside(actor, place.areaId);
  const dated = await gaps(context, election, place);
  const known = answers.get(dated) ?? computeGains(db, election, place, dated);
  answers.set(dated, known);
  return await known;
}

/** Parts that a report names one by one. */
const MOST_PARTS = 2000;

export interface ReportedGains extends CollationGains {
  /** The largest, one by one. */
  parts: (Pick<GapPart<number>, 'kind' | 'votes'> & {
    party: string;
    formCode: string;
    area: string;
    areaName: string;
    row: string | null;
    rowName: string | null;
  })[];
  more: number;
}

/** The place that a report or a file is about. Throws where the election is not held in it, or it has several constituencies and names none. */
export async function gainsPlace(db: Db, query: GainsQuery): Promise<AskedPlace> {
  return await resolvePlace(db, await requireElection(db, query.electionId), query);
}

/** The same with the parts themselves, the largest first, for a report or a file; `db` must be one snapshot, and the area was checked before. */
export async function gainsReport(db: Db, query: GainsQuery, now: Date, most = MOST_PARTS): Promise<ReportedGains> {
  const election = await requireElection(db, query.electionId);
  const place = await resolvePlace(db, election, query);
  const dated = await readGap({ db, now }, election, place);
  const gains = await computeGains(db, election, place, dated);
  const parts = gains.parties.flatMap((party, at) => partsOf(dated.gap.parts, at).map((part) => ({ ...part, party })));
  const largest = parts.toSorted((a, b) => Math.abs(b.votes) - Math.abs(a.votes)).slice(0, most);
  const units = dated.ground.wards.values().flatMap((ward) => ward.units);
  const desk = new Set(units.filter((each) => each.desk).map(({ unit }) => unit));
  const names = await loadNames(
    db,
    largest.flatMap(({ area, row }) => (row === null ? [area] : [area, row])),
  );
  return {
    ...gains,
    parts: largest.map(({ party, kind, votes, level, area, row }) => ({
      party,
      kind,
      votes,
      formCode: election.codes[level] ?? '',
      area: codeOf(area),
      areaName: names.get(area) ?? '',
      row: row === null ? null : codeOf(row),
      rowName: row === null ? null : markedName(names.get(row) ?? '', desk.has(row)),
    })),
    more: parts.length - largest.length,
  };
}
