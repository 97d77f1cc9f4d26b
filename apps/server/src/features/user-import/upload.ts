import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withoutHidden } from '@ec/contract/base/names';
import { FileImportRequest, MAX_USER_FILE_BYTES } from '@ec/contract/users/import';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { fileTooLarge, readForm } from '../../platform/http/input/form.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { readAs } from '../../platform/http/input/validation.ts';

const FOLDER = 'user-imports';
const FORGOTTEN_MS = 24 * 3_600_000;

/** The fields of the form, each of which may stand in the address instead. */
export const PeopleForm = z.strictObject({ role: z.optional(z.string()), allOrNothing: z.optional(z.string()) });

export interface ReceivedPeople extends FileImportRequest {
  path: string;
  name: string;
}

/** What a killed process left here: people's names and phones, which nobody will read again. */
async function forgetOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > FORGOTTEN_MS) await rm(path, { force: true });
  }
}

/** Keeps a sent file of people until it is imported; role and allOrNothing stand in the form or in the address. */
export async function receivePeople(
  request: FastifyRequest,
  dataDir: string,
  query: { role?: string | undefined; allOrNothing?: string | undefined },
): Promise<ReceivedPeople> {
  const folder = join(dataDir, FOLDER);
  await mkdir(folder, { recursive: true });
  await forgetOld(folder);
  const path = join(folder, `${newId<string>()}.csv`);
  try {
    const { file: name, fields } = await readForm(
      request,
      { form: PeopleForm, maxBytes: MAX_USER_FILE_BYTES },
      async ({ file, filename }) => {
        await pipeline(file, createWriteStream(path, { mode: 0o600 }));
        if (file.truncated) throw fileTooLarge(MAX_USER_FILE_BYTES);
        return filename || 'people.csv';
      },
    );
    const named = withoutHidden(name).slice(0, 200) || 'people.csv';
    return { path, name: named, ...readAs(FileImportRequest, { ...query, ...fields }) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
