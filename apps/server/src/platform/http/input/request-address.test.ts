import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { place } from '../../../../test/builders.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { readChainStand } from '../../audit/audit-stand.ts';
import { addressOf } from './request-checks.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp({ trustProxy: ['127.0.0.1'] });
});
afterAll(() => test.close());

const longHex = () => Array.from({ length: 9000 }, () => Math.floor(Math.random() * 16).toString(16)).join('');

it.each([
  ['an address', '203.0.113.9', '203.0.113.9'],
  ['an address of version 6', '2001:db8::7', '2001:db8::7'],
  ['no address of 9,000 characters', longHex(), '127.0.0.1'],
  ['an address with a network card of 9,000 characters', `fe80::1%${longHex()}`, 'fe80::1'],
])('notes what a proxy passes on where it is an address: %s', async (_, given, noted) => {
  const person = await test.as('national_admin', place('NG'));
  const reply = await person.send({ method: 'POST', url: '/api/auth/logout', headers: { 'x-forwarded-for': given } });
  expect([reply.status, reply.code]).toEqual([200, undefined]);
  const { rows } = await sql`select ip from audit_entries order by id desc limit 1`.execute(test.database.db);
  expect(rows).toEqual([{ ip: noted }]);
  await test.app.platform.auditChain.linkNow();
  expect(await readChainStand(test.database.db)).toMatchObject({ waiting: 0 });
});

it('names no address of a connection that is gone', () => {
  expect(addressOf({ ip: 'unknown', socket: {} })).toBe('::');
});
