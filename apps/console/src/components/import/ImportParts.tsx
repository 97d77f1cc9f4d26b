import {
  type ImportLineError,
  type ImportStanding,
  type ImportState,
  isRunning,
  type RefusedLines,
} from '@ec/contract/geography/register-import';
import { type ReactNode, useEffect } from 'react';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { Note } from '../page/Note.tsx';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { ProgressBar } from '../figure/Bars.tsx';
import { type Column, DataTable } from '../list/DataTable.tsx';
import type { Tone } from '../figure/StatusChip.tsx';

const COLUMNS: Column<ImportLineError>[] = [
  { key: 'line', header: 'Line', numeric: true, cell: ({ line }) => formatNumber(line) },
  { key: 'message', header: 'What to mend', cell: ({ message }) => <span className="breaks">{message}</span> },
];
const SHOWN = 200;

interface LinesToMendProps {
  refused: RefusedLines;
  /** Lines of the file, where the number of bad ones is compared with it. */
  rows?: number;
}

/** The bad lines of a file of which nothing was stored. */
export function LinesToMend({ refused: { count, lines }, rows = 0 }: LinesToMendProps) {
  const shown = lines.slice(0, SHOWN);
  return (
    <>
      <Note kind="bad" role="alert">
        Lines to mend: {formatNumber(count)}
        {rows >= count && ` of ${formatNumber(rows)}`}. Correct them and choose the file again; nothing was stored.
      </Note>
      <DataTable
        label="Lines to mend"
        columns={COLUMNS}
        rows={shown}
        rowKey={({ line, message }) => `${line} ${message}`}
        empty={null}
      />
      {count > shown.length && (
        <p className="hint">
          The first {formatNumber(shown.length)} of {formatNumber(count)}.
        </p>
      )}
    </>
  );
}

interface ImportSteps {
  /** What is done with a file that was read. */
  checking?: string;
  storing?: string;
}

/** An import that is worked on. */
export function RunningImport({ one, steps }: { one: ImportStanding; steps: ImportSteps }) {
  const { fileName, state, done, rows } = one;
  const { checking = 'Comparing it with what is stored', storing = 'Storing it' } = steps;
  const step = state === 'reading' ? 'Reading the file' : state === 'checking' ? checking : storing;
  return (
    <>
      <ProgressBar label={`Work on ${fileName}`} share={done} text={`${step}: ${formatCount(rows, 'line')}`} />
      <Note kind="info">You can leave this page. The work goes on, and it is found again here.</Note>
    </>
  );
}

interface ImportOutcomeProps {
  one: ImportStanding;
  steps: ImportSteps;
  /** Where the file is stored. */
  completed: ReactNode;
  /** Where the file was discarded. */
  discarded: string;
  /** Where the file waits: what it holds, and the decision on it. */
  children: ReactNode;
}

/** An import from the check of its file to its end. */
export function ImportOutcome({ one, steps, completed, discarded, children }: ImportOutcomeProps) {
  const { state, error } = one;
  if (isRunning(state)) return <RunningImport one={one} steps={steps} />;
  if (state === 'completed') return completed;
  if (state === 'discarded') return <Note kind="info">{discarded}</Note>;
  if (state === 'waiting') {
    return (
      <>
        {error && (
          <Note kind="warn" role="alert">
            {error.message}
          </Note>
        )}
        {children}
      </>
    );
  }
  if (error?.code === 'IMPORT_INVALID') return <LinesToMend refused={error} />;
  return (
    <Note kind="bad" role="alert">
      {error?.message ?? 'Nothing was stored.'}
    </Note>
  );
}

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
