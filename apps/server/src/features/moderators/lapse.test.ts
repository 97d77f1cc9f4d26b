import type { DomainEvent, StreamMessage } from '@ec/contract/events/schemas';
import type { GeneratedReport } from '@ec/contract/reports/schemas';
import type { StartedWall } from '@ec/contract/walls/schemas';
import { flags, type PrivilegesRequest } from '@ec/contract/permissions/privileges';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createWard, nextPhone, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { narrow, narrowed } from '../../../test/moderators.ts';
import { type OpenStream, openStream, ticketOf } from '../../../test/stream.ts';
import type { SystemWrite } from '../../platform/http/context.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { saveEvent } from '../../platform/events/events.ts';
import { requireStill } from '../../platform/http/require-still.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import { peopleReached } from '../announcements/audience-queries.ts';
import { listAdministrators } from '../alerts/queries.ts';
import { notify } from '../notifications/notify.ts';
import { IMPORTERS } from '../users/rules.ts';

let test: TestApp;
const open: OpenStream[] = [];
const LAGOS = place('24');

beforeAll(async () => {
  test = await testApp();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((stream) => stream.close()));
});
afterAll(() => test.close());

const all = (changes: Partial<PrivilegesRequest> = {}) => ({ ...flags(() => true), ...changes });
const nothing = flags(() => false);
const inMinutes = (minutes: number) => new Date(test.clock.now().getTime() + minutes * 60_000).toISOString();

/** The ways in which privileges lapse while their holder is at work: withdrawn, or over by the clock alone. */
const LAPSES: [string, (moderator: Client) => Promise<void>][] = [
  ['are withdrawn', (moderator) => narrow(test, moderator, nothing)],
  ['are over', () => Promise.resolve(test.clock.advance(6))],
];
const working = () => narrowed(test, all({ validUntil: inMinutes(5) }));

async function streamOf(client: Client): Promise<OpenStream> {
  const stream = await openStream(test, await ticketOf(client));
  open.push(stream);
  return stream;
}

async function happen(...events: DomainEvent[]): Promise<void> {
  await inTransaction(test.database.db, async (tx) => {
    for (const event of events) await saveEvent(tx, event);
  });
  test.app.platform.events.wake();
}

const writing = <T>(work: (write: SystemWrite) => Promise<T>) => systemWrite(test.app.platform, work);

const news = (client: Client, topic: 'account' | 'alerts', title: string) =>
  writing((write) => notify(write, { userIds: [client.person.id], topic, type: 'info', title, message: title }));

/** What the stream sends until the notification that ends it. */
async function until(stream: OpenStream, title: string): Promise<StreamMessage['type'][]> {
  const seen: StreamMessage['type'][] = [];
  for (;;) {
    const message = await stream.next();
    if (!message || (message.type === 'notification' && message.notification.title === title)) return seen;
    seen.push(message.type);
  }
}

/** Reads until the notification and a message of the type have come, in whichever order. */
async function bothCome(stream: OpenStream, title: string, type: StreamMessage['type']): Promise<void> {
  const seen = new Set<string>();
  while (!seen.has(title) || !seen.has(type)) {
    const message = await stream.next();
    if (!message) throw new Error(`The stream ended after ${[...seen].join(', ')}`);
    seen.add(message.type === 'notification' ? message.notification.title : message.type);
  }
}

