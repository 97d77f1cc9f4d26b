import { randomUUID } from 'node:crypto';
import type { Announcement } from '@ec/contract/announcements/schemas';
import type { NotificationList } from '@ec/contract/notifications/schemas';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announce, asEdited, noticesOf } from '../../../test/announcements.ts';
import { place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { setLevel } from '../../../test/levels.ts';
import { changeSettings } from '../../../test/settings.ts';
import { openStream, ticketOf } from '../../../test/stream.ts';
import { claim, expireMessages } from '../../platform/messages/outbox.ts';
import { notifyPeople } from './notify-service.ts';

let test: TestApp;
let author: Client;
/** Five users of Lagos and one of Ogun. */
let lagos: Client[];
let ogun: Client;
beforeAll(async () => {
  test = await testApp({ publicUrl: 'https://results.example.ng' });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.db.updateTable('users').set({ status: 'DELETED', status_before: null }).execute();
  author = await test.as('national_admin', place('NG'));
  lagos = [];
  for (let count = 0; count < 5; count += 1) lagos.push(await test.as('moderator', place('24')));
  ogun = await test.as('moderator', place('27'));
});

const due = () => test.app.platform.jobs.runDue();
const notices = (clients: readonly Client[]) => Promise.all(clients.map((client) => noticesOf(test, client)));
const once = (title: string, times = 5) => Array.from({ length: times }, () => [title]);

async function sentTo({ person }: Client): Promise<{ channel: string; body: string | null }[]> {
  return await test.database.db
    .selectFrom('messages')
    .select(['channel', 'body'])
    .where('recipient', 'in', [person.phone, `${person.id}@example.ng`])
    .orderBy('channel')
    .execute();
}

async function choose(client: Client, choice: { sms: boolean; email: boolean }): Promise<void> {
  const { id } = client.person;
  const email = `${id}@example.ng`;
  await test.database.db.updateTable('users').set({ email }).where('id', '=', id).execute();
  const reply = await client.patch('/notifications/preferences', { choices: { announcements: choice } });
  expect(reply.status).toBe(200);
}

/** Simulates a killed process: the database ends the transaction that is about to notify the user. */
async function dieAt({ person }: Client): Promise<void> {
  await test.asOwner(async (tx) => {
    await sql`create or replace function die() returns trigger language plpgsql as $$
      begin
        if new.user_id = ${sql.lit(person.id)} then perform pg_terminate_backend(pg_backend_pid()); end if;
        return new;
      end $$`.execute(tx);
    await sql`create trigger die before insert on notifications for each row execute function die()`.execute(tx);
  });
}
const recover = () =>
  test.asOwner(async (tx) => void (await sql`drop trigger if exists die on notifications`.execute(tx)));
afterEach(recover);

const runNotify = ({ id }: Announcement, limit: number) => notifyPeople(test.app.platform, id, undefined, limit);

describe('of an urgent announcement', () => {
  it('everybody whom it reaches is notified once, but for its author', async () => {
    const sent = await announce(author, { priority: 'urgent' });
    expect(await notices([...lagos, ogun])).toEqual(Array.from({ length: 6 }, () => []));
    await due();
    await due();
    await runNotify(sent, 2);
    expect(await notices([...lagos, ogun])).toEqual(once('Urgent: Bring a torch', 6));
    expect(await noticesOf(test, author)).toEqual([]);
    const reply = await ogun.get('/notifications?topic=announcements');
    expect(reply.json('data')).toMatchObject({
      total: 1,
      notifications: [{ type: 'warning', actionUrl: `/announcements?announcement=${sent.id}` }],
    });
  });

  it('reading it reads its notification in the bell, on every open console', async () => {
    const sent = await announce(author, { priority: 'urgent', states: ['27'] });
    const other = await announce(author, { priority: 'urgent', states: ['27'], title: 'Another' });
    await due();
    const stream = await openStream(test, await ticketOf(ogun));
    expect((await ogun.patch(`/announcements/${sent.id}/read`)).status).toBe(200);
    expect(await stream.next('notification-read')).toMatchObject({ unread: 1 });
    await stream.close();
    const list = (await ogun.get('/notifications?topic=announcements')).json<NotificationList>('data');
    expect(list.unread).toBe(1);
    expect(list.notifications.filter(({ isRead }) => !isRead)).toMatchObject([
      { actionUrl: `/announcements?announcement=${other.id}` },
    ]);
  });

  it('those get it by SMS and e-mail who want that, while the organisation has it switched on', async () => {
    await Promise.all([
      choose(lagos[0] ?? ogun, { sms: true, email: true }),
      choose(lagos[1] ?? ogun, { sms: true, email: false }),
      choose(ogun, { sms: true, email: true }),
    ]);
    await announce(author, { priority: 'urgent', states: ['24'] });
    await due();
    const messages = await Promise.all([...lagos, ogun].map(sentTo));
    expect(messages.map((each) => each.map(({ channel }) => channel))).toEqual([
      ['email', 'sms'],
      ['sms'],
      [],
      [],
      [],
      [],
    ]);
    expect(messages[1]?.[0]?.body).toContain('Urgent: Bring a torch: Counting may go on after dark.');
    await changeSettings(test, { notifications: { smsNotifications: false } });
    await announce(author, { priority: 'urgent', states: ['27'] });
    await due();
    expect((await sentTo(ogun)).map(({ channel }) => channel)).toEqual(['email']);
    await changeSettings(test, { notifications: { smsNotifications: true } });
  });

  it('open consoles show it at once', async () => {
    const stream = await openStream(test, await ticketOf(ogun));
    await announce(author, { priority: 'urgent', states: ['27'] });
    expect(await stream.next()).toEqual({ type: 'announcements' });
    await due();
    expect(await stream.next('notification')).toMatchObject({ notification: { title: 'Urgent: Bring a torch' } });
    await stream.close();
  });

  it('each recipient is notified exactly once when the server dies in the middle', async () => {
    const people = lagos.toSorted((a, b) => (a.person.id < b.person.id ? -1 : 1));
    await dieAt(people[3] ?? ogun);
    const sent = await announce(author, { priority: 'urgent', states: ['24'] });
    await expect(runNotify(sent, 2)).rejects.toThrow(/ECONNRESET|terminat/i);
    // The first step is committed, the second rolled back.
    expect(await notices(people)).toEqual([...once('Urgent: Bring a torch', 2), [], [], []]);
    await recover();
    await due();
    expect(await notices(people)).toEqual(once('Urgent: Bring a torch'));
  });

  it('no recipient is notified twice by two servers at once', async () => {
    const sent = await announce(author, { priority: 'urgent', states: ['24'] });
    await Promise.all([runNotify(sent, 1), runNotify(sent, 2), runNotify(sent, 3), due()]);
    expect(await notices(lagos)).toEqual(once('Urgent: Bring a torch'));
  });

  it.each(['withdrawn', 'expired'])('no further recipient is notified once it was %s', async (how) => {
    const expiresAt = new Date(test.clock.now().getTime() + 60_000).toISOString();
    const people = lagos.toSorted((a, b) => (a.person.id < b.person.id ? -1 : 1));
    await dieAt(people[2] ?? ogun);
    const sent = await announce(author, { priority: 'urgent', states: ['24'], expiresAt });
    await expect(runNotify(sent, 2)).rejects.toThrow(/ECONNRESET|terminat/i);
    await recover();
    if (how === 'withdrawn') await author.delete(`/announcements/${sent.id}`);
    else test.clock.advance(1);
    await due();
    expect(await notices(people)).toEqual([...once('Urgent: Bring a torch', 2), [], [], []]);
  });

  it('a server that is about to stop leaves the rest to the next one', async () => {
    const sent = await announce(author, { priority: 'urgent', states: ['24'] });
    const stopping = AbortSignal.abort(new Error('stopping'));
    await expect(notifyPeople(test.app.platform, sent.id, stopping)).rejects.toThrow('stopping');
    expect((await notices(lagos)).flat()).toEqual([]);
    await due();
    expect(await notices(lagos)).toEqual(once('Urgent: Bring a torch'));
  });
});

describe('of others', () => {
  it('of high priority notifies every recipient, none by SMS; of other priorities none', async () => {
    await choose(ogun, { sms: true, email: true });
    for (const priority of ['low', 'medium', 'high']) {
      await announce(author, { priority, title: priority, states: ['27'] });
    }
    await due();
    expect(await noticesOf(test, ogun)).toEqual(['high']);
    expect((await sentTo(ogun)).map(({ channel }) => channel)).toEqual(['email']);
  });

  it('one that becomes urgent notifies again, also its readers; with a lower priority it does not', async () => {
    const sent = await announce(author, { priority: 'high', states: ['24'] });
    await due();
    const edit = async (changes: object, before: Announcement) => {
      const reply = await author.put(`/announcements/${sent.id}`, { ...asEdited(before), ...changes });
      expect(reply.status, reply.text).toBe(200);
      await due();
      return reply.json<Announcement>('data');
    };
    const urgent = await edit({ priority: 'urgent' }, sent);
    expect(await notices(lagos)).toEqual(Array.from({ length: 5 }, () => ['Bring a torch', 'Urgent: Bring a torch']));
    const high = await edit({ priority: 'high' }, urgent);
    const reworded = await edit({ title: 'Bring two torches', priority: 'urgent' }, high);
    expect((await notices(lagos)).map((titles) => titles.length)).toEqual([2, 2, 2, 2, 2]);
    // Newly included users are notified; the others are not notified again.
    await edit({ states: ['24', '27'] }, reworded);
    expect(await noticesOf(test, ogun)).toEqual(['Urgent: Bring two torches']);
    expect((await notices(lagos)).map((titles) => titles.length)).toEqual([2, 2, 2, 2, 2]);
  });

  it('those are not notified who may not read announcements, or whom it no longer reaches', async () => {
    await setLevel(test, 'moderator', 'announcements', 'none');
    await announce(author, { priority: 'urgent', states: ['24'] });
    await due();
    await setLevel(test, 'moderator', 'announcements', 'read');
    await announce(author, { priority: 'urgent', states: ['24'], title: 'Later' });
    const [moved] = lagos;
    const there = { area_id: place('27') };
    await test.database.db
      .updateTable('users')
      .set(there)
      .where('id', '=', moved?.person.id ?? ogun.person.id)
      .execute();
    await due();
    expect(await notices(lagos)).toEqual([[], ...once('Urgent: Later', 4)]);
  });
});

describe('messages that no gateway has taken yet', () => {
  // Until then nothing sends them.
  beforeAll(() => test.app.platform.messages.stop());
  const IN_AN_HOUR = 3_600_000;
  const TEN_MINUTES = 600_000;
  const inMs = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString();

  /** What a sender would send now to the user. */
  async function dueTo({ person }: Client): Promise<string[]> {
    const now = test.clock.now();
    const claimed = await claim(test.database, 'sms', { claim: randomUUID(), now, until: now, limit: 1000 });
    return claimed.filter(({ recipient }) => recipient === person.phone).map(({ body }) => body);
  }
  async function sendUrgent(expiresAt: string | null): Promise<Announcement> {
    await choose(ogun, { sms: true, email: false });
    const sent = await announce(author, { priority: 'urgent', states: ['27'], expiresAt });
    await due();
    expect(await dueTo(ogun)).toEqual([expect.stringContaining('Bring a torch')]);
    return sent;
  }

  it.each(['waiting', 'failed'] as const)('are not sent once it is withdrawn: %s ones', async (status) => {
    const sent = await sendUrgent(null);
    await announce(author, { priority: 'urgent', states: ['27'], title: 'Another' });
    await due();
    await test.database.db.updateTable('messages').set({ status }).where('recipient', '=', ogun.person.phone).execute();
    expect((await author.delete(`/announcements/${sent.id}`)).status).toBe(200);
    const admin = await test.as('super_admin', place('NG'));
    if (status === 'failed') expect((await admin.post('/deliveries/retry-failed')).status).toBe(200);
    expect(await dueTo(ogun)).toEqual([expect.stringContaining('Another')]);
  });

  it('are not sent once it has expired, by the expiry that it has last', async () => {
    const sent = await sendUrgent(inMs(IN_AN_HOUR));
    const later = { ...asEdited(sent), expiresAt: inMs(2 * IN_AN_HOUR) };
    expect((await author.put(`/announcements/${sent.id}`, later)).status).toBe(200);
    test.clock.advance(60);
    expect(await dueTo(ogun)).toHaveLength(1);
    test.clock.advance(60);
    expect(await dueTo(ogun)).toEqual([]);
  });

  it.each([
    ['later', () => inMs(TEN_MINUTES)],
    ['none any more', () => null],
  ])('are sent after all once it has another expiry: %s', async (_which, expiry) => {
    const sent = await sendUrgent(inMs(TEN_MINUTES));
    const withdrawn = await announce(author, { priority: 'urgent', states: ['27'], title: 'Withdrawn' });
    await due();
    expect((await author.delete(`/announcements/${withdrawn.id}`)).status).toBe(200);
    test.clock.advance(10);
    await expireMessages(test.database, test.clock.now());
    expect(await dueTo(ogun)).toEqual([]);
    const edit = { ...asEdited(sent), expiresAt: expiry() };
    expect((await author.put(`/announcements/${sent.id}`, edit)).status).toBe(200);
    expect((await author.put(`/announcements/${withdrawn.id}`, asEdited(withdrawn))).code).toBe(
      'ANNOUNCEMENT_WITHDRAWN',
    );
    await due();
    expect(await dueTo(ogun)).toEqual([expect.stringContaining('Bring a torch')]);
  });

  it('are sent once if it is sent again after its expiry', async () => {
    const sent = await sendUrgent(inMs(TEN_MINUTES));
    test.clock.advance(10);
    await expireMessages(test.database, test.clock.now());
    const edit = { ...asEdited(sent), expiresAt: null, again: true };
    expect((await author.put(`/announcements/${sent.id}`, edit)).status).toBe(200);
    await due();
    expect(await dueTo(ogun)).toHaveLength(1);
  });
});
