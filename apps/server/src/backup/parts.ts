import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Part } from './manifest.ts';

/** Passes the chunks through and adds them to a digest. */
function counted(hash: Hash, count: (bytes: number) => void) {
  return async function* pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      count(chunk.length);
      yield chunk;
    }
  };
}

/** A new file, readable only by its owner, synced to disk when it is closed. */
const newFile = (location: string) => createWriteStream(location, { flags: 'wx', mode: 0o600, flush: true });

/** Writes the source to a new file; returns its SHA-256 and size. */
export async function writeCounted(location: string, source: Readable): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  const pass = counted(hash, (bytes) => {
    size += bytes;
  });
  await pipeline(source, pass, newFile(location));
  return { sha256: hash.digest('hex'), size };
}

/** Writes the source as a compressed part of the backup. */
export async function writePart(folder: string, name: string, source: Readable): Promise<Part> {
  const hash = createHash('sha256');
  let size = 0;
  const pass = counted(hash, (bytes) => {
    size += bytes;
  });
  await pipeline(source, createZstdCompress(), pass, newFile(path.join(folder, name)));
  return { name, sha256: hash.digest('hex'), size };
}

/** The content of a part, decompressed. */
export function readPart(folder: string, { name }: Part): Readable {
  const file = createReadStream(path.join(folder, name));
  const plain = createZstdDecompress();
  file.on('error', (error) => plain.destroy(error));
  return file.pipe(plain);
}

/** The digest and size of a file on disk; undefined if it does not exist. */
export async function digestFile(location: string): Promise<{ sha256: string; size: number } | undefined> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of createReadStream(location)) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error as Error;
  }
  return { sha256: hash.digest('hex'), size };
}
