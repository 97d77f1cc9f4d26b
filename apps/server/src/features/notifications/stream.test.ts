import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { DomainEvent, StreamMessage } from '@ec/contract/events/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createWard, place } from '../../../test/builders.ts';
import { auditOf, setSecurity } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { type OpenStream, openStream, ticketOf } from '../../../test/stream.ts';
import { buildApp } from '../../app.ts';
import { inTransaction, openDatabase } from '../../platform/database/database.ts';
import { saveEvent } from '../../platform/events/events.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { saveNotifications } from './repository.ts';
import { MOST_STREAMS } from './stream.ts';

let test: TestApp;
const open: OpenStream[] = [];
beforeAll(async () => {
  test = await testApp();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((stream) => stream.close()));
});
afterAll(() => test.close());

async function streamOf(client: Client, after: { query?: string; header?: string } = {}): Promise<OpenStream> {
  const stream = await openStream(test, await ticketOf(client), after);
  open.push(stream);
  expect(stream.status).toBe(200);
  return stream;
}

/** Commits the events like a write. */
async function happen(...events: DomainEvent[]): Promise<void> {
  await inTransaction(test.database.db, async (tx) => {
    for (const event of events) await saveEvent(tx, event);
  });
  test.app.platform.events.wake();
}

async function give(userId: UserId, title: string): Promise<string> {
  const news = { topic: 'account' as const, type: 'info' as const, title, message: title, actionUrl: null };
  const saved = await inTransaction(test.database.db, (tx) =>
    saveNotifications(tx, [userId], news, { now: test.clock.now(), time: '12:00', urgent: false }),
  );
  return String(saved[0]?.id);
}

const resultOf = (electionId: ElectionId, pollingUnitId: LocationId): DomainEvent => ({
  type: 'result.changed',
  electionId,
  source: 'official',
  resultId: newId(),
  pollingUnitId,
  status: 'pending',
  version: 1,
});

const eventFor = (userId: UserId, title: string): DomainEvent => ({
  type: 'notification',
  userId,
  notification: {
    id: '1',
    topic: 'account',
    type: 'info',
    title,
    message: '',
    isRead: false,
    createdAt: '',
    actionUrl: null,
  },
});

const titleOf = (message: StreamMessage | undefined) =>
  message?.type === 'notification' ? message.notification.title : message;

