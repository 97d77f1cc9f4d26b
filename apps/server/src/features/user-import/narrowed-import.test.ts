import { codeOf } from '@ec/contract/geography/location-id';
import type { UserImport } from '@ec/contract/users/import';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWard, nextPhone } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { EVERYTHING, narrow, narrowed } from '../../../test/moderators.ts';
import { newId } from '../../platform/runtime/ids.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

async function upload(by: Client, content: string): Promise<string> {
  const form = new FormData();
  form.append('role', 'polling_unit_officer');
  form.append('file', new Blob([content], { type: 'text/csv' }), 'officers.csv');
  const request = new Response(form);
  const started = await by.send({
    method: 'POST',
    url: '/api/users/import/file',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(started.status, started.text).toBe(202);
  return started.json<string>('data.id');
}

it.each([
  ['areas', { allowedStates: ['19'] }, 'NOT_PERMITTED'],
  ['roles', { canManageRoles: ['lga_admin' as const] }, 'ROLE_NOT_ASSIGNABLE'],
])('a file stores no user where the importer lost some of their %s while it ran', async (_what, narrower, code) => {
  const { units } = await createWard(test.database.db, 1);
  const phone = nextPhone();
  const privileges = { ...EVERYTHING, canManageRoles: ['polling_unit_officer' as const] };
  const by = await narrowed(test, privileges);
  const holder = await test.database.pool.connect();
  let id: string;
  try {
    // A user who is being stored with the same phone makes the import wait.
    await holder.query('begin');
    const other = [newId<string>(), phone];
    await holder.query("insert into users (id, name, phone, role) values ($1, 'Other', $2, 'moderator')", other);
    id = await upload(by, `name,phone,pu_code\nAda Obi,${phone},${units.map(codeOf).join('')}`);
    const waits = `select from pg_stat_activity where wait_event = 'transactionid' and datname = current_database()`;
    await expect.poll(async () => (await test.database.pool.query(waits)).rowCount).toBe(1);
    await narrow(test, by, { ...privileges, ...narrower });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const progress = async () => (await by.get(`/users/import/${id}`)).json<UserImport>('data');
  await expect.poll(async () => (await progress()).state, { interval: 20 }).toMatch(/completed|failed/);
  expect(await progress()).toMatchObject({ state: 'failed', error: { code } });
  const stored = await test.database.pool.query('select from users where phone = $1', [phone]);
  expect(stored.rowCount).toBe(0);
});
