import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where sheets lie: originals byte for byte, and the pictures made of them, under names of their content. */
export interface FileStore {
  put(key: string, content: Buffer): Promise<void>;
  putFile(key: string, file: string): Promise<void>;
  get(key: string): Promise<Readable>;
  has(key: string): Promise<boolean>;
}

/** Keeps them in a folder of the data directory, readable by its owner alone. */
export function createFileStore(dataDir: string): FileStore {
  const disk = new Disk(
    new FSDriver({ location: pathToFileURL(`${path.resolve(dataDir, 'files')}/`), visibility: 'private' }),
  );
  return {
    put: (key, content) => disk.put(key, content),
    putFile: (key, file) => disk.putStream(key, createReadStream(file)),
    get: (key) => disk.getStream(key),
    has: (key) => disk.exists(key),
  };
}

/** The key of a content: spread over folders by the first two digits of its digest. */
export function keyOf(sha256: Buffer, variant: 'original' | 'view' | 'thumbnail'): string {
  const hex = sha256.toString('hex');
  return `${variant}/${hex.slice(0, 2)}/${hex}`;
}
