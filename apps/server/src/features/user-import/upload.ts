import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileImportRequest, MAX_USER_FILE_BYTES } from '@ec/contract/user-import';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';

const FOLDER = 'user-imports';
const FORGOTTEN_MS = 24 * 3_600_000;
const MEGABYTE = 1024 * 1024;

export interface ReceivedPeople extends FileImportRequest {
  path: string;
  name: string;
}

function refusalOf(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof AppError || typeof code !== 'string') return error;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
  return code.startsWith('FST_') ? new AppError('MALFORMED_REQUEST') : error;
}

const tooLarge = () => new AppError('FILE_TOO_LARGE', { megabytes: MAX_USER_FILE_BYTES / MEGABYTE });

/** What a killed process left here: people's names and phones, which nobody will read again. */
async function forgetOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > FORGOTTEN_MS) await rm(path, { force: true });
  }
}

function readFields(fields: Record<string, unknown>): FileImportRequest {
  const parsed = FileImportRequest.safeParse(fields);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new AppError('VALIDATION_FAILED').at(...problems);
}

/** Keeps a sent file of people until it is imported; role and allOrNothing stand in the form or in the address. */
export async function receivePeople(request: FastifyRequest, dataDir: string): Promise<ReceivedPeople> {
  if (!request.isMultipart()) throw new AppError('FILE_MISSING');
  const folder = join(dataDir, FOLDER);
  await mkdir(folder, { recursive: true });
  await forgetOld(folder);
  const path = join(folder, `${newId<string>()}.csv`);
  const fields: Record<string, unknown> = { ...(request.query as Record<string, unknown>) };
  let name: string | undefined;
  try {
    for await (const part of request.parts({ limits: { fileSize: MAX_USER_FILE_BYTES, files: 1, fields: 5 } })) {
      if (part.type === 'file') {
        name = part.filename || 'people.csv';
        await pipeline(part.file, createWriteStream(path, { mode: 0o600 }));
        if (part.file.truncated) throw tooLarge();
      } else fields[part.fieldname] = part.value;
    }
    if (name === undefined) throw new AppError('FILE_MISSING');
    return { path, name: name.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200), ...readFields(fields) };
  } catch (error) {
    await rm(path, { force: true });
    throw refusalOf(error);
  }
}
