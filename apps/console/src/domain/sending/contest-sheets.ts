import type { LocationId } from '@ec/contract/geography/location-id';
import type { Receipt, ResultStatus } from '@ec/contract/results/schemas';
import { useSyncExternalStore } from 'react';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { draftSlot } from '../../lib/device/drafts.ts';
import { RESULT_STATUS } from '../results/labels.ts';
import { outbox } from './sheets.ts';

/** The sheet of one contest, as far as it says what is still to be done. */
interface ContestSheet {
  id: string;
  result: StoredResult | null;
}

/** A result as the server has it, as far as it says whether a receipt is still true. */
interface StoredResult {
  version: number;
  status: ResultStatus;
}

export interface SheetState {
  sent: boolean;
  /** True while it lies on this phone. */
  waiting: boolean;
  label: string;
  tone: Tone;
}

/** False once the receipt's version was decided on or replaced: the result then says more than the receipt. */
export function isReceiptCurrent(receipt: Receipt, result: StoredResult | null): boolean {
  if (!result || result.version < receipt.version) return true;
  return result.version === receipt.version && result.status === receipt.status;
}

/** The state of the sheet on this phone; empty for none, and for a receipt that is out of date. */
function keptState(slot: string, result: StoredResult | null): string {
  const item = outbox.item(slot);
  return item && (!item.receipt || isReceiptCurrent(item.receipt, result)) ? item.state : '';
}

function stateOf({ result }: ContestSheet, kept: string): SheetState {
  if (kept === 'waiting') return { sent: false, waiting: true, label: 'Waiting on this phone', tone: 'wait' };
  const again = result?.status === 'returned' && kept !== 'received';
  if (result && (again || result.status !== 'returned')) {
    return { sent: !again, waiting: false, ...RESULT_STATUS[result.status] };
  }
  const sent = kept === 'received';
  return { sent, waiting: false, label: sent ? 'Sent' : 'To send', tone: sent ? 'wait' : 'off' };
}

/** How the sheet of each contest of the unit stands, with what lies on this phone. */
export function useContestSheets(userId: string, unit: LocationId, contests: readonly ContestSheet[]): SheetState[] {
  const kept = useSyncExternalStore(outbox.subscribe, () =>
    contests.map(({ id, result }) => keptState(draftSlot(userId, id, unit), result)).join(),
  ).split(',');
  return contests.map((contest, index) => stateOf(contest, kept[index] ?? ''));
}

/** The first election whose sheet lies on this phone, waiting or with a receipt that was not read yet; empty for none. */
export function useKeptSheet(userId: string, unit: LocationId, elections: readonly ContestSheet[]): string {
  return useSyncExternalStore(
    outbox.subscribe,
    () => elections.find(({ id, result }) => keptState(draftSlot(userId, id, unit), result) !== '')?.id ?? '',
  );
}

/** Contests that are held together, in the order of their sheets; each other election by itself. */
export function byContestDay<T extends { id: string; contestDay: { id: string } | null }>(
  elections: readonly T[],
): T[][] {
  return [...Map.groupBy(elections, ({ id, contestDay }) => contestDay?.id ?? id).values()];
}
