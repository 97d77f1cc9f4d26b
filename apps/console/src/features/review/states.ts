import type { ReviewUnit, UnitStatus } from '@ec/contract/results/schemas';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { RESULT_STATUS } from '../../domain/results/labels.ts';

/** The tabs of the list, what wants a decision first. */
export const UNIT_TABS: { status: UnitStatus; label: string }[] = [
  { status: 'submitted', label: 'Waiting for review' },
  { status: 'disputed', label: 'Disputed' },
  { status: 'pending', label: 'Not reported' },
  { status: 'approved', label: 'Verified' },
  { status: 'cancelled', label: 'Cancelled' },
];

/** A unit's state as the list shows it; a returned result is named, though it counts as not reported. */
export function unitState(unit: Pick<ReviewUnit, 'resultStatus'>): { label: string; tone: Tone } {
  return unit.resultStatus ? RESULT_STATUS[unit.resultStatus] : { label: 'Not reported', tone: 'off' };
}
