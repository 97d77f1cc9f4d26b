import type { NotificationList } from '@ec/contract/notifications/schemas';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { raiseByHand } from '../../../test/alerts.ts';
import { createWard, place } from '../../../test/builders.ts';
import { type Client, ELECTION_NIGHT, type TestApp, testApp } from '../../../test/harness.ts';
import { fieldOf } from '../../../test/looks.ts';
import { bringBackSnoozed } from '../alerts/watch-service.ts';
import { sendDigests } from './digest-service.ts';
import { digestIsDue, isQuiet } from './rules.ts';

describe('quiet hours', () => {
  it.each([
    ['22:00', '06:00', '23:10', true],
    ['22:00', '06:00', '22:00', true],
    ['22:00', '06:00', '05:59', true],
    ['22:00', '06:00', '06:00', false],
    ['13:00', '14:30', '14:00', true],
    ['13:00', '14:30', '14:30', false],
    ['13:00', '14:30', '12:59', false],
  ])('from %s to %s are quiet at %s: %s', (from, to, time, quiet) => {
    expect(isQuiet({ quiet: { from, to } }, time)).toBe(quiet);
  });
});

describe('a digest is due', () => {
  const lagos = (moment: string) => new Date(new Date(moment).getTime() + 3_600_000).toISOString().slice(11, 16);
  it.each([
    ['off', null, '2027-01-16T12:10:00Z', '2027-01-16T12:11:00Z', true],
    ['off', { from: '13:00', to: '14:00' }, '2027-01-16T12:10:00Z', '2027-01-16T12:59:00Z', false],
    ['off', { from: '13:00', to: '14:00' }, '2027-01-16T12:10:00Z', '2027-01-16T13:00:00Z', true],
    ['hourly', null, '2027-01-16T12:10:00Z', '2027-01-16T12:59:00Z', false],
    ['hourly', null, '2027-01-16T12:10:00Z', '2027-01-16T13:00:00Z', true],
    ['hourly', { from: '13:00', to: '16:00' }, '2027-01-16T12:10:00Z', '2027-01-16T14:00:00Z', false],
    ['daily', null, '2027-01-16T12:10:00Z', '2027-01-17T05:59:00Z', false],
    ['daily', null, '2027-01-16T12:10:00Z', '2027-01-17T06:00:00Z', true],
    ['daily', null, '2027-01-16T05:50:00Z', '2027-01-16T06:00:00Z', true],
  ] as const)('%s with quiet hours %j, held since %s, at %s: %s', (digest, quiet, oldest, now, due) => {
    const at = { oldest: new Date(oldest), now: new Date(now), time: lagos(now) };
    expect(digestIsDue({ digest, quiet }, at)).toBe(due);
  });
});

