import { join } from 'node:path';
import {
  EarlierElectionRequest,
  EarlierFileForm,
  type EarlierElectionId,
  MAX_EARLIER_FILE,
} from '@ec/contract/unusual/earlier';
import type { FastifyRequest } from 'fastify';
import { type ReceivedFile, receiveFileForm } from '../../../platform/files/received-files.ts';
import { readAs } from '../../../platform/http/input/validation.ts';

export type ReceivedResults = ReceivedFile<EarlierElectionId> & EarlierElectionRequest;

/** Keeps a sent file of earlier results until its lines are in the database. */
export async function receiveResults(request: FastifyRequest, dataDir: string): Promise<ReceivedResults> {
  const folder = join(dataDir, 'earlier-results');
  const file = { form: EarlierFileForm, maxBytes: MAX_EARLIER_FILE, folder, fallback: 'earlier.csv' };
  return await receiveFileForm(request, file, (fields) => {
    const parties = (fields.parties ?? '').split(',').map((party) => party.trim());
    return readAs(EarlierElectionRequest, { ...fields, parties: parties.filter((party) => party !== '') });
  });
}
