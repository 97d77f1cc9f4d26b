import type { ImportStanding } from '@ec/contract/geography/register-import';
import { formatCount } from '../../lib/format/format.ts';
import { ProgressBar } from '../figure/ProgressBar.tsx';
import { Note } from '../page/Note.tsx';

export interface ImportSteps {
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
