import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';

/** All of Nigeria's register is a quarter of this, not compressed. */
export const MAX_REGISTER_BYTES = 64 * 1024 * 1024;

const MEDIA_TYPES = ['text/csv', 'application/csv', 'application/gzip', 'application/x-gzip'];

/** Lets register files through as they are, as a stream; what no route asks for is refused by its validation. */
export function acceptRegisterFiles(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(MEDIA_TYPES, (_request, payload, done) => done(null, payload));
}

export interface ReceivedFile {
  path: string;
  name: string;
  remove: () => Promise<void>;
}

async function receivedStream(
  request: FastifyRequest,
): Promise<{ stream: Readable; name: string; truncated: () => boolean }> {
  if (request.isMultipart()) {
    const file = await request.file({ limits: { fileSize: MAX_REGISTER_BYTES } });
    if (!file) throw new AppError('FILE_MISSING');
    return { stream: file.file, name: file.filename, truncated: () => file.file.truncated };
  }
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!MEDIA_TYPES.includes(type)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  return { stream: request.body as Readable, name: 'register.csv', truncated: () => false };
}

async function* limited(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_REGISTER_BYTES)
      throw new AppError('FILE_TOO_LARGE', { megabytes: MAX_REGISTER_BYTES / 1024 / 1024 });
    yield chunk;
  }
}

/** Keeps the uploaded register in a file until it is imported: a slow upload must not hold a transaction open. */
export async function receiveRegister(request: FastifyRequest, dataDir: string): Promise<ReceivedFile> {
  const { stream, name, truncated } = await receivedStream(request);
  const folder = join(dataDir, 'imports');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${newId<string>()}.csv`);
  const remove = () => rm(path, { force: true });
  try {
    await pipeline(limited(stream), createWriteStream(path, { mode: 0o600 }));
    if (truncated()) throw new AppError('FILE_TOO_LARGE', { megabytes: MAX_REGISTER_BYTES / 1024 / 1024 });
    return { path, name, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
