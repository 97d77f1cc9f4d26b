import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Platform } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type FileStore, isAbsent } from '../../../platform/files/file-store.ts';
import { RegisterForm } from '@ec/contract/geography/endpoints';
import { IMPORT_KEPT_MS, MAX_REGISTER_BYTES } from '@ec/contract/geography/register-import';
import { fileNameOf, openFolder, type ReceivedFile, receiveFile } from '../../../platform/files/received-files.ts';
import { readForm } from '../../../platform/http/input/form.ts';
import { newId } from '../../../platform/runtime/ids.ts';

const MEDIA_TYPES = ['text/csv', 'application/csv', 'application/gzip', 'application/x-gzip'];

/** Lets register files through as they are, as a stream; what no route asks for is refused by its validation. */
export function acceptRegisterFiles(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(MEDIA_TYPES, (_request, payload, done) => done(null, payload));
}

const DEFAULT_NAME = 'register.csv';
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

/** Removes the shared files that were not decided on. */
async function removeOld(store: FileStore): Promise<void> {
  for await (const { key, storedAt } of store.list('imports/')) {
    if (Date.now() - storedAt.getTime() > IMPORT_KEPT_MS) await store.remove(key);
  }
}

/** Writes the file of a form, or the body itself, to `path`; answers its name and digest. */
async function receive(request: FastifyRequest, path: string): Promise<Pick<ReceivedFile, 'fileName' | 'sha256'>> {
  if (request.isMultipart()) {
    const limits = { form: RegisterForm, maxBytes: MAX_REGISTER_BYTES };
    const { file } = await readForm(request, limits, async (part) => ({
      sha256: await receiveFile(part.file, path, MAX_REGISTER_BYTES),
      fileName: fileNameOf(part.filename, DEFAULT_NAME),
    }));
    return file;
  }
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!MEDIA_TYPES.includes(type)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  return { sha256: await receiveFile(request.body as Readable, path, MAX_REGISTER_BYTES), fileName: DEFAULT_NAME };
}

/** Keeps the uploaded register in a file until it is imported: a slow upload must not hold a transaction open. */
export async function receiveRegister(request: FastifyRequest, { dataDir, store }: Places): Promise<ReceivedFile> {
  await openFolder(folderOf(dataDir), IMPORT_KEPT_MS);
  await removeOld(store);
  const id = newId<string>();
  const path = pathOfRegister(dataDir, id);
  try {
    return { id, path, ...(await receive(request, path)) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
