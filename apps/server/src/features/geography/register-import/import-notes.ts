import type { ImportProgress } from '@ec/contract/geography/register-import';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { noteProgress } from './import-repository.ts';

export type Step = Pick<ImportProgress, 'state' | 'done' | 'rows'>;

export interface ProgressNotes {
  say: (step: Step) => void;
  /** Waits for the last note to be written. */
  settle(): Promise<void>;
}

/** Writes progress where other processes can read it, twice a second at most and one write at a time. */
export function progressNotes(db: Db, id: string, onProgress?: (step: Step) => void): ProgressNotes {
  let under: Promise<void> = Promise.resolve();
  let last: { state: string; at: number } = { state: '', at: 0 };
  return {
    say: (step) => {
      onProgress?.(step);
      const now = performance.now();
      if (step.state === last.state && now - last.at < 500) return;
      last = { state: step.state, at: now };
      // A note that fails is worth nothing; the import itself will say what is wrong.
      under = under.then(() => noteProgress(db, id, step)).catch(() => undefined);
    },
    settle: () => under,
  };
}

/** Why an import failed, as its progress tells it. */
export function describeFailure(thrown: unknown): NonNullable<ImportProgress['error']> {
  const error = thrown instanceof AppError ? thrown : new AppError('INTERNAL');
  const { count = 0, lines = [] } = error.details as { count?: number; lines?: { line: number; message: string }[] };
  return { code: error.code, message: error.message, count, lines };
}
