import { NATION } from '@ec/contract/geography/location-id';
import type { RegisterImport, RegisterPreview } from '@ec/contract/geography/register-import';
import { GEOGRAPHY_EDITORS, REGISTER_IMPORTERS } from '@ec/contract/permissions/pages';
import { type Actor, isInsideOwn, requireInside } from '../../../platform/http/actor.ts';
import { type AuditRecord, saveAudit } from '../../../platform/audit/audit.ts';
import type { Platform, WriteContext } from '../../../platform/http/context.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { requireStill } from '../../../platform/http/require-still.ts';
import type { ReceivedFile } from '../../../platform/files/received-files.ts';
import { requireWaiting } from '../../../platform/jobs/import-standing.ts';
import type { Acting } from '../../../platform/jobs/import-work.ts';
import { toImport } from './answers.ts';
import { findImport, findPreview, importIsRunning, listImports, type StoredImport } from './import-queries.ts';
import { discardWaiting, insertImport, lockImport, noteDiscarded, noteProgress } from './import-repository.ts';
import { type ImportJob, runImport, startImport } from './import-service.ts';
import { placeChanges } from '../list-queries.ts';
import { registerHasBegun } from '../queries.ts';
import { startPlaceholders } from './placeholders-service.ts';
import { startCheck } from './preview-service.ts';
import { digestOf, fetchRegister, pathOfRegister, placesOf, removeRegister, shareRegister } from './upload.ts';

const LATEST = 20;

/** The super admin brings the first register alone; once one is there, those do who maintain it. */
export async function requireImporter(db: Db, actor: Pick<Actor, 'role'>): Promise<void> {
  if (actor.role === 'super_admin' && (await registerHasBegun(db))) {
    throw new AppError('ROLE_DENIED', { required: [...GEOGRAPHY_EDITORS.roles] });
  }
}

const jobOf = ({ platform, actor, origin }: Acting, id: string, fileName: string): ImportJob => ({
  database: platform.database,
  clock: platform.clock,
  path: pathOfRegister(platform.config.dataDir, id),
  fileName,
  origin,
  still: async () => {
    const present = await requireStill(platform, actor.userId, REGISTER_IMPORTERS);
    requireInside(present, NATION);
    await requireImporter(platform.database.db, present);
  },
});

/** Lets the work go on after the answer; in the end its file is removed, unless it still waits for a decision. */
function follow<T>({ platform, onError }: Acting, id: string, finished: Promise<T>, waits: (done: T) => boolean): void {
  finished
    .then(async (done) => {
      platform.events.wake();
      if (!waits(done)) await removeRegister(placesOf(platform), id);
    })
    .catch(async (error: unknown) => {
      await removeRegister(placesOf(platform), id);
      if (!(error instanceof AppError)) onError(error);
    })
    .catch(onError);
}

/** Imports a file as it is, without a look at what it changes. */
export async function importRegister(acting: Acting, file: ReceivedFile): Promise<{ id: string }> {
  const { id, sha256, fileName } = file;
  const { finished } = await startImport(jobOf(acting, id, fileName), { id, sha256 });
  follow(acting, id, finished, () => false);
  return { id };
}

/** Creates placeholders by INEC's counts where there is neither ward nor unit. */
export async function createPlaceholders(acting: Acting): Promise<{ id: string }> {
  requireInside(acting.actor, NATION);
  await requireImporter(acting.platform.database.db, acting.actor);
  const { database, clock, origin, still } = jobOf(acting, '', '');
  const { id, finished } = await startPlaceholders({ database, clock, origin, ...(still && { still }) });
  follow(acting, id, finished, () => false);
  return { id };
}

async function check(acting: Acting, id: string, fileName: string, begin: () => Promise<void>): Promise<void> {
  const { finished } = await startCheck({ ...jobOf(acting, id, fileName), id }, begin);
  follow(acting, id, finished, (waits) => waits);
}

const givenUp = ({ id, fileName }: { id: string; fileName: string }): AuditRecord => ({
  event: 'geography.import_discarded',
  resourceId: id,
  previous: { file: fileName },
});

/** Gives up whatever of the person's still waits for a decision. */
async function overtake({ platform, actor, origin }: Acting, now: Date): Promise<void> {
  const former = await inTransaction(platform.database.db, async (tx) => {
    const discarded = await discardWaiting(tx, actor.userId, now);
    for (const each of discarded) await saveAudit(tx, origin, givenUp(each));
    return discarded;
  });
  for (const { id } of former) await removeRegister(placesOf(platform), id);
}

