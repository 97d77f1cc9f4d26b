import type { ElectionId } from '@ec/contract/base/common';
import type { CollationCounts } from '@ec/contract/collations/counts';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Db } from '../../../platform/database/database.ts';
import type { EventFeed } from '../../../platform/events/events.ts';
import { staleWhileRevalidate } from '../../../platform/runtime/stale-while-revalidate.ts';
import { countExpected, countLevels, type Expected } from './count-queries.ts';
import { differingForms, isWide } from './difference-queries.ts';
import { findElection } from '../queries.ts';

/** Of a zone or the nation all forms are compared for it: screens get the known count while it is renewed in the background. */
const KEEP = { renewMs: 30_000, serveMs: 300_000, most: 500, gently: true };
/** The forms that there will be follow from elections and places alone. */
const KEEP_EXPECTED = { renewMs: 600_000, serveMs: 600_000, most: 2000 };

export type CollationCounter = (
  db: Db,
  electionId: ElectionId,
  areas: readonly LocationId[],
) => Promise<CollationCounts | null>;

/**
 * How far the collation of an election is in the areas: the one rule behind the dashboards, the situation room and wall screens. Null where there
 * is no such election, or it has no form there.
 */
export function createCollationCounter(events: Pick<EventFeed, 'subscribe'>): CollationCounter {
  const kept = staleWhileRevalidate<{ differing: number }>(KEEP);
  const expected = staleWhileRevalidate<Expected>(KEEP_EXPECTED);
  events.subscribe((batch) => {
    if (batch.some(({ event }) => event.type === 'election.changed' || event.type === 'geography.changed'))
      expected.forget();
  });
  return async (db, electionId, areas) => {
    const election = await findElection(db, electionId);
    if (!election) return null;
    const question = JSON.stringify([electionId, areas]);
    const compare = async () => ({ differing: (await differingForms(db, election, areas)).length });
    const [counts, { differing }] = await Promise.all([
      countLevels(db, election, areas, await expected.get(question, () => countExpected(db, election, areas))),
      areas.some(isWide) ? kept.get(question, compare) : compare(),
    ]);
    return counts && { ...counts, differing };
  };
}
