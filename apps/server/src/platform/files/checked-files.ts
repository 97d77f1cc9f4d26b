import { type FileStore, isAbsent, isChanged } from './file-store.ts';
import { sha256 } from '../runtime/ids.ts';

/** A stored file that is missing or whose content has changed. */
export class FileFault extends Error {
  override name = 'FileFault';
  readonly kind: 'missing' | 'changed';

  constructor(kind: FileFault['kind'], key: string) {
    super(`The file ${key} is ${kind}`);
    this.kind = kind;
  }
}

/** Limit for files read into memory: sheets and profile pictures have at most 10 MB. */
const MOST_BYTES = 11 * 1024 * 1024;

async function readWhole(store: FileStore, key: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  const content = await store.get(key);
  for await (const part of content as AsyncIterable<Buffer>) {
    size += part.length;
    // Leaving the loop closes the stream.
    if (size > MOST_BYTES) throw new FileFault('changed', key);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Like readWhole, with the memory allocated once. */
async function readSized(store: FileStore, key: string, size: number): Promise<Buffer> {
  if (size > MOST_BYTES) throw new FileFault('changed', key);
  const content = await store.get(key);
  const whole = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  for await (const part of content as AsyncIterable<Buffer>) {
    if (filled + part.length > size) throw new FileFault('changed', key);
    filled += part.copy(whole, filled);
  }
  if (filled < size) throw new FileFault('changed', key);
  return whole;
}

/** The whole content under the key, after its SHA-256 (and its size, if given) was checked. Throws FileFault if the file is missing or changed. */
export async function readChecked(store: FileStore, key: string, digest: Buffer, size?: number): Promise<Buffer> {
  let content: Buffer;
  try {
    content = size === undefined ? await readWhole(store, key) : await readSized(store, key, size);
  } catch (error) {
    if (isAbsent(error)) throw new FileFault('missing', key);
    if (isChanged(error)) throw new FileFault('changed', key);
    throw error;
  }
  if (!sha256(content).equals(digest)) throw new FileFault('changed', key);
  return content;
}
