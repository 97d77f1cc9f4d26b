import { setTimeout as sleep } from 'node:timers/promises';
import { NATION } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { call } from './calls.ts';
import { type Ground, prepareGround, type SignedIn, newUser, submissionOf } from './ground.ts';
import { type OwnPostgres, ownPostgres } from './own-postgres.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { openStream, openStreams, type Stream } from './streams.ts';

const PEOPLE = 200;
const CONSOLES = 1000;
const TOLD_BEFORE = 3;
const MISSED = 5;

interface Console {
  owner: SignedIn;
  stream: Stream;
}

let postgres: OwnPostgres;
let server: ServerProcess;
let database: Database;
let ground: Ground;
let people: SignedIn[] = [];

const toldTo = ({ messages }: Stream) =>
  messages.flatMap((message) => (message.type === 'notification' ? [Number(message.id)] : []));

/** Notifies each of the people so often, whether or not a server runs. */
async function tellEach(times: number): Promise<void> {
  const ids = `{${people.map(({ person }) => person.id).join(',')}}`;
  await sql`with saved as (
      insert into notifications (user_id, topic, type, title, message)
      select id, 'announcements', 'info', 'News', 'Something happened'
      from unnest(${ids}::uuid[]) id, generate_series(1, ${times}::int) returning *
    ) insert into events (payload)
    select jsonb_build_object('type', 'notification', 'userId', user_id, 'notification', jsonb_build_object(
      'id', id::text, 'topic', topic, 'type', type, 'title', title, 'message', message, 'actionUrl', null,
      'isRead', false, 'createdAt', created_at)) from saved order by id`.execute(database.db);
}

/** What each was notified of by this test, oldest first: an alert may come beside it. */
async function stored(): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ id: number; userId: string }>`select id, user_id as "userId" from notifications
    where title = 'News' order by id`.execute(database.db);
  return new Map(
    [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, theirs]) => [
      userId,
      theirs.map(({ id }) => Number(id)),
    ]),
  );
}

/** Comes back as the console does: a ticket, the stream, and both again after a moment where that fails. */
async function comeBack(owner: SignedIn, after: string): Promise<Stream> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openStream(server.origin, owner.token, after);
    } catch (error) {
      if (attempt === 30) throw error;
      await sleep(1000);
    }
  }
}

beforeAll(async () => {
  postgres = await ownPostgres();
  server = await startServer({ env: postgres.env });
  database = openDatabase(postgres.ownerUrl, { max: 4 });
  ground = await prepareGround(database, [server], 5);
  people = await Promise.all(Array.from({ length: PEOPLE }, () => newUser(database, 'national_admin', NATION)));
});
afterAll(async () => {
  await server?.stop();
  await database?.close();
  await postgres?.remove();
});

it('a thousand consoles that lose their streams at once come back at once, each receives all it missed, and no other user waits', async () => {
  const consoles: Console[] = await Promise.all(
    Array.from({ length: CONSOLES }, async (_, place) => {
      const owner = people[place % PEOPLE] as SignedIn;
      return { owner, stream: await comeBack(owner, '') };
    }),
  );
  await tellEach(TOLD_BEFORE);
  await expect.poll(() => consoles.every(({ stream }) => toldTo(stream).length === TOLD_BEFORE)).toBe(true);

  await server.kill();
  await Promise.all(consoles.map(({ stream }) => stream.ended));
  await tellEach(MISSED);
  await server.restart();

  const began = performance.now();
  const back = Promise.all(
    consoles.map(async ({ owner, stream }) => ({
      owner,
      before: toldTo(stream),
      stream: await comeBack(owner, stream.lastEventId),
    })),
  );
  // Officers submit and admins read meanwhile.
  const others: number[] = [];
  for (const [place, officer] of ground.officers.entries()) {
    const sent = await call(server.origin, 'POST', '/results', submissionOf(ground, officer, place));
    const read = await call(server.origin, 'GET', '/notifications', { token: ground.admin.token });
    expect([sent.status, read.status]).toEqual([201, 200]);
    others.push(sent.milliseconds, read.milliseconds);
  }
  const returned = await back;
  const seconds = (performance.now() - began) / 1000;
  expect(Math.max(...others)).toBeLessThan(20_000);
  expect(await openStreams(server.origin)).toBe(CONSOLES);

  await tellEach(1);
  const all = await stored();
  const news = new Set([...all.values()].flat());
  const whole = ({ before, stream }: (typeof returned)[number]) =>
    // One may come twice, which a console knows by its number.
    [...new Set([...before, ...toldTo(stream)])].filter((id) => news.has(id)).toSorted((a, b) => a - b);
  await expect
    .poll(() => returned.every((each) => whole(each).length === TOLD_BEFORE + MISSED + 1), { timeout: 30_000 })
    .toBe(true);
  for (const each of returned) expect(whole(each)).toEqual(all.get(each.owner.person.id));
  console.log(
    `${CONSOLES} consoles were back in ${seconds.toFixed(1)} s; others waited ${Math.round(Math.max(...others))} ms at most`,
  );
  for (const { stream } of returned) stream.close();
});
