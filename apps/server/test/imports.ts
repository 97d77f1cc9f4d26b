import { expect } from 'vitest';
import type { Client, Reply } from './harness.ts';

interface SentFile {
  content: string | Buffer;
  name: string;
  fields?: Record<string, string>;
}

/** Sends a CSV file as a browser's form does. */
export async function sendCsv(by: Client, path: string, { content, name, fields = {} }: SentFile): Promise<Reply> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append(
    'file',
    new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type: 'text/csv' }),
    name,
  );
  const request = new Response(form);
  return await by.send({
    method: 'POST',
    url: `/api${path}`,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

/** Waits until no process works on the import at this path, and answers how it stands. */
export async function whenSettled<Import extends { state: string }>(by: Client, path: string): Promise<Import> {
  const read = async () => (await by.get(path)).json<Import>('data');
  const state = async () => (await read()).state;
  await expect.poll(state, { interval: 20, timeout: 150_000 }).not.toMatch(/reading|checking|storing/);
  return await read();
}

/** The same for an import that was started by this answer. */
export async function whenStartedSettled<Import extends { state: string }>(
  by: Client,
  started: Reply,
  path: string,
): Promise<Import> {
  expect([started.status, started.code], started.text).toEqual([202, undefined]);
  return await whenSettled<Import>(by, `${path}/${started.json<string>('data.id')}`);
}