/** Finds out what a file would change. Whatever of the person's still waited for a decision is given up. */
export async function checkRegister(acting: Acting, file: ReceivedFile): Promise<{ id: string }> {
  const { platform, actor } = acting;
  const { db } = platform.database;
  if (await importIsRunning(db)) throw new AppError('IMPORT_RUNNING');
  const now = platform.clock.now();
  // Before anything says that it waits.
  await shareRegister(placesOf(platform), file.id);
  await check(acting, file.id, file.fileName, async () => {
    const { id, fileName, sha256 } = file;
    await overtake(acting, now);
    await insertImport(db, { id, startedBy: actor.userId, fileName, sha256, now });
  });
  return { id: file.id };
}

async function requireOwn(db: Db, actor: Actor, id: string): Promise<StoredImport> {
  const stored = await findImport(db, id);
  if (!stored || stored.startedBy !== actor.userId) throw new AppError('NOT_FOUND');
  return stored;
}

/** Whether the very file that was checked lies on this server. */
async function isHere({ config }: Platform, { id, sha256 }: StoredImport): Promise<boolean> {
  const digest = await digestOf(pathOfRegister(config.dataDir, id));
  return digest !== undefined && sha256?.equals(digest) === true;
}

/**
 * Imports the very file that was checked. Where the tree changed since, what the file would do is another thing: it is
 * refused with IMPORT_STALE and checked again.
 */
export async function storeChecked(acting: Acting, id: string): Promise<{ id: string }> {
  const { platform, actor, origin } = acting;
  const { db } = platform.database;
  requireInside(actor, NATION);
  await requireImporter(db, actor);
  const stored = await requireOwn(db, actor, id);
  requireWaiting(stored, platform.clock.now());
  if (!(await isHere(platform, stored))) await fetchRegister(placesOf(platform), id);
  if (!(await isHere(platform, stored))) {
    await inTransaction(db, async (tx) => {
      await noteDiscarded(tx, id, platform.clock.now());
      await saveAudit(tx, origin, givenUp(stored));
    });
    await removeRegister(placesOf(platform), id);
    throw new AppError('IMPORT_FILE_GONE');
  }
  const { fileName, rows } = stored;
  try {
    const { finished } = await runImport(id, jobOf(acting, id, fileName), async ({ tx }) => {
      // Checked again under the lock, when no one else can work on it or change the tree.
      const present = await requireOwn(tx, actor, id);
      requireWaiting({ ...present, running: false }, platform.clock.now());
      if ((await placeChanges(tx)) !== present.treeChanges) throw new AppError('IMPORT_STALE');
      await noteProgress(db, id, { state: 'reading', done: 0, rows });
    });
    follow(acting, id, finished, () => false);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'IMPORT_STALE')) throw error;
    await check(acting, id, fileName, () => noteProgress(db, id, { state: 'reading', done: 0, rows }));
    throw error;
  }
  return { id };
}

/** Gives up a file that was checked. */
export async function discardChecked(write: WriteContext, actor: Actor, id: string): Promise<RegisterImport> {
  const { tx, now, platform } = write;
  await requireOwn(tx, actor, id);
  if (!(await lockImport(tx, id))) throw new AppError('IMPORT_RUNNING');
  // Only now: a concurrent import has ended.
  const stored = { ...(await requireOwn(tx, actor, id)), running: false };
  requireWaiting(stored, now);
  await noteDiscarded(tx, id, now);
  await write.audit(givenUp(stored));
  write.afterCommit(() => void removeRegister(placesOf(platform), id).catch(() => undefined));
  return toImport({ ...stored, state: 'discarded', endedAt: now }, actor.userId, now);
}

const seesAll = (actor: Actor) => isInsideOwn(actor, NATION);

/** The latest imports: everybody's for those of the nation, else the own. */
export async function recentImports(db: Db, actor: Actor, now: Date): Promise<RegisterImport[]> {
  const imports = await listImports(db, seesAll(actor) ? null : actor.userId, LATEST);
  return imports.map((stored) => toImport(stored, actor.userId, now));
}

async function requireVisible(db: Db, actor: Actor, id: string): Promise<StoredImport> {
  const stored = await findImport(db, id);
  if (!stored || !(seesAll(actor) || stored.startedBy === actor.userId)) throw new AppError('NOT_FOUND');
  return stored;
}

/** How an import stands. One whose process was killed has failed, or waits again where its file was checked. */
export async function oneImport(db: Db, actor: Actor, id: string, now: Date): Promise<RegisterImport> {
  return toImport(await requireVisible(db, actor, id), actor.userId, now);
}

export async function previewOf(db: Db, actor: Actor, id: string): Promise<RegisterPreview> {
  await requireVisible(db, actor, id);
  const preview = await findPreview(db, id);
  if (!preview) throw new AppError('NOT_FOUND');
  return preview;
}
