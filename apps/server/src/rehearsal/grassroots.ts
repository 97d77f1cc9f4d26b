import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Fate } from './fates.ts';
import { seeded } from './random.ts';
import type { LoadedResult } from './results.ts';

/** Share of observers' sheets that differ from the officer's. */
const DIFFERING = 0.15;

/** Moves a share of one party's votes to another, like a misread figure. */
function moved(votes: readonly number[], share: number): number[] {
  const most = votes.indexOf(Math.max(...votes));
  const second = votes.reduce(
    (best, value, index) => (index !== most && value > (votes[best] ?? -1) ? index : best),
    most === 0 ? 1 : 0,
  );
  const count = Math.round((votes[most] ?? 0) * share);
  return votes.map((value, index) => {
    if (index === most) return value - count;
    return index === second ? value + count : value;
  });
}

/** Observers' counts of units that also have an official one: mostly equal, some clearly different. */
export function* withGrassroots(
  official: readonly LoadedResult[],
  observers: ReadonlyMap<LocationId, UserId>,
): Generator<LoadedResult> {
  for (const { sheet, fate } of official) {
    const officer = observers.get(sheet.unit);
    if (!officer || sheet.totalVotes > sheet.accredited) continue;
    const random = seeded(`grassroots ${sheet.code}`);
    const votes = random() < DIFFERING ? moved(sheet.votes, 0.1 + random() * 0.3) : sheet.votes;
    const verified = random() < 0.8;
    const own: Fate = {
      status: verified ? 'verified' : 'pending',
      sentAt: fate.sentAt,
      decidedAt: verified ? fate.sentAt + 0.12 : null,
      reason: null,
      contested: false,
    };
    yield { sheet: { ...sheet, votes }, fate: own, officer };
  }
}
