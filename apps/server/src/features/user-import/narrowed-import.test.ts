import { codeOf } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWard, nextPhone } from '../../../test/builders.ts';
import { type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { EVERYTHING, narrow, narrowed } from '../../../test/moderators.ts';
import { importEnded, sendOfficers } from '../../../test/user-import.ts';
import { newId } from '../../platform/runtime/ids.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

it.each([
  ['areas', { allowedStates: ['19'] }, 'NOT_PERMITTED'],
  ['roles', { canManageRoles: ['lga_admin' as const] }, 'ROLE_NOT_ASSIGNABLE'],
])('a file stores no user where the importer lost some of their %s while it ran', async (_what, narrower, code) => {
  const { units } = await createWard(test.database.db, 1);
  const phone = nextPhone();
  const privileges = { ...EVERYTHING, canManageRoles: ['polling_unit_officer' as const] };
  const by = await narrowed(test, privileges);
  const holder = await test.database.pool.connect();
  let started: Reply;
  try {
    // A user who is being stored with the same phone makes the import wait.
    await holder.query('begin');
    const other = [newId<string>(), phone];
    await holder.query("insert into users (id, name, phone, role) values ($1, 'Other', $2, 'moderator')", other);
    started = await sendOfficers(by, `name,phone,pu_code\nAda Obi,${phone},${units.map(codeOf).join('')}`);
    const waits = `select from pg_stat_activity where wait_event = 'transactionid' and datname = current_database()`;
    await expect.poll(async () => (await test.database.pool.query(waits)).rowCount).toBe(1);
    await narrow(test, by, { ...privileges, ...narrower });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await importEnded(by, started)).toMatchObject({ state: 'failed', error: { code } });
  const stored = await test.database.pool.query('select from users where phone = $1', [phone]);
  expect(stored.rowCount).toBe(0);
});
