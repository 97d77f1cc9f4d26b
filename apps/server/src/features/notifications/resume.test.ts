import type { UserId } from '@ec/contract/base/common';
import type { Notification } from '@ec/contract/notifications/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { type OpenStream, openStream, ticketOf } from '../../../test/stream.ts';
import { type App, buildApp } from '../../app.ts';
import { inTransaction, openDatabase, type Tx } from '../../platform/database/database.ts';
import { saveEvent } from '../../platform/events/events.ts';
import { saveNotifications } from './repository.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const someone = () => test.as('moderator', place('24-11'));

/** Stores the notification and its event, as `notify` does. */
async function save(tx: Tx, userId: UserId, title: string): Promise<void> {
  const news = { topic: 'account', type: 'info', title, message: title, actionUrl: null } as const;
  const [saved] = await saveNotifications(tx, [userId], news, { now: test.clock.now(), time: '12:00', urgent: false });
  const notification: Notification = {
    ...news,
    id: String(saved?.id),
    isRead: false,
    createdAt: saved?.createdAt.toISOString() ?? '',
  };
  await saveEvent(tx, { type: 'notification', userId, notification });
}

async function createNotification(client: Client, ...titles: string[]): Promise<void> {
  for (const title of titles) await inTransaction(test.database.db, (tx) => save(tx, client.person.id, title));
  test.app.platform.events.wake();
}

/** Stores a notification in a transaction that stays open until the returned function is called. */
async function createNotificationSlowly(client: Client, title: string): Promise<() => Promise<void>> {
  const saved = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const done = inTransaction(test.database.db, async (tx) => {
    await save(tx, client.person.id, title);
    saved.resolve();
    await end.promise;
  });
  await saved.promise;
  return async () => {
    end.resolve();
    await done;
    test.app.platform.events.wake();
  };
}

/** Opens the stream and waits until it is live. */
async function live(client: Client, since?: string, at: App = test.app): Promise<OpenStream> {
  const stream = await openStream({ ...test, app: at }, await ticketOf(client), since ? { header: since } : {});
  expect(stream.status).toBe(200);
  return stream;
}

async function started(client: Client): Promise<OpenStream> {
  const stream = await live(client);
  await stream.next('heartbeat');
  return stream;
}

async function titles(stream: OpenStream, count: number): Promise<string[]> {
  const read: string[] = [];
  while (read.length < count) {
    const message = await stream.next('notification');
    if (message?.type !== 'notification') throw new Error(`the stream ended after ${read.join(', ')}`);
    read.push(message.notification.title);
  }
  return read;
}

/** Destroys the connection abruptly, like a phone that leaves its network. */
async function kill(stream: OpenStream): Promise<string> {
  test.app.fastify.server.closeAllConnections();
  await stream.next().catch(() => undefined);
  return stream.lastEventId();
}

async function restarted(): Promise<App & { stop(): Promise<void> }> {
  const database = openDatabase(test.database.url, { max: 4 });
  const app = await buildApp({ config: test.app.platform.config, database, clock: test.clock });
  await app.fastify.ready();
  const stop = async () => {
    await app.close();
    await database.close();
  };
  return { ...app, stop };
}

describe('a stream that was cut off', () => {
  it('goes on with exactly what was missed', async () => {
    const client = await someone();
    const stream = await started(client);
    await createNotification(client, 'seen');
    expect(await titles(stream, 1)).toEqual(['seen']);
    const since = await kill(stream);
    await createNotification(client, 'missed 1', 'missed 2');
    const again = await live(client, since);
    expect(await titles(again, 2)).toEqual(['missed 1', 'missed 2']);
    await createNotification(client, 'live');
    expect(await titles(again, 1)).toEqual(['live']);
    await again.close();
  });

  it('before anything had come goes on with what was missed too', async () => {
    const client = await someone();
    const since = await kill(await started(client));
    await createNotification(client, 'first ever');
    const again = await live(client, since);
    expect(await titles(again, 1)).toEqual(['first ever']);
    await again.close();
  });

  it('gets what was saved before something it has seen, and committed after', async () => {
    const client = await someone();
    const stream = await started(client);
    const commit = await createNotificationSlowly(client, 'lower number');
    await createNotification(client, 'higher number');
    expect(await titles(stream, 1)).toEqual(['higher number']);
    const since = await kill(stream);
    await commit();
    const again = await live(client, since);
    expect(await titles(again, 1)).toEqual(['lower number']);
    await again.close();
  });

  it('asks again for all of it when it is cut off before it has all', async () => {
    const client = await someone();
    const stream = await started(client);
    const [one, two] = [
      await createNotificationSlowly(client, 'late 1'),
      await createNotificationSlowly(client, 'late 2'),
    ];
    await createNotification(client, 'seen');
    expect(await titles(stream, 1)).toEqual(['seen']);
    const since = await kill(stream);
    await one();
    await two();
    const again = await live(client, since);
    expect(await titles(again, 1)).toEqual(['late 1']);
    const midway = again.lastEventId();
    await again.close();
    const third = await live(client, midway);
    expect(await titles(third, 2)).toEqual(['late 1', 'late 2']);
    await third.close();
  });

  it('gets more than a list holds, in their order, and the list counts them all', async () => {
    const client = await someone();
    const since = await kill(await started(client));
    const missed = Array.from({ length: 25 }, (_, i) => `missed ${i + 1}`);
    await createNotification(client, ...missed);
    const again = await live(client, since);
    expect(await titles(again, 25)).toEqual(missed);
    const list = await client.get('/notifications');
    expect(list.json('data')).toMatchObject({ total: 25, unread: 25 });
    expect(list.json<unknown[]>('data.notifications')).toHaveLength(20);
    await again.close();
  });

  it('takes a plain number for the last that was seen', async () => {
    const client = await someone();
    await createNotification(client, 'seen', 'missed');
    const list = (await client.get('/notifications')).json<Notification[]>('data.notifications');
    const again = await live(client, list[1]?.id);
    expect(await titles(again, 1)).toEqual(['missed']);
    await again.close();
  });

  it.each(['x', '-1', '5-', '99999999999999999999', '1-99999999999999999999'])(
    'is live from now on where the position %s says nothing',
    async (since) => {
      const client = await someone();
      const witness = await started(client);
      await createNotification(client, 'old');
      expect(await titles(witness, 1)).toEqual(['old']);
      const stream = await live(client, since);
      await stream.next('heartbeat');
      await createNotification(client, 'new');
      expect(await titles(stream, 1)).toEqual(['new']);
      await Promise.all([stream.close(), witness.close()]);
    },
  );
});