describe.each(LAPSES)('when the privileges of a moderator %s', (_how, lapse) => {
  it('an open stream brings no more of their area, and still what is about their account', async () => {
    const moderator = await working();
    const stream = await streamOf(moderator);
    const { units } = await createWard(test.database.db, 1);
    const change = { type: 'dispute.changed' as const, pollingUnitId: units[0] ?? LAGOS };
    await happen(change as DomainEvent);
    await news(moderator, 'account', 'before');
    await bothCome(stream, 'before', 'disputes');
    await lapse(moderator);
    await happen(change as DomainEvent);
    await news(moderator, 'alerts', 'a place');
    await news(moderator, 'account', 'after');
    const seen = await until(stream, 'after');
    expect(seen).not.toContain('disputes');
    expect(seen).not.toContain('notification');
  });

  it('they are notified of their own account only, in the console and by SMS', async () => {
    const moderator = await working();
    const choices = { alerts: { sms: true, email: false } };
    expect((await moderator.patch('/notifications/preferences', { choices })).status).toBe(200);
    await sql`update settings set value = jsonb_set(value, '{notifications,smsNotifications}', 'true')`.execute(
      test.database.db,
    );
    test.app.platform.organisation.invalidate();
    await news(moderator, 'alerts', 'first');
    await lapse(moderator);
    await news(moderator, 'alerts', 'second');
    await news(moderator, 'account', 'third');
    const inbox = (await moderator.get('/notifications')).json<{ title: string }[]>('data.notifications');
    expect(inbox.map(({ title }) => title)).toEqual(['third', 'first']);
    const sent = await test.database.db
      .selectFrom('messages')
      .select('body')
      .where('recipient', '=', moderator.person.phone)
      .execute();
    expect(sent.map(({ body }) => body).join()).toContain('first');
    expect(sent.map(({ body }) => body).join()).not.toContain('second');
  });

  it('their wall screens are dark', async () => {
    const moderator = await working();
    const started = await moderator.post('/situation-room/walls', { name: 'Hall', hours: 12 });
    const { token } = started.json<StartedWall>('data');
    const look = async () =>
      (await test.anonymous.send({ url: '/api/wall', headers: { authorization: `Bearer ${token}` } })).status;
    expect(await look()).toBe(200);
    await lapse(moderator);
    expect(await look()).toBe(401);
  });

  it('a report that they requested is not made', async () => {
    const moderator = await working();
    const body = { template: 'security_audit', parameters: { date_range: { period: 'today' } } };
    const { id } = (await moderator.post('/reports', body)).json<GeneratedReport>('data');
    await lapse(moderator);
    await test.app.platform.jobs.runDue();
    const national = await test.as('national_admin', place('NG'));
    const report = (await national.get(`/reports/${id}`)).json<GeneratedReport>('data');
    expect([report.status, report.files]).toEqual(['failed', []]);
    expect(report.error).toContain('privileges');
  });

  it('work that goes on in their name is refused before it is stored', async () => {
    const moderator = await working();
    const { platform } = test.app;
    await requireStill(platform, moderator.person.id, IMPORTERS);
    await lapse(moderator);
    await expect(requireStill(platform, moderator.person.id, IMPORTERS)).rejects.toMatchObject({
      code: 'NO_PRIVILEGES',
    });
  });

  it('no announcement reaches them, and no alert is theirs to take care of', async () => {
    const moderator = await working();
    const { id } = moderator.person;
    const reach = () => writing((write) => peopleReached(write.tx, write, { areas: [place('NG')], roles: [] }));
    const officers = () => writing((write) => listAdministrators(write.tx, [LAGOS], write));
    const areasOf = async () => (await officers()).get(place('NG'))?.find((person) => person.id === id)?.areas;
    expect((await reach()).except).not.toContain(id);
    expect(await areasOf()).toEqual([place('NG')]);
    await lapse(moderator);
    expect((await reach()).except).toContain(id);
    expect(await areasOf()).toEqual([]);
  });

  it('a sign-in still leads to their own account, and to nothing else', async () => {
    const moderator = await working();
    await lapse(moderator);
    expect((await moderator.get('/auth/account')).status).toBe(200);
    expect((await moderator.put('/auth/preferences', { theme: 'dark' })).status).not.toBe(403);
    expect((await moderator.get('/dashboard')).code).toBe('NO_PRIVILEGES');
    await narrow(test, moderator, all());
    expect((await moderator.get('/dashboard')).status).toBe(200);
  });
});

describe('reports of audit data', () => {
  const period = { date_range: { period: 'today' } };
  const without = () => narrowed(test, all({ canAccessAuditLogs: false }));

  it.each(['security_audit', 'user_activity'])(
    '%s: is neither offered nor made without canAccessAuditLogs',
    async (id) => {
      const moderator = await without();
      const offered = (await moderator.get('/reports/templates')).json<{ id: string }[]>('data.templates');
      expect(offered.map((template) => template.id)).toEqual(['approval_audit']);
      const reply = await moderator.post('/reports', { template: id, parameters: period });
      expect([reply.status, reply.code, reply.json('details')]).toEqual([
        403,
        'PRIVILEGE_DENIED',
        { action: 'access', resource: 'audit logs' },
      ]);
    },
  );

  it.each(['security_audit', 'user_activity'])(
    '%s: what others made is not seen, repeated or downloaded',
    async (template) => {
      const national = await test.as('national_admin', place('NG'));
      const { id } = (await national.post('/reports', { template, parameters: period })).json<GeneratedReport>('data');
      await test.app.platform.jobs.runDue();
      const calls = [
        (by: Client) => by.get(`/reports/${id}`),
        (by: Client) => by.get(`/reports/${id}/download?format=csv`),
        (by: Client) => by.post(`/reports/${id}/repeat`),
      ];
      const [holder, other] = [await narrowed(test, all()), await without()];
      test.clock.advance(0.05);
      for (const call of calls) expect((await call(holder)).status).toBeLessThan(300);
      for (const call of calls) expect((await call(other)).status).toBe(404);
      const listed = async (by: Client) => (await by.get('/reports?pageSize=100')).text.includes(id);
      expect([await listed(holder), await listed(other)]).toEqual([true, false]);
    },
  );

  it('is not made where the privilege is taken away while it waits', async () => {
    const moderator = await narrowed(test, all());
    const body = { template: 'user_activity', parameters: period };
    const { id } = (await moderator.post('/reports', body)).json<GeneratedReport>('data');
    await narrow(test, moderator, all({ canAccessAuditLogs: false }));
    await test.app.platform.jobs.runDue();
    const national = await test.as('national_admin', place('NG'));
    expect((await national.get(`/reports/${id}`)).json('data.status')).toBe('failed');
  });

  it('has siblings that are closed as well: recent activity, the trail of decisions, security alerts', async () => {
    const reader = await narrowed(test, all());
    const other = await narrowed(test, { canViewReports: true });
    const person = { name: 'Ada Obi', phone: nextPhone(), role: 'lga_admin', state: '33', lga: '33-05' };
    const national = await test.as('national_admin', place('NG'));
    expect((await national.post('/users', person)).status).toBe(201);
    for (const url of ['/activity-logs/recent', '/approvals/audit-trail', '/security/alerts']) {
      expect([(await reader.get(url)).status, (await other.get(url)).code], url).toEqual([200, 'PRIVILEGE_DENIED']);
    }
    expect((await reader.get('/dashboard')).json<unknown[]>('data.activity').length).toBeGreaterThan(0);
    expect((await other.get('/dashboard')).json('data.activity')).toEqual([]);
  });
});
