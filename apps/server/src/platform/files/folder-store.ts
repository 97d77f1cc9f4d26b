import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { absent, type FileStore, isAbsent, requireKey, type StoredObject, storeAway } from './file-store.ts';

/** Begins with a dot, as no key does. */
const DRAFTS = '.drafts';
const DRAFT_HOURS = 24;
/** Full, over a quota, mounted for reading only, broken, or a share that is away. */
const AWAY = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ESTALE', 'ETIMEDOUT', 'EHOSTDOWN']);

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code ?? '';

function explained(error: unknown): Error {
  return AWAY.has(codeOf(error)) ? storeAway(error) : (error as Error);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the folder, and what names it safe from a loss of power. */
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

/** Takes away what processes that were killed had begun to write. */
async function sweepDrafts(drafts: string): Promise<void> {
  const before = Date.now() - DRAFT_HOURS * 3_600_000;
  for (const name of await readdir(drafts)) {
    const file = path.join(drafts, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(file, { force: true });
  }
}

/** Keeps files in a folder, readable by its owner alone; several servers may share one. */
export function createFolderStore(folder: string): FileStore {
  const at = (key: string) => path.join(folder, requireKey(key));
  const drafts = path.join(folder, DRAFTS);
  let swept: Promise<void> | undefined;

  async function holds(target: string, content: Buffer): Promise<boolean> {
    try {
      const { size } = await stat(target);
      return size === content.length && content.equals(await readFile(target));
    } catch (error) {
      // Also of one that was taken away between the two.
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
        // Also of one that another process has just put there and not yet made safe.
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
