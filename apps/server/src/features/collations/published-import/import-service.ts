import type { PublishedImport } from '@ec/contract/collations/published';
import type { AccessNeed } from '@ec/contract/permissions/decide-access';
import type { AuditOrigin, AuditRecord } from '../../../platform/audit/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { type Actor, areaOf } from '../../../platform/http/actor.ts';
import type { Platform, WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { standing } from '../../geography/rules.ts';
import { requireElection } from '../form-service.ts';
import { isOpen } from '../published-service.ts';
import type { CollatedElection } from '../queries.ts';
import { findImport, listImports, type StoredImport } from './import-queries.ts';
import { lockJob, noteEnded } from './import-repository.ts';

/** Who acts on a file, and where its progress is reported. */
export interface Acting {
  platform: Platform;
  actor: Actor;
  origin: AuditOrigin;
  /** What the person must still be allowed to when their work ends. */
  need: AccessNeed;
  /** Hears of what goes wrong after the answer. */
  onError: (error: unknown) => void;
}

const LATEST = 10;

export function failureOf(thrown: unknown): NonNullable<PublishedImport['error']> {
  const error = thrown instanceof AppError ? thrown : new AppError('INTERNAL');
  const { count = 0, lines = [] } = error.details as { count?: number; lines?: { line: number; message: string }[] };
  return { code: error.code, message: error.message, count, lines };
}

export async function requireOpen(db: Db, id: CollatedElection['id']): Promise<CollatedElection> {
  const election = await requireElection(db, id);
  if (!isOpen(election)) throw new AppError('ELECTION_NOT_LIVE', { status: election.status });
  return election;
}

export const entry = (
  event: 'collation.published_checked' | 'collation.published_discarded' | 'collation.published_imported',
  { actor }: Pick<Acting, 'actor'>,
  of: { id: string; electionId: string; fileName: string },
  more: object = {},
): AuditRecord => ({
  event,
  resourceId: of.electionId,
  areaId: areaOf(actor),
  next: { import: of.id, file: of.fileName, ...more },
});

/** Lets the work go on after the answer. */
export function follow({ platform, onError }: Acting, finished: Promise<unknown>): void {
  finished
    .then(() => platform.events.wake())
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) onError(error);
    });
}

function standingOf(stored: StoredImport, now: Date) {
  const { state, endedAt, checked, createdAt, running } = stored;
  return standing({ state, ended: endedAt !== null, checked, createdAt }, running, now);
}

export async function requireOwn(db: Db, actor: Actor, id: string): Promise<StoredImport> {
  const stored = await findImport(db, actor.userId, id);
  if (!stored) throw new AppError('NOT_FOUND');
  return stored;
}

export function requireWaiting(stored: StoredImport, now: Date): void {
  const { state } = standingOf(stored, now);
  if (state !== 'waiting') throw new AppError('IMPORT_NOT_WAITING', { state });
}

/** An import as its sender sees it. */
function toImport(stored: StoredImport, now: Date): PublishedImport {
  const { state, interrupted } = standingOf(stored, now);
  const { id, electionId, electionName, fileName, done, rows, counts, createdAt, endedAt } = stored;
  const waits = state === 'waiting';
  return {
    id,
    electionId,
    electionName,
    fileName,
    state,
    done,
    rows,
    counts,
    error: interrupted ? failureOf(new AppError('IMPORT_INTERRUPTED')) : stored.error,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    can: { store: waits, discard: waits },
  };
}

/** Gives up a file that was checked. */
export async function discardFile(write: WriteContext, actor: Actor, id: string): Promise<PublishedImport> {
  const { tx, now } = write;
  await requireOwn(tx, actor, id);
  if (!(await lockJob(tx, id))) throw new AppError('IMPORT_RUNNING');
  const stored = { ...(await requireOwn(tx, actor, id)), running: false };
  requireWaiting(stored, now);
  await noteEnded(tx, id, { state: 'discarded' }, now);
  await write.audit(entry('collation.published_discarded', { actor }, stored));
  return toImport({ ...stored, state: 'discarded', endedAt: now }, now);
}

export async function ownImports(db: Db, actor: Actor, now: Date): Promise<PublishedImport[]> {
  return (await listImports(db, actor.userId, LATEST)).map((stored) => toImport(stored, now));
}

/** How an import of the person stands. One whose process was killed has failed, or waits again where its file was checked. */
export async function ownImport(db: Db, actor: Actor, id: string, now: Date): Promise<PublishedImport> {
  return toImport(await requireOwn(db, actor, id), now);
}
