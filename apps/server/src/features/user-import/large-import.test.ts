import { codeOf } from '@ec/contract/geography/location-id';
import type { UserImport } from '@ec/contract/users/import';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWard, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

/** Sends a file as a browser's form does, and waits until its import has ended. */
async function importFile(content: string): Promise<UserImport> {
  const form = new FormData();
  form.append('role', 'polling_unit_officer');
  form.append('file', new Blob([content], { type: 'text/csv' }), 'officers.csv');
  const request = new Response(form);
  const started = await national.send({
    method: 'POST',
    url: '/api/users/import/file',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const read = async () =>
    (await national.get(`/users/import/${started.json<string>('data.id')}`)).json<UserImport>('data');
  await expect.poll(async () => (await read()).state, { interval: 20, timeout: 150_000 }).toMatch(/completed|failed/);
  return await read();
}

it('10,000 officers come in at once', { timeout: 180_000 }, async () => {
  const codes: string[] = [];
  for (let ward = 0; ward < 10; ward++) {
    const { units } = await createWard(test.database.db, 1000, place('33-01'));
    codes.push(...units.map(codeOf));
  }
  const phone = (index: number) => `0812${String(index).padStart(7, '0')}`;
  const lines = codes.map((code, index) => `Officer Number ${index},${phone(index)},${code}`);
  const file = ['name,phone,pu_code', ...lines, 'bad,row,x'].join('\n');
  const done = await importFile(file);
  expect(done).toMatchObject({ state: 'completed', rows: 10_001, accepted: 10_000, refused: 1 });
  const { rows } = await test.database.pool.query('select new_values from audit_entries where resource_id = $1', [
    done.id,
  ]);
  expect(rows).toHaveLength(10);
});
