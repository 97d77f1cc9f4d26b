import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withoutHidden } from '@ec/contract/base/names';
import { MAX_REGISTER_BYTES } from '@ec/contract/geography/register-import';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Platform } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type FileStore, isAbsent } from '../../../platform/files/file-store.ts';
import { IMPORT_KEPT_MS } from '@ec/contract/geography/register-import';
import { fileTooLarge, readForm } from '../../../platform/http/input/form.ts';
import { newId } from '../../../platform/runtime/ids.ts';

const MEDIA_TYPES = ['text/csv', 'application/csv', 'application/gzip', 'application/x-gzip'];

/** Lets register files through as they are, as a stream; what no route asks for is refused by its validation. */
export function acceptRegisterFiles(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(MEDIA_TYPES, (_request, payload, done) => done(null, payload));
}

export const RegisterForm = z.strictObject({});

/** A register in the data folder; its name there is the import's id. */
export interface ReceivedFile {
  id: string;
  path: string;
  /** The name that the person knows it by. */
  name: string;
  sha256: Buffer;
}

const tooLarge = () => fileTooLarge(MAX_REGISTER_BYTES);
const folderOf = (dataDir: string) => join(dataDir, 'imports');

export const pathOfRegister = (dataDir: string, id: string): string => join(folderOf(dataDir), `${id}.csv`);

/** Where a register that waits for a decision lies among the files that all servers share. */
export const keyOfRegister = (id: string): string => `imports/${id}.csv`;

/** The folder of this server, and the files that all of them share. */
export interface Places {
  dataDir: string;
  store: FileStore;
}

export const placesOf = ({ config, files }: Pick<Platform, 'config' | 'files'>): Places => ({
  dataDir: config.dataDir,
  store: files,
});

/** Puts a register where every server finds it, and a backup too: the decision on it may reach another server. */
export async function shareRegister({ dataDir, store }: Places, id: string): Promise<void> {
  await store.put(keyOfRegister(id), await readFile(pathOfRegister(dataDir, id)));
}

/** Brings a shared register to this server, where it is to be read; nothing happens where there is none. */
export async function fetchRegister({ dataDir, store }: Places, id: string): Promise<void> {
  await mkdir(folderOf(dataDir), { recursive: true });
  try {
    await pipeline(await store.get(keyOfRegister(id)), createWriteStream(pathOfRegister(dataDir, id), { mode: 0o600 }));
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

export async function removeRegister({ dataDir, store }: Places, id: string): Promise<void> {
  await rm(pathOfRegister(dataDir, id), { force: true });
  await store.remove(keyOfRegister(id));
}

/** The digest of a kept file; undefined where it is gone. */
export async function digestOf(path: string): Promise<Buffer | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest();
}

/** Files that nobody decided on, or that a killed process left. */
async function forgetOld(folder: string, store: FileStore): Promise<void> {
  for await (const { key, storedAt } of store.list('imports/')) {
    if (Date.now() - storedAt.getTime() > IMPORT_KEPT_MS) await store.remove(key);
  }
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > IMPORT_KEPT_MS) await rm(path, { force: true });
  }
}

/** Lets `take` have the file's stream, from a form or as the body itself; answers the file's name. */
async function receiveStream(request: FastifyRequest, take: (stream: Readable) => Promise<void>): Promise<string> {
  if (request.isMultipart()) {
    const limits = { form: RegisterForm, maxBytes: MAX_REGISTER_BYTES };
    const { file } = await readForm(request, limits, async (part) => {
      await take(part.file);
      if (part.file.truncated) throw tooLarge();
      return withoutHidden(part.filename).slice(0, 200);
    });
    return file || 'register.csv';
  }
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!MEDIA_TYPES.includes(type)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  await take(request.body as Readable);
  return 'register.csv';
}

/** Keeps the uploaded register in a file until it is imported: a slow upload must not hold a transaction open. */
export async function receiveRegister(request: FastifyRequest, { dataDir, store }: Places): Promise<ReceivedFile> {
  await mkdir(folderOf(dataDir), { recursive: true });
  await forgetOld(folderOf(dataDir), store);
  const id = newId<string>();
  const path = pathOfRegister(dataDir, id);
  const hash = createHash('sha256');
  let size = 0;
  async function* measured(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > MAX_REGISTER_BYTES) throw tooLarge();
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    const name = await receiveStream(request, (stream) =>
      pipeline(measured(stream), createWriteStream(path, { mode: 0o600 })),
    );
    return { id, path, name, sha256: hash.digest() };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
