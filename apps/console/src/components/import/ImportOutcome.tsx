import { type ImportStanding, isRunning } from '@ec/contract/geography/register-import';
import type { ReactNode } from 'react';
import { Note } from '../page/Note.tsx';
import { LinesToMend } from './LinesToMend.tsx';
import { type ImportSteps, RunningImport } from './RunningImport.tsx';

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
