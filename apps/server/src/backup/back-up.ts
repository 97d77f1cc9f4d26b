import { rmSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../platform/files/file-store.ts';
import { VERSION } from '../platform/runtime/version.ts';
import { copyNamed, noteNames } from './copy-files.ts';
import { BackupError, type Progress } from './error.ts';
import { FORM, type Manifest, writeManifest } from './manifest.ts';
import { syncFolder } from '../platform/files/folder-store.ts';
import { dumpDatabase, withSnapshot } from './snapshot.ts';

export interface BackupPlace {
  /** The database's address, with the owner's role. */
  url: string;
  store: FileStore;
  /** The backup's path; must not exist yet. */
  folder: string;
  onProgress?: Progress;
}

export interface MadeBackup {
  manifest: Manifest;
  /** The SHA-256 of the manifest, which contains those of all parts: stored elsewhere, it proves that nothing was changed. */
  digest: string;
}

async function refuseWhatIsThere(folder: string): Promise<void> {
  const found = await lstat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (found) throw new BackupError(`${folder} is there already. Name a folder that is not.`);
}

async function fill(draft: string, { url, store, onProgress = () => undefined }: BackupPlace): Promise<MadeBackup> {
  await mkdir(path.join(draft, 'tables'), { mode: 0o700 });
  await mkdir(path.join(draft, 'files'), { mode: 0o700 });
  const { dumped, names } = await withSnapshot(url, async (client) => ({
    dumped: await dumpDatabase(client, draft, onProgress),
    names: await noteNames(client, draft),
  }));
  const files = await copyNamed({ url, store, folder: draft }, names, onProgress);
  const manifest: Manifest = { form: FORM, programVersion: VERSION, ...dumped, files };
  const digest = await writeManifest(draft, manifest);
  await syncFolder(path.join(draft, 'tables'));
  await syncFolder(draft);
  return { manifest, digest };
}

/**
 * Backs up the database and files while the server runs. The folder gets its final name when it is complete and on disk; an interrupted backup keeps
 * a name that ends in `.unfinished-…`. Throws BackupError if the folder exists.
 */
export async function backUp(place: BackupPlace): Promise<MadeBackup> {
  const { folder } = place;
  await refuseWhatIsThere(folder);
  await mkdir(path.dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}.unfinished-`);
  const sweep = () => rmSync(draft, { recursive: true, force: true });
  process.once('exit', sweep);
  try {
    const made = await fill(draft, place);
    await refuseWhatIsThere(folder);
    await rename(draft, folder);
    await syncFolder(path.dirname(folder));
    return made;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error as Error;
  } finally {
    process.off('exit', sweep);
  }
}
