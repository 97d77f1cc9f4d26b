import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where sheets and profile pictures lie, under names that their features choose. */
export interface FileStore {
  /** Stores the content; once it answers, the content survives a loss of power. */
  put(key: string, content: Buffer): Promise<void>;
  get(key: string): Promise<Readable>;
  /** Takes the content away; nothing happens where there is none. */
  remove(key: string): Promise<void>;
}

/** Keeps them in a folder of the data directory, readable by its owner alone. */
export function createFileStore(dataDir: string): FileStore {
  const folder = path.resolve(dataDir, 'files');
  const disk = new Disk(new FSDriver({ location: pathToFileURL(`${folder}${path.sep}`), visibility: 'private' }));
  return {
    async put(key, content) {
      await disk.put(key, content);
      const file = await open(path.join(folder, key), 'r+');
      await file.sync();
      await file.close();
    },
    get: (key) => disk.getStream(key),
    remove: (key) => disk.delete(key),
  };
}
