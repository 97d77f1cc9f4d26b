import { ballotOf } from '@ec/contract/elections/parties';
import { HISTORY_POINTS, type LiveHistory, type LiveQuery } from '@ec/contract/live/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Db } from '../../platform/database/database.ts';
import { staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { listArrivals } from './queries.ts';
import { liveSummary } from './service.ts';
import type { Snapshots } from './snapshot.ts';

/** All results of the area are gone through: its readers share the answer for this time. */
const KEPT = { renewMs: 30_000, serveMs: 120_000, most: 500 } as const;
/** Parties that are drawn: those with the most votes now. */
const PARTIES = 4;

async function readHistory(
  db: Db,
  snapshots: Snapshots,
  query: Pick<LiveQuery, 'electionId' | 'source'> & { area: LocationId },
): Promise<LiveHistory> {
  const summary = await liveSummary(db, snapshots, query);
  if (summary.basis.provisional.results === 0) return { parties: [], points: [], asOf: summary.asOf };
  const ballot = ballotOf(summary.parties);
  const votesNow = summary.basis.provisional.votes;
  const parties = ballot.toSorted((a, b) => (votesNow[b] ?? 0) - (votesNow[a] ?? 0)).slice(0, PARTIES);
  const places = parties.map((party) => ballot.indexOf(party) + 1);
  const { rows, from, to } = await listArrivals(db, query, places, HISTORY_POINTS);
  const asOf = new Date().toISOString();
  if (from === null || to === null) return { parties, points: [], asOf };
  const step = (to.getTime() - from.getTime()) / HISTORY_POINTS;
  const sums = {
    verified: { results: 0, valid: 0, votes: parties.map(() => 0) },
    provisional: { results: 0, valid: 0, votes: parties.map(() => 0) },
  };
  const points = Array.from({ length: HISTORY_POINTS }, (_, index) => {
    for (const row of rows.filter(({ at }) => at === index + 1)) {
      const sum = sums[row.basis];
      sum.results += row.results;
      sum.valid += row.valid;
      sum.votes = sum.votes.map((votes, place) => votes + (row.votes[place] ?? 0));
    }
    const of = ({ results, valid, votes }: (typeof sums)['verified']) => ({
      results,
      valid,
      votes: Object.fromEntries(parties.map((party, place) => [party, votes[place] ?? 0])),
    });
    return {
      at: new Date(from.getTime() + step * (index + 1)).toISOString(),
      verified: of(sums.verified),
      provisional: of(sums.provisional),
    };
  });
  return { parties, points, asOf };
}

/** How the count of an area came about; see LiveHistory. */
export function createHistory(snapshots: Snapshots) {
  const kept = staleWhileRevalidate<LiveHistory>(KEPT);
  return async (db: Db, query: Pick<LiveQuery, 'electionId' | 'source'> & { area: LocationId }): Promise<LiveHistory> =>
    await kept.get(JSON.stringify([query.electionId, query.source, query.area]), () =>
      readHistory(db, snapshots, query),
    );
}
