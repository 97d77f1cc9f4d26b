import { setTimeout as delay } from 'node:timers/promises';
import type { ChannelList } from '@ec/contract/chat/schemas';
import type { UserId } from '@ec/contract/base/common';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import { ADMIN_ROLES } from '@ec/contract/permissions/roles';
import { bulkTransaction } from '@ec/server/platform/database/bulk';
import type { Database } from '@ec/server/platform/database/database';
import { sql } from 'kysely';
import { type Audience, createAudience } from './audience.ts';
import { signIn } from './dataset.ts';
import { type Client, closedLoop, openClient } from './load.ts';
import { quietMoment, watchMachine } from './machine.ts';
import type { ServerProcess } from './server-process.ts';
import { type Latency, latency, rounded } from './statistics.ts';

const WORDS =
  'agent ballot collation delay form gate hall incident key list material network officer photo queue'.split(' ');
const READERS = 10;
/** In so many of the messages. */
const RARE = { word: 'xylophone', every: 50_000 };
/** Of ten messages, one is the nation's, and more are of the wider channels than of the others. */
const KINDS = ['national', 'region', 'region', 'state', 'state', 'state', 'lga', 'lga', 'lga', 'lga'] as const;

/** So many messages of administrators over the last month. */
async function storeMessages(database: Database, count: number): Promise<void> {
  const { db } = database;
  const { rows: places } = await sql<{ id: LocationId; type: string }>`select id, type from locations
    where type in ('national', 'region', 'state', 'lga') order by id`.execute(db);
  const channels = Map.groupBy(places, ({ type }) => type);
  const { rows: senders } = await sql<{ id: UserId; role: string }>`select id, role from users
    where role in ('lga_admin', 'ward_admin') and status = 'ACTIVE'`.execute(db);
  const begin = Date.now() - count * 2000;
  const key = Buffer.alloc(0);

  function* messages() {
    for (let n = 0; n < count; n++) {
      const some = channels.get(KINDS[n % KINDS.length] ?? 'lga') ?? [];
      const channel = some[Math.floor(n / KINDS.length) % some.length]?.id ?? NATION;
      const { id, role } = senders[(n * 7919) % senders.length] ?? { id: '', role: '' };
      const words = Array.from({ length: 12 }, (_, place) => WORDS[(n * (place + 3) + (n >> place)) % WORDS.length]);
      if (n % RARE.every === 0) words.push(RARE.word);
      yield [channel, id, role, words.join(' '), String(n), key, new Date(begin + n * 2000)];
    }
  }
  await bulkTransaction(database, async (bulk) => {
    const { tx } = bulk;
    await sql`drop index chat_messages_search`.execute(tx);
    await sql`insert into chat_channels (id) select id from locations
      where type in ('national', 'region', 'state', 'lga')`.execute(tx);
    const columns = [
      'channel_id',
      'sender_id',
      'sender_role',
      'content',
      'idempotency_key',
      'request_hash',
      'created_at',
    ];
    await bulk.copy('chat_messages', columns, messages());
    await sql`update chat_channels c set last_message_id = coalesce(
      (select max(id) from chat_messages m where m.channel_id = c.id), 0)`.execute(tx);
    await sql`create index chat_messages_search on chat_messages using gin (lower(content) gin_trgm_ops)
      where ended_as is null`.execute(tx);
  });
  await sql`vacuum analyze chat_messages, chat_channels`.execute(db);
}

