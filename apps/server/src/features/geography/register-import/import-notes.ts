import type { ImportProgress } from '@ec/contract/geography/register-import';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { createProgress, type Progress } from '../../../platform/jobs/followed-work.ts';
import { noteProgress } from './import-repository.ts';

export type Step = Pick<ImportProgress, 'state' | 'done' | 'rows'>;

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

/** Why an import failed, for its progress. */
export function describeFailure(thrown: unknown): NonNullable<ImportProgress['error']> {
  const error = thrown instanceof AppError ? thrown : new AppError('INTERNAL');
  const { count = 0, lines = [] } = error.details as { count?: number; lines?: { line: number; message: string }[] };
  return { code: error.code, message: error.message, count, lines };
}
