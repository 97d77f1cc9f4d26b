import { readFile } from 'node:fs/promises';
import { migrate, migrateTo, openDatabase } from '../platform/database/database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { BackupError, type Progress } from './error.ts';
import { locationOf, readList } from './file-list.ts';
import { inParallel } from './in-parallel.ts';
import { loadDatabase } from './load.ts';
import type { Manifest } from './manifest.ts';
import { withClient } from './snapshot.ts';
import { assertEmpty, refuseNewer } from './target.ts';
import { verifyBackup } from './verify.ts';

const AT_ONCE = 8;
const PROGRESS_EVERY = 100;
const MOST_SAID = 20;

export interface RestorePlace {
  /** The empty database's address, with the owner's role. */
  url: string;
  store: FileStore;
  /** The backup's path. */
  folder: string;
  onProgress?: Progress;
}

/** Throws BackupError with the problems if anything in the backup was changed. */
async function requireSound(folder: string, onProgress?: Progress): Promise<Manifest> {
  const { manifest, problems } = await verifyBackup(folder, onProgress);
  if (problems.length === 0) return manifest;
  const said = problems.slice(0, MOST_SAID);
  if (problems.length > said.length) said.push(`… and ${problems.length - said.length} more.`);
  throw new BackupError(`The backup in ${folder} is not sound:\n${said.join('\n')}`);
}

async function putFiles(
  { store, folder, onProgress = () => undefined }: RestorePlace,
  { files }: Manifest,
): Promise<void> {
  let put = 0;
  const work = inParallel(readList(folder, files.part), AT_ONCE, async ({ key }) => {
    await store.put(key, await readFile(locationOf(folder, key)));
  });
  for await (const _ of work) {
    put += 1;
    if (put % PROGRESS_EVERY === 0) onProgress(`file ${put} of ${files.count}`);
  }
}

async function bringTo(url: string, migrations: readonly string[]): Promise<void> {
  const database = openDatabase(url, { max: 2 });
  try {
    await migrateTo(database, migrations.at(-1) ?? '');
  } finally {
    await database.close();
  }
}

/** Applies the migrations added since the backup; returns their names. */
async function bringUpToDate(url: string): Promise<string[]> {
  const database = openDatabase(url, { max: 2 });
  try {
    return await migrate(database);
  } finally {
    await database.close();
  }
}

/**
 * Restores a backup into an empty store: first the files, so that no row names a missing file, then all rows in one transaction, then the later
 * migrations. If interrupted, run it again. Throws BackupError if the backup is damaged or the store is not empty.
 */
export async function restore(place: RestorePlace): Promise<{ manifest: Manifest; migrated: string[] }> {
  const { url, folder, onProgress = () => undefined } = place;
  const manifest = await requireSound(folder, onProgress);
  await refuseNewer(manifest);
  await withClient(url, (client) => assertEmpty(client, manifest));
  await putFiles(place, manifest);
  await bringTo(url, manifest.migrations);
  await withClient(url, (client) => loadDatabase(client, folder, manifest, onProgress));
  const migrated = await bringUpToDate(url);
  onProgress('statistics');
  // Lists need planner statistics and the visibility map to be fast.
  await withClient(url, (client) => client.query('vacuum analyze'));
  return { manifest, migrated };
}
