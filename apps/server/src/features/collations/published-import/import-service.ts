import type { PublishedImport } from '@ec/contract/collations/published';
import type { AccessNeed } from '@ec/contract/permissions/decide-access';
import type { AuditRecord } from '../../../platform/audit/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { type Actor, areaOf } from '../../../platform/http/actor.ts';
import type { WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { requireWaiting, standingOf } from '../../../platform/jobs/import-standing.ts';
import type { Acting as ActingOnFile } from '../../../platform/jobs/import-work.ts';
import { requireElection } from '../form-service.ts';
import { takesFigures } from '../../elections/rules.ts';
import type { CollatedElection } from '../queries.ts';
import { findImport, listImports, type StoredImport } from './import-queries.ts';
import { lockImport, noteEnded } from './import-repository.ts';

export interface Acting extends ActingOnFile {
  /** What the person must still be allowed to when their work ends. */
  need: AccessNeed;
}

const LATEST = 10;

export async function requireOpen(db: Db, id: CollatedElection['id']): Promise<CollatedElection> {
  const election = await requireElection(db, id);
  if (!takesFigures(election.status)) throw new AppError('ELECTION_NOT_LIVE', { status: election.status });
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

export async function requireOwn(db: Db, actor: Actor, id: string): Promise<StoredImport> {
  const stored = await findImport(db, actor.userId, id);
  if (!stored) throw new AppError('NOT_FOUND');
  return stored;
}

/** An import as its sender sees it. */
function toImport(stored: StoredImport, now: Date): PublishedImport {
  const shown = standingOf(stored, now);
  const { id, electionId, electionName, counts } = stored;
  const waits = shown.state === 'waiting';
  return { ...shown, id, electionId, electionName, counts, can: { store: waits, discard: waits } };
}

/** Gives up a file that was checked. */
export async function discardFile(write: WriteContext, actor: Actor, id: string): Promise<PublishedImport> {
  const { tx, now } = write;
  await requireOwn(tx, actor, id);
  if (!(await lockImport(tx, id))) throw new AppError('IMPORT_RUNNING');
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
