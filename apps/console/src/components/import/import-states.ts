import { type ImportState, isRunning } from '@ec/contract/geography/register-import';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Tone } from '../figure/StatusChip.tsx';

export const IMPORT_STATES: Record<ImportState, { label: string; tone: Tone }> = {
  reading: { label: 'Being read', tone: 'info' },
  checking: { label: 'Being checked', tone: 'info' },
  waiting: { label: 'Waits for a decision', tone: 'wait' },
  storing: { label: 'Being stored', tone: 'info' },
  completed: { label: 'Stored', tone: 'ok' },
  failed: { label: 'Not stored', tone: 'bad' },
  discarded: { label: 'Discarded', tone: 'off' },
};

const FOLLOW_MS = 1000;

/** How soon imports are requested again while one of them is worked on; else false. */
export const followed = (imports: readonly { state: ImportState }[] | undefined): number | false =>
  imports?.some(({ state }) => isRunning(state)) ? FOLLOW_MS : false;

/** Requests the list of imports again once one of them has ended. */
export function useImportEnd(state: ImportState | undefined, listKey: QueryKey): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (state !== undefined && !isRunning(state)) void queryClient.invalidateQueries({ queryKey: listKey });
  }, [state, listKey, queryClient]);
}
