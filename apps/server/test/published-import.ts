import type { PublishedImport } from '@ec/contract/collations/published';
import { isRunning } from '@ec/contract/geography/register-import';
import { expect } from 'vitest';
import type { Client, Reply } from './harness.ts';

/** Sends a file of published sheets as a browser's form does. */
export async function sendSheets(by: Client, electionId: string, text: string, name = 'portal.csv'): Promise<Reply> {
  const form = new FormData();
  form.append('electionId', electionId);
  form.append('file', new Blob([text], { type: 'text/csv' }), name);
  const request = new Response(form);
  return await by.send({
    method: 'POST',
    url: '/api/collations/published/import',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

/** Waits until the work on an import has ended, and answers how it stands. */
export async function importEnded(by: Client, id: string): Promise<PublishedImport> {
  const read = async () => (await by.get(`/collations/published/import/${id}`)).json<PublishedImport>('data');
  await expect.poll(async () => isRunning((await read()).state), { interval: 20, timeout: 150_000 }).toBe(false);
  return await read();
}

/** Sends a file and waits until it is checked. */
export async function checkSheets(by: Client, electionId: string, text: string): Promise<PublishedImport> {
  const started = await sendSheets(by, electionId, text);
  expect([started.status, started.code]).toEqual([202, undefined]);
  return await importEnded(by, started.json<string>('data.id'));
}

/** The same, and stores it. */
export async function importSheets(by: Client, electionId: string, text: string): Promise<PublishedImport> {
  const { id } = await checkSheets(by, electionId, text);
  expect((await by.post(`/collations/published/import/${id}/store`)).status).toBe(202);
  return await importEnded(by, id);
}
