import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withoutHidden } from '@ec/contract/base/names';
import { IMPORT_KEPT_MS } from '@ec/contract/geography/register-import';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Actor } from '../http/actor.ts';
import type { Platform } from '../http/context.ts';
import { fileTooLarge, readForm } from '../http/input/form.ts';
import type { Transact } from '../http/router.ts';
import { newId } from '../runtime/ids.ts';
import { requireVirusFree, type Upload } from './virus-scan.ts';

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

/** A file in the data folder of this server; its name there is its id. */
export interface ReceivedFile<Id extends string = string> {
  id: Id;
  path: string;
  fileName: string;
  sha256: Buffer;
}

interface FileForm<F extends z.ZodMiniType> {
  form: F;
  maxBytes: number;
  folder: string;
  /** The name of a file that is sent without one. */
  fallback: string;
}

/**
 * Keeps the CSV file of a form until it is imported: a slow upload must not hold a transaction open. `read` takes the other fields; where it refuses
 * them, the file is not kept.
 */
export async function receiveFileForm<Id extends string, F extends z.ZodMiniType, T>(
  request: FastifyRequest,
  { form, maxBytes, folder, fallback }: FileForm<F>,
  read: (fields: z.output<F>) => T,
): Promise<ReceivedFile<Id> & T> {
  await openFolder(folder, IMPORT_KEPT_MS);
  const id = newId<Id>();
  const path = join(folder, `${id}.csv`);
  try {
    const { file, fields } = await readForm(request, { form, maxBytes }, async (part) => ({
      sha256: await receiveFile(part.file, path, maxBytes),
      fileName: fileNameOf(part.filename, fallback),
    }));
    return { id, path, ...file, ...read(fields) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

interface Receiving<A> {
  platform: Platform;
  present: () => Promise<A>;
  transact: Transact;
}

/** Scans a file that has arrived and uses it for the person as they are then; where anything refuses that, the file is not kept. */
export async function useReceived<A extends Actor, T>(
  { platform, present, transact }: Receiving<A>,
  what: Upload['what'],
  { path }: Pick<ReceivedFile, 'path'>,
  use: (actor: A) => Promise<T>,
): Promise<T> {
  try {
    const actor = await present();
    await requireVirusFree(platform, actor, { what, content: { path } }, transact);
    return await use(actor);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
