import type { UserId } from '@ec/contract/base/common';
import type { UserImport } from '@ec/contract/users/import';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { findImport, importIsRunning, listImports, listRefusals, type StoredImport } from './queries.ts';

const LISTED = 10;
const SHOWN_REFUSALS = 20;

async function toAnswer(db: Db, stored: StoredImport, running: boolean): Promise<UserImport> {
  const { headings: _, overtaken, createdAt, endedAt, ...progress } = stored;
  const rows = progress.refused > 0 ? await listRefusals(db, stored.id, 0, SHOWN_REFUSALS) : [];
  const answer = {
    ...progress,
    refusals: rows.map(({ line, reason }) => ({ line, message: reason })),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
  if (endedAt !== null || (running && !overtaken)) return answer;
  const { code, message } = new AppError('IMPORT_INTERRUPTED');
  return { ...answer, state: 'failed', accepted: 0, error: { code, message } };
}

/** The person's last imports; one that was killed reads as failed. */
export async function ownImports(db: Db, userId: UserId): Promise<UserImport[]> {
  // In this order: an import gives up its lock only after, or as, it notes its end.
  const running = await importIsRunning(db, userId);
  const stored = await listImports(db, userId, LISTED);
  return await Promise.all(stored.map((one) => toAnswer(db, one, running)));
}

/** How an import of the person stands. */
export async function ownImport(db: Db, userId: UserId, id: string): Promise<UserImport> {
  const running = await importIsRunning(db, userId);
  const stored = await findImport(db, userId, id);
  if (!stored) throw new AppError('NOT_FOUND');
  return await toAnswer(db, stored, running);
}
