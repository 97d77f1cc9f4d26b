import { isInside } from '@ec/contract/geography/location-id';
import type { ResultStatus } from '@ec/contract/results/schemas';
import { DEMO } from './plan.ts';
import type { PlannedSheet } from './sheets.ts';

/** What happened to a sheet before the rehearsal was loaded. */
export interface Fate {
  status: ResultStatus;
  /** Times of submission and decision, as a share of the time since voting closed; decided is null while pending. */
  sentAt: number;
  decidedAt: number | null;
  reason: string | null;
  /** A verified result that was disputed before. */
  contested: boolean;
}

/** Share of the verified results that were disputed first. */
const CONTESTED = 0.006;

/** Share of units with a result at the start; the feeder sends the rest. */
const LOADED = 0.7;

/** A sheet with more votes than accredited voters is never verified. */
function overVotedStatus(chance: number): ResultStatus {
  if (chance < 0.4) return 'pending';
  return chance < 0.65 ? 'disputed' : 'cancelled';
}

function statusOf(sheet: PlannedSheet, chance: number): ResultStatus {
  if (sheet.totalVotes > sheet.accredited) return overVotedStatus(chance);
  // The demo ward has more pending results than others, for trying the review.
  const [pending, disputed] = isInside(sheet.unit, DEMO.ward) ? [0.3, 0.12] : [0.085, 0.0085];
  if (chance < pending) return 'pending';
  if (chance < pending + disputed) return 'disputed';
  return chance < pending + disputed + 0.007 ? 'returned' : 'verified';
}

export const CONTESTED_REASON = 'Party agents contest the figures of this sheet.';
const UPHELD = 'The party agents’ copies show the same figures.';

const REASONS: Partial<Record<ResultStatus, string>> = {
  returned: 'The figures do not agree with the party agents’ copies. Check the sheet and send it again.',
  disputed: CONTESTED_REASON,
  cancelled: 'More votes than accredited voters.',
};

/** The fate of a sheet that is loaded at the start; null for one that the feeder sends. */
export function fateOf(sheet: PlannedSheet): Fate | null {
  const demo = isInside(sheet.unit, DEMO.ward);
  if (!demo && sheet.fate >= LOADED) return null;
  const chance = demo ? sheet.fate : sheet.fate / LOADED;
  const status = statusOf(sheet, chance);
  // A second number derived from the same chance, uncorrelated with it.
  const moment = (sheet.fate * 7919) % 1;
  const sentAt = moment * 0.85;
  const decidedAt = status === 'pending' ? null : sentAt + 0.12;
  const contested = status === 'verified' && (sheet.fate * 104_729) % 1 < CONTESTED;
  return { status, sentAt, decidedAt, reason: contested ? UPHELD : (REASONS[status] ?? null), contested };
}