async function pick({ db }: Database, condition: ReturnType<typeof sql>, count: number): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`select id from users where status = 'ACTIVE' and ${condition}
    order by md5(id::text) limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}

async function ask<T>(client: Client, path: string, token: string): Promise<{ milliseconds: number; data: T }> {
  const { status, text, milliseconds } = await client.send({ method: 'GET', path, token });
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return { milliseconds, data: (JSON.parse(text) as { data: T }).data };
}

/** The list of channels of users with more than thirty, by this many readers at once without a pause. */
async function readLists(database: Database, origin: string, tokens: readonly string[], seconds: number) {
  const client = openClient(origin, tokens.length);
  const watch = await watchMachine(database);
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  await closedLoop(tokens.length, async (reader) => {
    const { milliseconds } = await ask<ChannelList>(client, '/chat/channels', tokens[reader] ?? '');
    times.push(milliseconds);
    return performance.now() < end;
  });
  const others = await watch.others();
  await client.close();
  return { others, readers: tokens.length, perSecond: rounded(times.length / seconds), ...latency(times) };
}

/** What one reader asks besides, each so many times: pages of the nation's channel, and searches in all of theirs. */
async function readOthers(origin: string, token: string, times: number): Promise<Record<string, Latency>> {
  const client = openClient(origin, 1);
  const messages = `/chat/channels/${NATION}/messages`;
  const questions = {
    'newest page': messages,
    'page from the middle': `${messages}?before=500000`,
    'search for a word that most messages hold': '/chat/search?q=ballot',
    'search for a rare word': `/chat/search?q=${RARE.word}`,
    'search for what none holds': '/chat/search?q=nowhere%20to%20be%20found',
    members: `/chat/channels/${NATION}/members?q=ada`,
  };
  const answers: Record<string, Latency> = {};
  for (const [name, path] of Object.entries(questions)) {
    const taken: number[] = [];
    for (let time = 0; time < times; time++) taken.push((await ask(client, path, token)).milliseconds);
    answers[name] = latency(taken);
  }
  await client.close();
  return answers;
}

async function openStreams(client: Client, origin: string, audience: Audience, tokens: readonly string[]) {
  const one = async (token: string) => {
    const reply = await client.send({ method: 'POST', path: '/notifications/stream-ticket', token });
    const { data } = JSON.parse(reply.text) as { data: { ticket: string } };
    await audience.open(`/api/notifications/stream?token=${data.ticket}`, origin);
  };
  for (let next = 0; next < tokens.length; next += 32) await Promise.all(tokens.slice(next, next + 32).map(one));
}

const TABLES = ['chat_messages', 'chat_mentions', 'chat_reads', 'events', 'audit_entries', 'notifications', 'messages'];

async function countRows({ db }: Database): Promise<Record<string, number>> {
  const counts = TABLES.map(async (table): Promise<[string, number]> => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    return [table, rows[0]?.n ?? 0];
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** From the answer of a message to the nation until the last of the open streams has it, and what it left in the store. */
async function notifyNation(database: Database, server: ServerProcess, streams: number, times: number) {
  const roles = `{${ADMIN_ROLES.join(',')}}`;
  const [sender = '', ...tokens] = await signIn(
    database,
    await pick(database, sql`role = any (${roles}::text[])`, streams + 1),
  );
  const client = openClient(server.origin, 32);
  const audience = createAudience();
  await openStreams(client, server.origin, audience, tokens);
  await quietMoment();
  const watch = await watchMachine(database);
  const before = await countRows(database);
  const answered: number[] = [];
  const afterAnswer: number[] = [];
  const whole: number[] = [];
  for (let time = 0; time < times; time++) {
    const allNotified = audience.allHave((message) => message.type === 'chat');
    const begin = performance.now();
    const reply = await client.send({
      method: 'POST',
      path: `/chat/channels/${NATION}/messages`,
      token: sender,
      body: JSON.stringify({ content: `Message ${time} to everybody` }),
      idempotencyKey: `nation-${time}`,
    });
    if (reply.status !== 201) throw new Error(reply.text);
    const answer = performance.now();
    const last = await allNotified;
    answered.push(reply.milliseconds);
    afterAnswer.push(last - answer);
    whole.push(last - begin);
    await delay(200);
  }
  const after = await countRows(database);
  const others = await watch.others();
  audience.close();
  await client.close();
  const rows = Object.fromEntries(
    TABLES.map((table) => [table, rounded(((after[table] ?? 0) - (before[table] ?? 0)) / times, 2)]),
  );
  return {
    others,
    streams,
    answer: latency(answered),
    fromAnswerToLast: latency(afterAnswer),
    fromSendingToLast: latency(whole),
    rowsPerMessage: rows,
  };
}

/** Group chats of an organisation of 200,000 with so many messages. */
export async function runChat(
  database: Database,
  server: ServerProcess,
  { messages, streams, seconds }: { messages: number; streams: number; seconds: number },
) {
  await storeMessages(database, messages);
  const states = await signIn(
    database,
    await pick(
      database,
      sql`role = 'state_admin' and (select count(*) from locations l where l.parent_id = users.area_id) >= 27`,
      READERS,
    ),
  );
  const client = openClient(server.origin, 1);
  const lists: ChannelList[] = [];
  for (const token of states) lists.push((await ask<ChannelList>(client, '/chat/channels', token)).data);
  for (const [place, token] of states.entries()) {
    // Half of the channels are read up to the end, as by a user who has been there; all of the others are new.
    for (const { id } of lists[place]?.channels.filter((_, index) => index % 2 === 0) ?? []) {
      const body = JSON.stringify({ upTo: Number.MAX_SAFE_INTEGER });
      await client.send({ method: 'POST', path: `/chat/channels/${id}/read`, token, body });
    }
  }
  await client.close();
  const readers = Array.from({ length: READERS }, (_, reader) => states[reader % states.length] ?? '');
  await quietMoment();
  return {
    stored: messages,
    channelsEach: lists.map(({ total }) => total),
    membersOfTheNation: lists[0]?.channels.find(({ id }) => id === NATION)?.memberCount,
    oneReader: await readLists(database, server.origin, states.slice(0, 1), seconds),
    tenReaders: await readLists(database, server.origin, readers, seconds),
    others: await readOthers(server.origin, states[0] ?? '', 40),
    nation: await notifyNation(database, server, streams, 20),
  };
}
