import { Readable } from 'node:stream';
import type { UserId } from '@ec/contract/base/common';
import type { UserImport } from '@ec/contract/users/import';
import { stringify } from 'csv-stringify/sync';
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

const BATCH = 2000;
/** By this mark spreadsheets know the file for UTF-8. */
const BOM = '\uFEFF';

/** A cell that begins like a formula is given back as text, so that a spreadsheet does not run it. */
const csv = (rows: readonly unknown[][]) => stringify([...rows], { record_delimiter: '\r\n', escape_formulas: true });

async function* text(db: Db, id: string, headings: readonly string[]): AsyncGenerator<string> {
  yield BOM + csv([['line', 'reason', ...headings]]);
  for (let after = 0; ; ) {
    const refusals = await listRefusals(db, id, after, BATCH);
    if (refusals.length > 0) yield csv(refusals.map(({ line, reason, content }) => [line, reason, ...content]));
    if (refusals.length < BATCH) return;
    after = refusals.at(-1)?.line ?? after;
  }
}

/** The refused rows of an import of the person's as they stood in the file, each with its line and its reason. */
export async function refusedFile(db: Db, userId: UserId, id: string): Promise<{ name: string; content: Readable }> {
  const stored = await findImport(db, userId, id);
  if (!stored) throw new AppError('NOT_FOUND');
  const name = stored.fileName.replace(/\.\w{1,5}$/, '').replaceAll(/[^\w.-]+/g, '-') || 'import';
  return { name: `refused-${name}.csv`, content: Readable.from(text(db, id, stored.headings)) };
}
