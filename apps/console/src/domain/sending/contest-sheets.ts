import type { LocationId } from '@ec/contract/geography/location-id';
import type { ResultStatus } from '@ec/contract/results/schemas';
import { useSyncExternalStore } from 'react';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { draftSlot } from '../../lib/device/drafts.ts';
import { RESULT_STATUS } from '../results/labels.ts';
import { outbox } from './sheets.ts';

/** The sheet of one contest, as far as it says what is still to be done. */
interface ContestSheet {
  id: string;
  result: { status: ResultStatus } | null;
}

export interface SheetState {
  sent: boolean;
  /** True while it lies on this phone. */
  waiting: boolean;
  label: string;
  tone: Tone;
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
    contests.map(({ id }) => outbox.item(draftSlot(userId, id, unit))?.state ?? '').join(),
  ).split(',');
  return contests.map((contest, index) => stateOf(contest, kept[index] ?? ''));
}

/** The first election whose sheet lies on this phone, waiting or with a receipt that was not read yet; empty for none. */
export function useKeptSheet(userId: string, unit: LocationId, elections: readonly { id: string }[]): string {
  return useSyncExternalStore(
    outbox.subscribe,
    () => elections.find(({ id }) => outbox.item(draftSlot(userId, id, unit)) !== null)?.id ?? '',
  );
}

/** Contests that are held together, in the order of their sheets; each other election by itself. */
export function byContestDay<T extends { id: string; contestDay: { id: string } | null }>(
  elections: readonly T[],
): T[][] {
  return [...Map.groupBy(elections, ({ id, contestDay }) => contestDay?.id ?? id).values()];
}
