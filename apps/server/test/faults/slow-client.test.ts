import { sql } from 'kysely';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { call } from './calls.ts';
import { allLinked, type Ground, prepareGround, submissionOf } from './ground.ts';
import { residentMemory } from './processes.ts';
import { addressesOf, type ServerProcess, startServer } from './server-process.ts';
import { heldOpen, openSocket, trickle } from './sockets.ts';
import { openStream, openStreams, type Stream } from './streams.ts';

const MANY = 200;
const READERS = 10;
const ENTRIES = 40_000;
/** In which the slow must be gone. */
const BOUND = { timeout: 75_000, interval: 500 };
/** Others are answered in this time, also on a machine that does much else. */
const WAIT_MS = 15_000;
const MORE_MEMORY = 200 * 1024 * 1024;

let server: ServerProcess;
let database: Database;
let ground: Ground;
let memory = 0;

const open = (count: number) => Promise.all(Array.from({ length: count }, () => openSocket(server.port)));

/** Asks for the whole audit log, and reads nothing of it until called. */
async function askForExport(): Promise<Socket> {
  const socket = await openSocket(server.port);
  socket.pause();
  const { token } = ground.admin;
  socket.write(`GET /api/audit-logs/export.csv HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
  return socket;
}

/** Notifies the person so often, of much each time. */
async function tellAtOnce(userId: string, times: number): Promise<void> {
  await sql`with saved as (
      insert into notifications (user_id, topic, type, title, message)
      select ${userId}::uuid, 'announcements', 'info', 'News', repeat('x', 1500)
      from generate_series(1, ${times}::int) returning *
    ) insert into events (payload)
    select jsonb_build_object('type', 'notification', 'userId', user_id, 'notification', jsonb_build_object(
      'id', id::text, 'topic', topic, 'type', type, 'title', title, 'message', message, 'actionUrl', null,
      'isRead', false, 'createdAt', created_at))
    from saved order by id`.execute(database.db);
  await sql`notify ec_events`.execute(database.db);
}

/** Others read and submit meanwhile, and wait no longer than usual. */
async function expectServed(): Promise<void> {
  for (const [place, officer] of ground.officers.entries()) {
    const sent = await call(server.origin, 'POST', '/results', submissionOf(ground, officer, place));
    const read = await call(server.origin, 'GET', '/notifications', { token: ground.admin.token });
    expect([sent.status, read.status]).toEqual([201, 200]);
    expect(Math.max(sent.milliseconds, read.milliseconds)).toBeLessThan(WAIT_MS);
  }
}

beforeAll(async () => {
  server = await startServer();
  database = openDatabase((await addressesOf(server)).ownerUrl, { max: 4 });
  ground = await prepareGround(database, [server], 5);
  await sql`insert into audit_entries (event, resource_id, new_values)
    select 'settings.changed', n::text, jsonb_build_object('text', repeat(md5(n::text), 10))
    from generate_series(1, ${ENTRIES}::int) n`.execute(database.db);
  await allLinked(database);
  memory = residentMemory(server.pid);
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
});

describe.runIf(process.platform === 'linux')('slow clients', () => {
  it('that never end a head or a body, or read nothing, are cut off, while all others are served', async () => {
    const heads = await open(MANY);
    for (const socket of heads) {
      socket.resume().write('GET /api/health HTTP/1.1\r\nhost: x\r\nx-slow: ');
      trickle(socket, 'slow', 1000);
    }
    const bodies = await open(MANY);
    const [officer] = ground.officers;
    for (const socket of bodies) {
      const head = `authorization: Bearer ${officer?.token}\r\ncontent-type: application/json\r\ncontent-length: 1000`;
      socket.resume().write(`POST /api/results HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n{"electionId":"`);
      trickle(socket, 'x', 1000);
    }
    expect(heldOpen(server.port, [...heads, ...bodies])).toBeGreaterThan(MANY);
    const readers = await Promise.all(Array.from({ length: READERS }, askForExport));
    const steady = await askForExport();
    const sip = setInterval(() => steady.read(64 * 1024) as unknown, 500);
    try {
      await expectServed();
      await expect.poll(() => heldOpen(server.port, heads), BOUND).toBe(0);
      await expect.poll(() => heldOpen(server.port, bodies), BOUND).toBe(0);
      await expect.poll(() => heldOpen(server.port, readers), BOUND).toBe(0);
      await expectServed();
      expect(heldOpen(server.port, [steady])).toBe(1);
      // A busy machine collects what is free later.
      await expect.poll(() => residentMemory(server.pid) - memory, BOUND).toBeLessThan(MORE_MEMORY);
    } finally {
      clearInterval(sip);
      for (const socket of [...heads, ...bodies, ...readers, steady]) socket.destroy();
    }
  });

  it('that let their stream pile up lose it, and get what they missed when they come back', async () => {
    const { person, token } = ground.admin;
    const idle = await openStream(server.origin, token);
    const awake = await openStream(server.origin, token);
    await expect.poll(() => idle.lastEventId).not.toBe('');
    idle.pause();
    const before = residentMemory(server.pid);
    const notifications = () => awake.messages.filter(({ type }) => type === 'notification').length;
    let rounds = 0;
    // Until the kernel's buffers are full, and then ours.
    while ((await openStreams(server.origin)) === 2 && rounds < 100) {
      rounds += 1;
      await tellAtOnce(person.id, 100);
      await expect.poll(notifications).toBe(rounds * 100);
    }
    expect(await openStreams(server.origin)).toBe(1);
    expect(awake.isOpen).toBe(true);
    expect(residentMemory(server.pid) - before).toBeLessThan(MORE_MEMORY);
    const back = await openStream(server.origin, token, idle.lastEventId);
    const toldTo = (stream: Stream) =>
      stream.messages.flatMap((each) => (each.type === 'notification' ? [each.id] : []));
    await expect.poll(() => toldTo(back)).toContain(toldTo(awake).at(-1));
    for (const stream of [idle, awake, back]) stream.close();
  });
});
