import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../platform/files/file-store.ts';
import type { Progress } from './error.ts';
import { keepNames, type ListedFile, locationOf, namesKept, readNames, writeList } from './file-list.ts';
import { inParallel } from './in-parallel.ts';
import type { Faults, Manifest } from './manifest.ts';
import { namedFiles, type NamedFile } from './named-files.ts';
import { syncFolder } from '../platform/files/folder-store.ts';
import { writeCounted } from './parts.ts';
import { withSnapshot } from './snapshot.ts';

/** While one file is synced to disk, others are read. */
const AT_ONCE = 8;
const MOST_NAMED = 100;
const PROGRESS_EVERY = 100;

type Outcome = { key: string; copied: ListedFile | undefined; damaged: boolean };

const faults = (keys: readonly string[]): Faults => ({ count: keys.length, named: keys.slice(0, MOST_NAMED) });

async function copyFile(store: FileStore, folder: string, { key, sha256 }: NamedFile): Promise<Outcome> {
  const location = locationOf(folder, key);
  await mkdir(path.dirname(location), { recursive: true, mode: 0o700 });
  try {
    const written = await writeCounted(location, await store.get(key));
    const damaged = sha256 !== null && sha256 !== written.sha256;
    return { key, copied: { key, ...written }, damaged };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error as Error;
    await rm(location, { force: true });
    return { key, copied: undefined, damaged: false };
  }
}

/** The keys that rows still name now. Files of the other keys were rightly deleted while files were copied. */
async function stillNamed(url: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const wanted = new Set(keys);
  const found: string[] = [];
  await withSnapshot(url, async (client) => {
    for await (const { key } of namedFiles(client)) if (wanted.has(key)) found.push(key);
  });
  return found;
}

/** Lists the files that the snapshot's rows name; copyNamed copies them later. */
export async function noteNames(client: Parameters<typeof namedFiles>[0], folder: string): Promise<number> {
  return await keepNames(folder, namedFiles(client));
}

/**
 * Copies the listed files. They were written before their rows and never change, so each is as it was at the snapshot, unless it was deleted since.
 */
export async function copyNamed(
  { url, store, folder }: { url: string; store: FileStore; folder: string },
  total: number,
  onProgress: Progress,
): Promise<Manifest['files']> {
  const gone: string[] = [];
  const damaged: string[] = [];
  const folders = new Set<string>([folder]);
  let count = 0;
  let bytes = 0;
  async function* listed(): AsyncGenerator<ListedFile> {
    for await (const outcome of inParallel(readNames(folder), AT_ONCE, (name) => copyFile(store, folder, name))) {
      if (outcome.damaged) damaged.push(outcome.key);
      if (!outcome.copied) {
        gone.push(outcome.key);
        continue;
      }
      count += 1;
      bytes += outcome.copied.size;
      for (
        let above = path.dirname(locationOf(folder, outcome.key));
        !folders.has(above);
        above = path.dirname(above)
      ) {
        folders.add(above);
      }
      if (count % PROGRESS_EVERY === 0) onProgress(`file ${count} of ${total}`);
      yield outcome.copied;
    }
  }
  const part = await writeList(folder, listed());
  await rm(namesKept(folder));
  for (const each of folders) await syncFolder(each);
  return { count, bytes, part, missing: faults(await stillNamed(url, gone)), damaged: faults(damaged) };
}
