import type { Alert } from '@ec/contract/alerts/schemas';
import type { SecurityStatus } from '@ec/contract/security/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notificationsOf } from '../../../test/alerts.ts';
import { tamper } from '../../../test/audit-tamper.ts';
import { place } from '../../../test/builders.ts';
import { type Client, testApp, type TestApp } from '../../../test/harness.ts';
import { auditOf } from '../../../test/looks.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { watchChain } from './watch-service.ts';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

const alerts = async (state: string) =>
  (await admin.get(`/alerts?rule=audit_chain&state=${state}`)).json<Alert[]>('data.alerts');
const everyAlert = async () => (await admin.get('/alerts?rule=audit_chain')).json<Alert[]>('data.alerts');

it('a linker that hangs raises one alert, which is resolved when entries are linked again', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: hangs, resolve: signalHang } = Promise.withResolvers<void>();
  const hanging = inTransaction(test.database.db, async (tx) => {
    await sql`select audit_link(1)`.execute(tx);
    signalHang();
    await mayEnd;
  });
  await hangs;
  await watchChain(test.app.platform);
  expect(await everyAlert()).toEqual([]);
  await test.asOwner(async (tx) => {
    await sql`insert into audit_entries (event, created_at) values ('x', now() - interval '3 minutes')`.execute(tx);
  });
  for (let minute = 0; minute < 3; minute++) await watchChain(test.app.platform);
  const [alert, ...more] = await alerts('open');
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ priority: 'critical', resolvedAt: null, can: { acknowledge: true } });
  expect(alert?.message).toContain('waits to be linked, the oldest for 3 minutes');
  expect((await notificationsOf(test, admin)).map(({ title }) => title)).toEqual(['Audit chain not whole']);
  const status = (await admin.get('/security/status')).json<SecurityStatus>('data');
  expect(status.audit).toMatchObject({ state: 'warning', text: expect.stringContaining('linked') as string });
  end();
  await hanging;
  await test.app.platform.auditChain.linkNow();
  for (let minute = 0; minute < 2; minute++) await watchChain(test.app.platform);
  expect(await alerts('open')).toEqual([]);
  expect(await everyAlert()).toMatchObject([
    { id: alert?.id, resolvedAt: test.clock.now().toISOString(), can: { acknowledge: false } },
  ]);
  expect(await auditOf(test, 'alert.resolved', alert?.id ?? '')).toHaveLength(1);
  const refused = await admin.post(`/alerts/${alert?.id}/acknowledge`, {});
  expect([refused.status, refused.code]).toEqual([409, 'ALERT_RESOLVED']);
});

it('a linker that fails raises one too, and goes on when the entry is cut as operations.md says', async () => {
  test.clock.advance(3);
  await test.asOwner(async (tx) => {
    await sql`insert into audit_entries (event, created_at, session, ip) select 'x', now() - interval '2 minutes', null,
      string_agg(md5(n::text), '') from generate_series(1, 500) n`.execute(tx);
  });
  await expect(test.app.platform.auditChain.linkNow()).rejects.toThrow('index row requires');
  for (let minute = 0; minute < 2; minute++) await watchChain(test.app.platform);
  expect((await alerts('open')).map(({ message }) => message)).toEqual([
    expect.stringContaining('to be linked, the oldest for 2 minutes'),
  ]);
  await test.asOwner(async (tx) => {
    await sql`alter table audit_entries disable trigger audit_entries_append_only`.execute(tx);
    await sql`update audit_entries set ip = left(ip, 45) where length(ip) > 45`.execute(tx);
    await sql`alter table audit_entries enable always trigger audit_entries_append_only`.execute(tx);
  });
  await test.app.platform.auditChain.linkNow();
  await watchChain(test.app.platform);
  expect(await alerts('open')).toEqual([]);
});

it('a head that was moved back raises another', async () => {
  test.clock.advance(10);
  await test.app.platform.auditChain.stop();
  await tamper(test, 'update audit_chain set position = position - 1');
  await watchChain(test.app.platform);
  expect((await alerts('open')).map(({ message }) => message)).toEqual([
    expect.stringContaining('the head was moved back'),
  ]);
});
