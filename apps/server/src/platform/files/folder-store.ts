import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { absent, type FileStore, isAbsent, requireKey, type StoredObject, storeAway } from './file-store.ts';

/** Starts with a dot, which no key does. */
const DRAFTS = '.drafts';
const DRAFT_HOURS = 24;
/** Disk full, over quota, read-only, broken, or network share unreachable. */
const AWAY = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ESTALE', 'ETIMEDOUT', 'EHOSTDOWN']);

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code ?? '';

function explained(error: unknown): Error {
  return AWAY.has(codeOf(error)) ? storeAway(error) : (error as Error);
}

/** Syncs the folder's entries to disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates the folder and syncs its parent, so that it survives a power failure. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let above = path.dirname(folder); above.length >= path.dirname(first).length; above = path.dirname(above)) {
    await syncFolder(above);
    if (above === path.dirname(above)) return;
  }
}

async function writeDraft(draft: string, content: Buffer): Promise<void> {
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Deletes incomplete files of killed processes. */
async function sweepDrafts(drafts: string): Promise<void> {
  const before = Date.now() - DRAFT_HOURS * 3_600_000;
  for (const name of await readdir(drafts)) {
    const file = path.join(drafts, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(file, { force: true });
  }
}

/** Stores files in a folder readable only by its owner; several servers may share one. */
export function createFolderStore(folder: string): FileStore {
  const at = (key: string) => path.join(folder, requireKey(key));
  const drafts = path.join(folder, DRAFTS);
  let swept: Promise<void> | undefined;

  async function holds(target: string, content: Buffer): Promise<boolean> {
    try {
      const { size } = await stat(target);
      return size === content.length && content.equals(await readFile(target));
    } catch (error) {
      // Also false if it was deleted between the two calls.
      if (isAbsent(error)) return false;
      throw error;
    }
  }

  async function write(target: string, content: Buffer): Promise<void> {
    await makeFolder(drafts);
    await makeFolder(path.dirname(target));
    swept ??= sweepDrafts(drafts).catch(() => undefined);
    const draft = path.join(drafts, randomUUID());
    try {
      await writeDraft(draft, content);
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  return {
    async put(key, content) {
      const target = at(key);
      try {
        if (!(await holds(target, content))) await write(target, content);
        // Also when another process has just put the file there and not yet synced it.
        await syncFolder(path.dirname(target));
      } catch (error) {
        throw explained(error);
      }
    },
    async get(key) {
      try {
        return (await open(at(key), 'r')).createReadStream();
      } catch (error) {
        throw isAbsent(error) ? absent(key, error) : explained(error);
      }
    },
    async has(key) {
      try {
        return (await stat(at(key))).isFile();
      } catch (error) {
        if (isAbsent(error)) return false;
        throw explained(error);
      }
    },
    async remove(key) {
      await rm(at(key), { force: true }).catch((error: unknown) => {
        throw explained(error);
      });
    },
    async *list(prefix = ''): AsyncGenerator<StoredObject> {
      try {
        for await (const entry of await opendir(folder, { recursive: true })) {
          const file = path.join(entry.parentPath, entry.name);
          const key = path.relative(folder, file).replaceAll(path.sep, '/');
          if (!entry.isFile() || key.startsWith(`${DRAFTS}/`) || !key.startsWith(prefix)) continue;
          const found = await stat(file).catch(() => undefined);
          if (found) yield { key, size: found.size, storedAt: found.mtime };
        }
      } catch (error) {
        if (!isAbsent(error)) throw explained(error);
      }
    },
  };
}
