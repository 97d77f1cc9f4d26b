import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { IMPORT_KEPT_MS } from '@ec/contract/geography/register-import';
import {
  EarlierElectionRequest,
  EarlierFileForm,
  type EarlierElectionId,
  MAX_EARLIER_FILE,
} from '@ec/contract/unusual/earlier';
import type { FastifyRequest } from 'fastify';
import { fileNameOf, openFolder, receiveFile } from '../../../platform/files/received-files.ts';
import { readForm } from '../../../platform/http/input/form.ts';
import { readAs } from '../../../platform/http/input/validation.ts';
import { newId } from '../../../platform/runtime/ids.ts';

export interface ReceivedResults extends EarlierElectionRequest {
  id: EarlierElectionId;
  path: string;
  fileName: string;
  sha256: Buffer;
}

/** Keeps a sent file of earlier results until its lines are in the database. */
export async function receiveResults(request: FastifyRequest, dataDir: string): Promise<ReceivedResults> {
  const folder = join(dataDir, 'earlier-results');
  await openFolder(folder, IMPORT_KEPT_MS);
  const id = newId<EarlierElectionId>();
  const path = join(folder, `${id}.csv`);
  try {
    const limits = { form: EarlierFileForm, maxBytes: MAX_EARLIER_FILE };
    const { file, fields } = await readForm(request, limits, async (part) => ({
      sha256: await receiveFile(part.file, path, MAX_EARLIER_FILE),
      fileName: fileNameOf(part.filename, 'earlier.csv'),
    }));
    const parties = (fields.parties ?? '').split(',').map((party) => party.trim());
    const election = readAs(EarlierElectionRequest, { ...fields, parties: parties.filter((party) => party !== '') });
    return { id, path, ...file, ...election };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