describe('an open stream', () => {
  it('never goes back to a lower number, and delivers what commits late', async () => {
    const client = await someone();
    const stream = await started(client);
    const commit = await createNotificationSlowly(client, 'lower number');
    await createNotification(client, 'higher number');
    expect(await titles(stream, 1)).toEqual(['higher number']);
    const before = Number.parseInt(stream.lastEventId(), 10);
    await commit();
    expect(await titles(stream, 1)).toEqual(['lower number']);
    expect(Number.parseInt(stream.lastEventId(), 10)).toBe(before);
    const again = await live(client, await kill(stream));
    await createNotification(client, 'next');
    // Another database's open transaction may cause a repeat; the first delivery is the last one it has seen.
    const heard = await titles(again, 1);
    while (heard.at(-1) !== 'next') heard.push(...(await titles(again, 1)));
    expect(heard).not.toContain('higher number');
    await again.close();
  });

  it('delivers what is committed at the moment at which it opens', async () => {
    const client = await someone();
    let since = await kill(await started(client));
    for (let round = 1; round <= 20; round++) {
      const [stream] = await Promise.all([live(client, since), createNotification(client, `round ${round}`)]);
      const heard = await titles(stream, 1);
      while (heard.at(-1) !== `round ${round}`) heard.push(...(await titles(stream, 1)));
      expect(heard.length).toBeLessThanOrEqual(round);
      since = await kill(stream);
    }
  });
});

describe('a server that restarts', () => {
  it('goes on where the one before it stopped, also for what was open meanwhile', async () => {
    const client = await someone();
    const first = await restarted();
    const stream = await live(client, undefined, first);
    await stream.next('heartbeat');
    const commit = await createNotificationSlowly(client, 'begun before');
    await createNotification(client, 'seen');
    expect(await titles(stream, 1)).toEqual(['seen']);
    await first.stop();
    expect(await stream.next()).toBeUndefined();
    await createNotification(client, 'while it was away');
    const second = await restarted();
    const again = await live(client, stream.lastEventId(), second);
    expect(await titles(again, 1)).toEqual(['while it was away']);
    await again.next('heartbeat');
    await commit();
    expect(await titles(again, 1)).toEqual(['begun before']);
    await again.close();
    await second.stop();
  });
});

it('no stream misses an event while many write in every order, two servers publish and connections break', async () => {
  const client = await someone();
  const other = await restarted();
  const written: string[] = [];
  let turns = 0;
  const writer = async (): Promise<void> => {
    while (turns < 12) {
      const news = `note ${written.length}`;
      written.push(news);
      await inTransaction(test.database.db, async (tx) => {
        await save(tx, client.person.id, news);
        // Some stay open while others commit.
        await sql`select pg_sleep(random() * 0.03)`.execute(tx);
      });
      test.app.platform.events.wake();
    }
  };
  const read: string[] = [];
  const reader = async (since: string): Promise<void> => {
    for (; !read.includes('end'); turns++) {
      const stream = await live(client, since, turns % 2 === 0 ? other : test.app);
      let caughtUp = false;
      for (let more = turns % 4; more > 0 && !read.includes('end'); ) {
        const message = await stream.next('any');
        if (message?.type === 'notification') read.push(message.notification.title);
        caughtUp ||= message?.type === 'heartbeat';
        if (caughtUp) more--;
      }
      since = stream.lastEventId() || since;
      await stream.close();
    }
  };
  const reading = reader(await kill(await started(client)));
  await Promise.all([writer(), writer(), writer(), writer(), writer()]);
  await createNotification(client, 'end');
  await reading;
  expect([...new Set(read)].filter((title) => title !== 'end').sort()).toEqual(written.toSorted());
  await other.stop();
});
