import type { UserImport } from '@ec/contract/users/import';
import { codeOf } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerson, createWard, nextPhone, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { EVERYTHING, narrowed } from '../../../test/moderators.ts';
import { HIDDEN_PHONES_PER_IMPORT } from './hidden-phones.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const HEADER = 'name,phone,pu_code';
const local = () => `0${nextPhone().slice(4)}`;
const stored = (phone: string) => `+234${phone.slice(1)}`;
const csv = (...lines: string[]) => lines.join('\n');

async function importFile(content: string, by: Client): Promise<UserImport> {
  const form = new FormData();
  form.append('file', new Blob([content], { type: 'text/csv' }), 'officers.csv');
  form.append('role', 'polling_unit_officer');
  const request = new Response(form);
  const started = await by.send({
    method: 'POST',
    url: '/api/users/import/file',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(started.status, started.text).toBe(202);
  const progress = async () =>
    (await by.get(`/users/import/${started.json<string>('data.id')}`)).json<UserImport>('data');
  await expect.poll(async () => (await progress()).state, { interval: 20 }).toMatch(/completed|failed/);
  return await progress();
}

it('of people is stopped where it would confirm too many phones that are hidden from the importer', async () => {
  const { units } = await createWard(test.database.db, 1);
  const state = await narrowed(test, {
    ...EVERYTHING,
    allowedStates: ['24'],
    canManageRoles: ['lga_admin', 'polling_unit_officer'],
  });
  const nationwide = await test.as('national_admin', place('NG'));
  const elsewhere = await createWard(test.database.db, 1, place('01-01'));
  const many = Array.from({ length: HIDDEN_PHONES_PER_IMPORT + 1 }, local);
  for (const phone of many)
    await createPerson(test.database.db, { role: 'moderator', area: elsewhere.ward, phone: stored(phone) });
  const rowsAt = (code: string) => many.map((phone, index) => `Officer ${index},${phone},${code}`);

  const unstorable = await importFile(csv(HEADER, ...rowsAt('99-99-99-999')), state);
  expect(JSON.stringify(unstorable.refusals)).not.toContain('in use');

  const stopped = await importFile(csv(HEADER, ...rowsAt(codeOf(units[0] ?? place('24')))), state);
  expect([stopped.state, stopped.error?.code, stopped.refusals]).toEqual(['failed', 'USER_IMPORT_PHONES_TAKEN', []]);
  expect((await importFile(csv(HEADER, ...rowsAt(codeOf(units[0] ?? place('24')))), nationwide)).refused).toBe(
    many.length,
  );
});