describe('notices', () => {
  let test: TestApp;
  let admin: Client;
  let raise: (priority: string) => Promise<string>;
  let above: Client;

  beforeAll(async () => {
    test = await testApp();
    above = await test.as('lga_admin', place('24-11'));
  });
  beforeEach(async () => {
    const { ward } = await createWard(test.database.db, 1);
    admin = await test.as('ward_admin', ward);
    raise = async (priority) => (await raiseByHand(test, ward, { priority })).id;
  });
  afterEach(() => test.clock.set(ELECTION_NIGHT));
  afterAll(() => test.close());

  /** The time in Lagos so many minutes after the clock's. */
  const inMinutes = (minutes: number) =>
    new Date(test.clock.now().getTime() + (minutes + 60) * 60_000).toISOString().slice(11, 16);
  const choose = async (body: object) => {
    const reply = await admin.patch('/notifications/preferences', body);
    expect(reply.status, reply.text).toBe(200);
  };
  const titles = async () =>
    (await admin.get('/notifications')).json<NotificationList>('data').notifications.map(({ title }) => title);
  const messages = async () =>
    await test.database.db
      .selectFrom('messages')
      .select('body')
      .where('recipient', '=', admin.person.phone)
      .where('body', 'like', '%See %')
      .orderBy('created_at')
      .execute();
  const pushed = async () => {
    const { rows } = await test.database.pool.query<{ title: string }>(
      `select payload #>> '{notification,title}' as title from events
        where payload ->> 'type' = 'notification' and payload ->> 'userId' = $1 order by id`,
      [admin.person.id],
    );
    return rows.map(({ title }) => title);
  };

  it('of every alert reach the administrator in charge; by SMS the critical and high ones', async () => {
    await choose({ choices: { alerts: { sms: true } } });
    for (const priority of ['low', 'medium', 'high', 'critical']) await raise(priority);
    expect(await titles()).toHaveLength(4);
    expect(await messages()).toHaveLength(2);
    expect(await pushed()).toHaveLength(4);
  });

  it('in quiet hours are listed without disturbing, come together when these end, and critical ones come at once', async () => {
    await choose({ choices: { alerts: { sms: true } }, quiet: { from: inMinutes(-30), to: inMinutes(10) } });
    await raise('high');
    await raise('low');
    expect(await titles()).toHaveLength(2);
    expect([await messages(), await pushed()]).toEqual([[], []]);
    await raise('critical');
    expect(await messages()).toHaveLength(1);
    test.clock.advance(5);
    await sendDigests(test.app.platform);
    expect(await titles()).toHaveLength(3);
    test.clock.advance(5);
    await Promise.all([sendDigests(test.app.platform), sendDigests(test.app.platform)]);
    await sendDigests(test.app.platform);
    expect((await titles())[0]).toBe(`2 notices since ${inMinutes(-10)}`);
    expect(await titles()).toHaveLength(4);
    const sent = await messages();
    expect(sent).toHaveLength(2);
    expect(sent.at(-1)?.body).toContain('2 notices since');
    expect(sent.at(-1)?.body).toContain('Alerts: 2.');
    expect(await pushed()).toHaveLength(2);
  });

  describe('of an alert given to its owner, and of a snooze that is over,', () => {
    const give = async (ids: string[], many: boolean) => {
      const ownerId = admin.person.id;
      const body = { action: 'assign', ids, ownerId };
      if (many) expect((await above.post('/alerts/bulk', body)).json('data.changed')).toBe(ids.length);
      else for (const id of ids) expect((await above.post(`/alerts/${id}/acknowledge`, { ownerId })).status).toBe(200);
    };
    const snooze = async (ids: string[]) => {
      const until = new Date(test.clock.now().getTime() + 20 * 60_000).toISOString();
      expect((await admin.post('/alerts/bulk', { action: 'snooze', ids, until })).json('data.changed')).toBe(1);
      test.clock.advance(20);
      await bringBackSnoozed(test.app.platform);
      test.clock.set(ELECTION_NIGHT);
    };
    const ways: [string, (ids: string[]) => Promise<void>][] = [
      ['given', (ids) => give(ids, false)],
      ['given with others', (ids) => give(ids, true)],
      ['snoozed', snooze],
    ];

    it.each(ways)('%s: a critical one disturbs at once', async (_way, act) => {
      await choose({ choices: { alerts: { sms: true } }, digest: 'daily' });
      const id = await raise('critical');
      const before = [(await messages()).length, (await pushed()).length];
      expect(before).toEqual([1, 1]);
      await act([id]);
      expect([(await messages()).length, (await pushed()).length]).toEqual([2, 2]);
    });

    it.each(ways)('%s: a high one goes by SMS, a medium one stands in the console', async (_way, act) => {
      await choose({ choices: { alerts: { sms: true } } });
      await act([await raise('high')]);
      expect(await messages()).toHaveLength(2);
      await act([await raise('medium')]);
      expect(await messages()).toHaveLength(2);
      expect(await titles()).toHaveLength(4);
    });
  });

  it('of a digest leave out what was read, and what concerns the own account never waits', async () => {
    await choose({ digest: 'daily' });
    await raise('high');
    await admin.post('/notifications/read-all');
    test.clock.advance(24 * 60);
    await sendDigests(test.app.platform);
    test.clock.set(ELECTION_NIGHT);
    expect(await titles()).toHaveLength(1);
    await choose({ choices: { account: { sms: true } } });
    const national = await test.as('national_admin', 10_000_000_000_000 as never);
    await national.post('/auth/admin-reset-password', { userId: admin.person.id, newPassword: 'a new long one' });
    expect(await messages()).toHaveLength(1);
  });

  it.each([
    [{ quiet: { from: '25:00', to: '06:00' } }, 'quiet.from'],
    [{ quiet: { from: '06:00', to: '06:00' } }, 'quiet.to'],
    [{ digest: 'weekly' }, 'digest'],
  ])('are not timed by %j', async (body, path) => {
    const reply = await admin.patch('/notifications/preferences', body);
    expect([reply.status, fieldOf(reply)?.path]).toEqual([400, path]);
  });
});
