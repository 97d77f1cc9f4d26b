import {
  IMPORT_KEPT_MS,
  type ImportFailure,
  type ImportStanding,
  type ImportState,
} from '@ec/contract/geography/register-import';
import { AppError } from '../http/errors.ts';

/** How an import stands by its record, and by whether a process works on it now. */
export interface StoredStanding extends Omit<ImportStanding, 'createdAt' | 'endedAt'> {
  createdAt: Date;
  endedAt: Date | null;
  /** It was found out what the file holds. */
  checked: boolean;
  /** A worker has it now. */
  running: boolean;
}

/** The state of an import once its worker has ended or been killed. */
export function standing(
  stored: Pick<StoredStanding, 'state' | 'endedAt' | 'checked' | 'createdAt' | 'running'>,
  now: Date,
): { state: ImportState; interrupted: boolean } {
  const { state, endedAt, checked, createdAt, running } = stored;
  if (endedAt !== null || (running && state !== 'waiting')) return { state, interrupted: false };
  // The process was killed and its work rolled back, so a checked file waits as before.
  const interrupted = state !== 'waiting';
  if (!checked) return { state: 'failed', interrupted };
  return { state: now.getTime() - createdAt.getTime() > IMPORT_KEPT_MS ? 'discarded' : 'waiting', interrupted };
}

/** Why an import failed. */
export function failureOf(thrown: unknown): ImportFailure {
  const error = thrown instanceof AppError ? thrown : new AppError('INTERNAL');
  const { count = 0, lines = [] } = error.details as Partial<ImportFailure>;
  return { code: error.code, message: error.message, count, lines };
}

/** How an import stands, for its reader. One whose process was killed has failed, or waits again where its file was checked. */
export function standingOf(stored: StoredStanding, now: Date): ImportStanding {
  const { state, interrupted } = standing(stored, now);
  const { fileName, done, rows, error, createdAt, endedAt } = stored;
  return {
    fileName,
    state,
    done,
    rows,
    error: interrupted ? failureOf(new AppError('IMPORT_INTERRUPTED')) : error,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

/** Throws IMPORT_NOT_WAITING where the import does not wait for a decision. */
export function requireWaiting(stored: StoredStanding, now: Date): void {
  const { state } = standing(stored, now);
  if (state !== 'waiting') throw new AppError('IMPORT_NOT_WAITING', { state });
}
