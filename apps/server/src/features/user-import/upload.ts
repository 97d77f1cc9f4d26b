import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserFileForm } from '@ec/contract/users/endpoints';
import { FileImportRequest, MAX_USER_FILE_BYTES } from '@ec/contract/users/import';
import type { FastifyRequest } from 'fastify';
import { fileNameOf, openFolder, receiveFile } from '../../platform/files/received-files.ts';
import { readForm } from '../../platform/http/input/form.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { readAs } from '../../platform/http/input/validation.ts';

const FOLDER = 'user-imports';
/** People's names and phones, left by a killed process and not needed any more. */
const FORGOTTEN_MS = 24 * 3_600_000;

export interface ReceivedPeople extends FileImportRequest {
  path: string;
  name: string;
}

/** Keeps a sent file of people until it is imported; role and allOrNothing stand in the form or in the address. */
export async function receivePeople(
  request: FastifyRequest,
  dataDir: string,
  query: { role?: string | undefined; allOrNothing?: string | undefined },
): Promise<ReceivedPeople> {
  const folder = join(dataDir, FOLDER);
  await openFolder(folder, FORGOTTEN_MS);
  const path = join(folder, `${newId<string>()}.csv`);
  try {
    const limits = { form: UserFileForm, maxBytes: MAX_USER_FILE_BYTES };
    const { file: name, fields } = await readForm(request, limits, async ({ file, filename }) => {
      await receiveFile(file, path, MAX_USER_FILE_BYTES);
      return fileNameOf(filename, 'people.csv');
    });
    return { path, name, ...readAs(FileImportRequest, { ...query, ...fields }) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
