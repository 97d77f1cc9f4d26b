import type { EarlierElection, EarlierElectionId, EarlierList } from '@ec/contract/unusual/earlier';
import type { AuditRecord } from '../../../platform/audit/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type { WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { standing, standingOf } from '../../../platform/jobs/import-standing.ts';
import { mayBringEarlier } from '../rules.ts';
import { findEarlier, listFiles, listStored, type StoredEarlier } from './earlier-queries.ts';
import { lockEarlier, lockImport, noteGone, noteStored } from './earlier-repository.ts';

const LATEST = 10;

export const entry = (
  event: Extract<AuditRecord['event'], `unusual.earlier_${string}`>,
  of: { id: EarlierElectionId; name: string; fileName: string },
  more: object = {},
): AuditRecord => ({ event, resourceId: of.id, next: { name: of.name, file: of.fileName, ...more } });

function toEarlier(stored: StoredEarlier, actor: Actor, now: Date): EarlierElection {
  const shown = standingOf(stored, now);
  const { id, name, type, electionDate, parties, importedBy, uses } = stored;
  const brings = mayBringEarlier(actor);
  const decides = brings && shown.state === 'waiting' && importedBy.id === actor.userId;
  const remove = brings && shown.state === 'completed' && uses === 0;
  const can = { store: decides, discard: decides, remove };
  return { ...shown, id, name, type, electionDate, parties, importedBy, can };
}

/** Earlier elections are reference data of the whole nation. */
export function requireBrings(actor: Actor): void {
  if (!mayBringEarlier(actor))
    throw new AppError('NOT_PERMITTED', { action: 'change earlier elections of the whole nation' });
}

async function requireEarlier(db: Db, actor: Actor, id: EarlierElectionId): Promise<StoredEarlier> {
  const stored = await findEarlier(db, actor.userId, id);
  if (!stored) throw new AppError('EARLIER_NOT_FOUND');
  return stored;
}

export async function earlierList(db: Db, actor: Actor, now: Date): Promise<EarlierList> {
  const [stored, files] = await Promise.all([listStored(db), listFiles(db, actor.userId, LATEST)]);
  const shown = (list: readonly StoredEarlier[]) => list.map((one) => toEarlier(one, actor, now));
  return { elections: shown(stored), files: shown(files), can: { import: mayBringEarlier(actor) } };
}

/** An earlier election that is stored, or a file of the person. Throws EARLIER_NOT_FOUND. */
export async function earlierElection(
  db: Db,
  actor: Actor,
  id: EarlierElectionId,
  now: Date,
): Promise<EarlierElection> {
  return toEarlier(await requireEarlier(db, actor, id), actor, now);
}

/** Stores a file that was checked: its rows are there already, and count from now on. Throws EARLIER_NOT_FOUND, IMPORT_NOT_WAITING. */
export async function storeEarlier(write: WriteContext, actor: Actor, id: EarlierElectionId): Promise<EarlierElection> {
  const { tx, now } = write;
  requireBrings(actor);
  await lockEarlier(tx, id);
  const stored = await requireEarlier(tx, actor, id);
  const { state } = standing(stored, now);
  if (state !== 'waiting' || stored.importedBy.id !== actor.userId) throw new AppError('IMPORT_NOT_WAITING', { state });
  await noteStored(tx, id, now);
  const { rows, parties, electionDate, type, sha256 } = stored;
  const about = { rows, parties, electionDate, type, sha256: sha256.toString('hex') };
  await write.audit(entry('unusual.earlier_imported', stored, about));
  return await earlierElection(tx, actor, id, now);
}

/** Gives up a file that was checked, or removes an earlier election that is stored. Throws EARLIER_NOT_FOUND, IMPORT_NOT_WAITING, IN_USE. */
export async function removeEarlier(
  write: WriteContext,
  actor: Actor,
  id: EarlierElectionId,
): Promise<EarlierElection> {
  const { tx, now } = write;
  requireBrings(actor);
  if (!(await lockImport(tx, id))) throw new AppError('IMPORT_RUNNING');
  await lockEarlier(tx, id);
  const stored = { ...(await requireEarlier(tx, actor, id)), running: false };
  const { state } = standing(stored, now);
  if (state !== 'waiting' && state !== 'completed') throw new AppError('IMPORT_NOT_WAITING', { state });
  if (stored.uses > 0)
    throw new AppError('IN_USE', { name: stored.name, reason: 'the checks of an election compare with it' });
  await noteGone(tx, id, { state: 'discarded' }, now);
  const event = state === 'waiting' ? 'unusual.earlier_discarded' : 'unusual.earlier_removed';
  await write.audit(entry(event, stored, { rows: stored.rows }));
  return toEarlier({ ...stored, state: 'discarded', endedAt: now }, actor, now);
}
