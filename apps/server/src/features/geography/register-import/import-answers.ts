import type { UserId } from '@ec/contract/base/common';
import type { RegisterImport } from '@ec/contract/geography/register-import';
import { AppError } from '../../../platform/http/errors.ts';
import type { StoredImport } from './import-queries.ts';
import { standing } from '../rules.ts';

/** The state of the import once its worker has ended or been killed. */
export function standingOf(stored: StoredImport, now: Date) {
  const { state, endedAt, checked, createdAt, running } = stored;
  return standing({ state, ended: endedAt !== null, checked, createdAt }, running, now);
}

function interruption(): NonNullable<RegisterImport['error']> {
  const { code, message } = new AppError('IMPORT_INTERRUPTED');
  return { code, message, count: 0, lines: [] };
}

/** An import as its reader sees it: only the sender of the file decides on it. */
export function toImport(stored: StoredImport, reader: UserId, now: Date): RegisterImport {
  const { state, interrupted } = standingOf(stored, now);
  const { id, done, rows, counts, fileName, startedBy, starterName, createdAt, endedAt, treeChanges } = stored;
  const decides = state === 'waiting' && startedBy === reader;
  return {
    id,
    state,
    done,
    rows,
    counts,
    error: interrupted ? interruption() : stored.error,
    fileName,
    startedBy: startedBy && { id: startedBy, name: starterName ?? '' },
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    checkedWith: treeChanges,
    can: { store: decides, discard: decides },
  };
}
