import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withoutHidden } from '@ec/contract/base/names';
import { fileTooLarge } from '../http/input/form.ts';

const NAME_LENGTH = 200;

/** Makes the folder for received files, and removes those older than `keptMs`, which a killed process left. */
export async function openFolder(folder: string, keptMs: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > keptMs) await rm(path, { force: true });
  }
}

/** Writes a stream to a file that only this account reads, and answers its SHA-256; throws FILE_TOO_LARGE. */
export async function receiveFile(
  stream: AsyncIterable<Buffer> & { truncated?: boolean },
  path: string,
  maxBytes: number,
): Promise<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  async function* measured(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw fileTooLarge(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
    // The parser of forms cuts a file off at the limit.
    if (stream.truncated) throw fileTooLarge(maxBytes);
  }
  await pipeline(stream, measured, createWriteStream(path, { mode: 0o600 }));
  return hash.digest();
}

/** The name by which its sender knows a file, fit to be stored and shown. */
export const fileNameOf = (sent: string, fallback: string): string =>
  withoutHidden(sent).slice(0, NAME_LENGTH) || fallback;
