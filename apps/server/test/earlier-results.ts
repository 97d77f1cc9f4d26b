import { isRunning } from '@ec/contract/geography/register-import';
import type { EarlierElection, EarlierElectionId } from '@ec/contract/unusual/earlier';
import { expect } from 'vitest';
import type { Client, Reply } from './harness.ts';

export interface EarlierFile {
  text: string;
  name?: string;
  electionDate?: string;
  parties?: string;
}

/** Sends a file of earlier results as a browser's form does. */
export async function sendEarlier(by: Client, file: EarlierFile): Promise<Reply> {
  const { text, name = 'Presidential 2023', electionDate = '2023-02-25', parties = 'APC,PDP,LP,NNPP' } = file;
  const form = new FormData();
  for (const [field, value] of Object.entries({ name, type: 'presidential', electionDate, parties }))
    form.append(field, value);
  form.append('file', new Blob([text], { type: 'text/csv' }), 'earlier.csv');
  const request = new Response(form);
  return await by.send({
    method: 'POST',
    url: '/api/unusual/earlier',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

/** Sends a file and waits until it is checked. */
export async function checkEarlier(by: Client, file: EarlierFile): Promise<EarlierElection> {
  const started = await sendEarlier(by, file);
  expect([started.status, started.code]).toEqual([202, undefined]);
  const id = started.json<string>('data.id');
  const read = async () => (await by.get(`/unusual/earlier/${id}`)).json<EarlierElection>('data');
  await expect.poll(async () => isRunning((await read()).state), { interval: 20, timeout: 120_000 }).toBe(false);
  return await read();
}

/** The same, and stores it. */
export async function importEarlier(by: Client, file: EarlierFile): Promise<EarlierElectionId> {
  const { id, state, error } = await checkEarlier(by, file);
  expect([state, error]).toEqual(['waiting', null]);
  expect((await by.post(`/unusual/earlier/${id}/store`)).status).toBe(200);
  return id;
}
