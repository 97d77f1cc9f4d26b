import type { Db } from '../../../platform/database/database.ts';
import { createProgress, type Progress } from '../../../platform/jobs/followed-work.ts';
import type { Step } from '../../../platform/jobs/import-work.ts';
import { noteProgress } from './import-repository.ts';

/** The progress of an import, for the processes that follow it and for `onProgress`, which gets each step. */
export function progressNotes(db: Db, id: string, onProgress?: (step: Step) => void): Progress<Step> {
  const { say, settle } = createProgress<Step>((step) => noteProgress(db, id, step));
  return {
    say(step) {
      onProgress?.(step);
      say(step);
    },
    settle,
  };
}
