import { join } from 'node:path';
import { UserFileForm } from '@ec/contract/users/endpoints';
import { FileImportRequest, MAX_USER_FILE_BYTES } from '@ec/contract/users/import';
import type { FastifyRequest } from 'fastify';
import { type ReceivedFile, receiveFileForm } from '../../platform/files/received-files.ts';
import { readAs } from '../../platform/http/input/validation.ts';

export type ReceivedPeople = ReceivedFile & FileImportRequest;

/** Keeps a sent file of people until it is imported; role and allOrNothing stand in the form or in the address. */
export async function receivePeople(
  request: FastifyRequest,
  dataDir: string,
  query: { role?: string | undefined; allOrNothing?: string | undefined },
): Promise<ReceivedPeople> {
  const folder = join(dataDir, 'user-imports');
  const file = { form: UserFileForm, maxBytes: MAX_USER_FILE_BYTES, folder, fallback: 'people.csv' };
  return await receiveFileForm(request, file, (fields) => readAs(FileImportRequest, { ...query, ...fields }));
}
