import type { EarlierElection, EarlierElectionId } from '@ec/contract/unusual/earlier';
import { expect } from 'vitest';
import type { Client, Reply } from './harness.ts';
import { sendCsv, whenStartedSettled } from './imports.ts';

const PATH = '/unusual/earlier';

export interface EarlierFile {
  text: string;
  name?: string;
  electionDate?: string;
  parties?: string;
}

/** Sends a file of earlier results. */
export async function sendEarlier(by: Client, file: EarlierFile): Promise<Reply> {
  const { text, name = 'Presidential 2023', electionDate = '2023-02-25', parties = 'APC,PDP,LP,NNPP' } = file;
  const fields = { name, type: 'presidential', electionDate, parties };
  return await sendCsv(by, PATH, { content: text, name: 'earlier.csv', fields });
}

/** Sends a file and waits until it is checked. */
export const checkEarlier = async (by: Client, file: EarlierFile) =>
  await whenStartedSettled<EarlierElection>(by, await sendEarlier(by, file), PATH);

/** The same, and stores it. */
export async function importEarlier(by: Client, file: EarlierFile): Promise<EarlierElectionId> {
  const { id, state, error } = await checkEarlier(by, file);
  expect([state, error]).toEqual(['waiting', null]);
  expect((await by.post(`${PATH}/${id}/store`)).status).toBe(200);
  return id;
}
