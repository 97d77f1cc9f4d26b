import { createStore, del, entries, get, set } from 'idb-keyval';

/**
 * The store for work on this device: IndexedDB, which holds photos and survives a closed browser. If the browser refuses it
 * (some private windows, a full phone), the tab's memory is used, and isDurable reports that closing the tab would lose it.
 */
const database = typeof indexedDB === 'undefined' ? undefined : createStore('ec-device', 'kept');
const memory = new Map<string, unknown>();

/** False while anything is only in the tab's memory. */
export function isDurable(): boolean {
  return memory.size === 0;
}

export async function keep(key: string, value: unknown): Promise<void> {
  try {
    if (!database) throw new Error('no IndexedDB');
    await set(key, value, database);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

/** As `kept`, but a store that cannot be read throws: it does not say that nothing is kept. */
export async function keptOrThrow<T>(key: string): Promise<T | undefined> {
  if (memory.has(key)) return memory.get(key) as T;
  return database && (await get<T>(key, database));
}

export async function kept<T>(key: string): Promise<T | undefined> {
  try {
    return await keptOrThrow<T>(key);
  } catch {
    return undefined;
  }
}

export async function forget(key: string): Promise<void> {
  memory.delete(key);
  try {
    if (database) await del(key, database);
  } catch {
    // What cannot be removed is at worst offered again, and the server knows it by its key.
  }
}

/** All values whose keys begin with the prefix. */
export async function keptUnder<T>(prefix: string): Promise<T[]> {
  const found = new Map<string, T>();
  try {
    for (const [key, value] of database ? await entries<string, T>(database) : []) {
      if (key.startsWith(prefix)) found.set(key, value);
    }
  } catch {
    // The memory below is then all there is.
  }
  for (const [key, value] of memory) if (key.startsWith(prefix)) found.set(key, value as T);
  return [...found.values()];
}

/** Asks the browser not to clear what is kept when the phone runs short of space. */
export function askToPersist(): void {
  if (typeof navigator !== 'undefined' && 'storage' in navigator) void navigator.storage.persist?.().catch(() => false);
}