describe('a ticket', () => {
  it('opens one stream, with a heartbeat at once and headers that keep proxies from holding it back', async () => {
    const client = await test.as('super_admin', place('NG'));
    const ticket = await ticketOf(client);
    const stream = await openStream(test, ticket);
    open.push(stream);
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.headers.get('cache-control')).toContain('no-store');
    expect(stream.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(stream.preamble).toBe('retry: 5000');
    expect(await stream.next('heartbeat')).toMatchObject({ type: 'heartbeat', electionMode: false });
    expect((await openStream(test, ticket)).status).toBe(401);
  });

  it('is used by one of two who come at once', async () => {
    const ticket = await ticketOf(await test.as('super_admin', place('NG')));
    const both = await Promise.all([openStream(test, ticket), openStream(test, ticket)]);
    open.push(...both);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('holds for a minute', async () => {
    const ticket = await ticketOf(await test.as('super_admin', place('NG')));
    test.clock.advance(1);
    expect((await openStream(test, ticket)).status).toBe(401);
  });

  it('does not outlive its session', async () => {
    const client = await test.as('super_admin', place('NG'));
    const ticket = await ticketOf(client);
    await client.post('/auth/logout');
    expect((await openStream(test, ticket)).status).toBe(401);
  });

  it('is not the access token, and is refused without a session', async () => {
    const client = await test.as('super_admin', place('NG'));
    expect((await openStream(test, client.token)).status).toBe(401);
    expect((await test.anonymous.post('/notifications/stream-ticket')).status).toBe(401);
  });
});

describe('in the audit log', () => {
  async function sessionOf({ person }: Client): Promise<string> {
    const { db } = test.database;
    const row = await db.selectFrom('sessions').select('id').where('user_id', '=', person.id).executeTakeFirstOrThrow();
    return row.id;
  }

  it('a console that comes back again and again stands once, and again from another address', async () => {
    const client = await test.as('moderator', place('24-11'));
    const session = await sessionOf(client);
    for (let again = 0; again < 3; again++) await ticketOf(client);
    expect(await auditOf(test, session)).toEqual(['stream.opened']);
    const url = '/api/notifications/stream-ticket';
    const elsewhere = await client.send({ method: 'POST', url, remoteAddress: '203.0.113.7' });
    expect(elsewhere.status).toBe(200);
    expect(await auditOf(test, session)).toEqual(['stream.opened', 'stream.opened']);
  });

  it('a session stands there again on another day', async () => {
    const client = await test.as('moderator', place('24-11'));
    const session = await sessionOf(client);
    await test.asOwner(async (tx) => {
      await sql`insert into audit_entries (event, resource_id, user_id, ip, created_at)
        values ('stream.opened', ${session}, ${client.person.id}, '127.0.0.1', now() - interval '25 hours')`.execute(
        tx,
      );
    });
    await ticketOf(client);
    expect(await auditOf(test, session)).toHaveLength(2);
  });
});

const ENDED = { type: 'session-ended', reason: 'signed out', at: expect.any(String), device: null };

describe('an open stream', () => {
  it('ends when its session ends, and says so', async () => {
    const client = await test.as('moderator', place('24-11'));
    const [ended, other] = [await streamOf(client), await streamOf(await test.signIn(client.person))];
    await client.post('/auth/logout');
    expect(await ended.next()).toEqual(ENDED);
    expect(await ended.next()).toBeUndefined();
    await happen({ type: 'election_mode.changed', isElectionMode: true });
    expect(await other.next()).toEqual({ type: 'election-mode', isElectionMode: true });
  });

  it('is one of so many of its person, and another finds room when one closes', async () => {
    const client = await test.as('moderator', place('24-11'));
    const all: OpenStream[] = [];
    for (let count = 0; count < MOST_STREAMS; count++) all.push(await streamOf(client));
    expect((await openStream(test, await ticketOf(client))).status).toBe(429);
    expect((await streamOf(await test.as('moderator', place('24-11')))).status).toBe(200);
    await all[0]?.close();
    await expect.poll(() => test.app.platform.hub.countOf(client.person.id)).toBe(MOST_STREAMS - 1);
    expect((await streamOf(client)).status).toBe(200);
  });

  it('ends on one server when its session is ended on another', async () => {
    const client = await test.as('moderator', place('24-11'));
    const stream = await streamOf(client);
    const database = openDatabase(test.database.url, { max: 2 });
    const other = await buildApp({ config: test.app.platform.config, database, clock: test.clock });
    const headers = { authorization: `Bearer ${client.token}` };
    const reply = await other.fastify.inject({ method: 'POST', url: '/api/auth/logout', headers });
    expect(reply.statusCode).toBe(200);
    expect(await stream.next()).toEqual(ENDED);
    expect((await client.get('/auth/me')).code).toBe('SESSION_ENDED');
    await other.close();
    await database.close();
  });

  it('ends when its person is no longer active', async () => {
    const client = await test.as('moderator', place('24-11'));
    const stream = await streamOf(client);
    const { id } = client.person;
    await test.database.db.updateTable('users').set({ status: 'SUSPENDED' }).where('id', '=', id).execute();
    await happen({ type: 'user.changed', userId: id });
    expect(await stream.next()).toMatchObject({ type: 'session-ended' });
    expect(await stream.next()).toBeUndefined();
  });

  it('ends when its session has been idle for longer than the setting', async () => {
    await setSecurity(test, { sessionTimeout: 10 });
    const stream = await streamOf(await test.as('moderator', place('24-11')));
    test.clock.advance(11);
    await happen({ type: 'settings.changed' });
    expect(await stream.next()).toMatchObject({ type: 'session-ended' });
  });

  it('says why its session ended also where a check finds that before the event arrives', async () => {
    const client = await test.as('moderator', place('24-11'));
    const stream = await streamOf(client);
    await test.database.db
      .updateTable('sessions')
      .set({ ended_at: test.clock.now(), end_reason: 'signed in elsewhere' })
      .where('user_id', '=', client.person.id)
      .execute();
    await happen({ type: 'settings.changed' });
    expect(await stream.next()).toEqual({ ...ENDED, reason: 'signed in elsewhere' });
  });

  it('follows its person to another area', async () => {
    const election = newId<ElectionId>();
    const [here, there] = [await createWard(test.database.db, 1), await createWard(test.database.db, 2)];
    const client = await test.as('ward_admin', here.ward);
    const stream = await streamOf(client);
    const { id } = client.person;
    await test.database.db.updateTable('users').set({ area_id: there.ward }).where('id', '=', id).execute();
    await happen({ type: 'user.changed', userId: id });
    expect(await stream.next()).toEqual({ type: 'access' });
    await happen(...[...here.units, ...there.units].map((unit) => resultOf(election, unit)));
    expect(await stream.next()).toMatchObject({ type: 'results', electionId: election, count: 2 });
  });

  it('carries only the user’s own notifications', async () => {
    const [client, other] = [await test.as('moderator', place('24-11')), await test.as('moderator', place('24-11'))];
    const stream = await streamOf(client);
    await happen(eventFor(other.person.id, 'theirs'), eventFor(client.person.id, 'mine'));
    expect(titleOf(await stream.next())).toBe('mine');
  });

  it.each(['query', 'header'] as const)(
    'starts with what was missed since the last one, named in the %s',
    async (where) => {
      const client = await test.as('moderator', place('24-11'));
      const last = await give(client.person.id, 'seen');
      await give(client.person.id, 'missed 1');
      await give(client.person.id, 'missed 2');
      const stream = await streamOf(client, { [where]: last });
      expect([titleOf(await stream.next()), titleOf(await stream.next())]).toEqual(['missed 1', 'missed 2']);
    },
  );
});

describe('changed results', () => {
  it('reach those whose area holds them, gathered into one message with their part of it', async () => {
    const election = newId<ElectionId>();
    const ikeja = await createWard(test.database.db, 3);
    const surulere = await createWard(test.database.db, 2, place('24-18'));
    const [nation, ward, officer, elsewhere, beside] = await Promise.all([
      test.as('national_admin', place('NG')).then(streamOf),
      test.as('ward_admin', ikeja.ward).then(streamOf),
      test.as('polling_unit_officer', ikeja.units[0] ?? null).then(streamOf),
      test.as('ward_admin', place('24-12')).then(streamOf),
      test.as('grassroot_moderator', place('24-11')).then(streamOf),
    ]);
    await happen(...[...ikeja.units, ...surulere.units].map((unit) => resultOf(election, unit)));
    const results = { type: 'results', electionId: election, source: 'official' };
    expect(await nation.next()).toEqual({ ...results, count: 5, lgas: [place('24-11'), place('24-18')] });
    expect(await ward.next()).toEqual({ ...results, count: 3, lgas: [place('24-11')] });
    expect(await officer.next()).toEqual({ ...results, count: 1, lgas: [place('24-11')] });
    await happen({ type: 'election.changed', electionId: election, status: 'completed' });
    expect(await nation.next()).toEqual({ type: 'elections' });
    expect(await elsewhere.next()).toEqual({ type: 'elections' });
    expect(await beside.next()).toEqual({ type: 'elections' });
  });
});

describe('a notification that is read at once', () => {
  it('comes before the message that it was read, and the next one after it', async () => {
    const client = await test.as('super_admin', place('NG'));
    const stream = await streamOf(client);
    await stream.next('heartbeat');
    const userId = client.person.id;
    await happen(
      eventFor(userId, 'First'),
      { type: 'notification.read', userId, id: '1', unread: 0 },
      eventFor(userId, 'Second'),
    );
    const messages = [await stream.next(), await stream.next(), await stream.next()];
    expect(messages.map(titleOf)).toEqual(['First', { type: 'notification-read', id: '1', unread: 0 }, 'Second']);
  });
});
