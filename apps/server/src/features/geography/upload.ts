import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_REGISTER_BYTES } from '@ec/contract/register-import';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { type FileStore, isAbsent } from '../../platform/file-store.ts';
import { newId } from '../../platform/ids.ts';
import { KEPT_MS } from './rules.ts';

const MEDIA_TYPES = ['text/csv', 'application/csv', 'application/gzip', 'application/x-gzip'];

/** Lets register files through as they are, as a stream; what no route asks for is refused by its validation. */
export function acceptRegisterFiles(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(MEDIA_TYPES, (_request, payload, done) => done(null, payload));
}

/** A register in the data folder; its name there is the import's id. */
export interface ReceivedFile {
  id: string;
  path: string;
  /** The name that the person knows it by. */
  name: string;
  sha256: Buffer;
}

const tooLarge = () => new AppError('FILE_TOO_LARGE', { megabytes: MAX_REGISTER_BYTES / 1024 / 1024 });
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
    if (Date.now() - storedAt.getTime() > KEPT_MS) await store.remove(key);
  }
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(path, { force: true });
  }
}

async function receivedStream(
  request: FastifyRequest,
): Promise<{ stream: Readable; name: string; truncated: () => boolean }> {
  if (request.isMultipart()) {
    const file = await request.file({ limits: { fileSize: MAX_REGISTER_BYTES } });
    if (!file) throw new AppError('FILE_MISSING');
    const name = file.filename.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200) || 'register.csv';
    return { stream: file.file, name, truncated: () => file.file.truncated };
  }
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!MEDIA_TYPES.includes(type)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  return { stream: request.body as Readable, name: 'register.csv', truncated: () => false };
}

/** Keeps the uploaded register in a file until it is imported: a slow upload must not hold a transaction open. */
export async function receiveRegister(request: FastifyRequest, { dataDir, store }: Places): Promise<ReceivedFile> {
  const { stream, name, truncated } = await receivedStream(request);
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
    await pipeline(measured(stream), createWriteStream(path, { mode: 0o600 }));
    if (truncated()) throw tooLarge();
    return { id, path, name, sha256: hash.digest() };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
