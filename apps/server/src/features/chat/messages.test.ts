import type { ChatMessage } from '@ec/contract/chat/schemas';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWard, place } from '../../../test/builders.ts';
import { channelList, channelOf, page, say, send } from '../../../test/chat.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { type OpenStream, openStream, ticketOf } from '../../../test/stream.ts';

const LAGOS = place('24');
const IKEJA = place('24-11');
const EPE = place('24-05');

let test: TestApp;
let national: Client;
let state: Client;
let lga: Client;
let epe: Client;
beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', NATION);
  state = await test.as('state_admin', LAGOS);
  lga = await test.as('lga_admin', IKEJA);
  epe = await test.as('lga_admin', EPE);
});
afterAll(() => test.close());

/** Advances the clock and signs in again, because tokens expire sooner. */
async function later(minutes: number): Promise<void> {
  test.clock.advance(minutes);
  const again = ({ person }: Client) => test.signIn(person);
  national = await again(national);
  state = await again(state);
  lga = await again(lga);
  epe = await again(epe);
}

/** Stores messages of one user over the last days. */
async function store(channel: LocationId, sender: Client, count: number, text = 'Message'): Promise<void> {
  const { db } = test.database;
  await sql`insert into chat_channels (id) values (${channel}::bigint) on conflict do nothing`.execute(db);
  await sql`insert into chat_messages (channel_id, sender_id, sender_role, content, idempotency_key, request_hash, created_at)
    select ${channel}::bigint, ${sender.person.id}, ${sender.person.role}, ${text}::text || ' ' || n, ${channel}::text || n, '',
      ${test.clock.now()}::timestamptz - interval '3 days' + n * interval '10 seconds'
    from generate_series(1, ${count}::int) n`.execute(db);
  await sql`update chat_channels set last_message_id = (select max(id) from chat_messages where channel_id = ${channel}::bigint)
    where id = ${channel}::bigint`.execute(db);
}

const numbers = (messages: readonly ChatMessage[]) => messages.map(({ content }) => content);

describe('pages', () => {
  it('of 5,000 messages read back to the first have no gap and none twice, while new ones come in', async () => {
    await store(place('SW'), state, 5000);
    const regional = await test.as('regional_admin', place('SW'));
    const found: string[] = [];
    let news = 0;
    let { messages, hasOlder } = await page(regional, place('SW'), 'pageSize=100');
    for (;;) {
      found.unshift(...numbers(messages).map(String));
      if (!hasOlder) break;
      if (found.length % 500 === 0) {
        await Promise.all([say(regional, place('SW'), `New ${news++}`), say(state, place('SW'), `New ${news++}`)]);
      }
      ({ messages, hasOlder } = await page(regional, place('SW'), `pageSize=100&before=${messages[0]?.id}`));
    }
    expect(found).toEqual(Array.from({ length: 5000 }, (_, index) => `Message ${index + 1}`));
    const first = (await page(regional, place('SW'), 'pageSize=1')).messages[0];
    expect(first?.content).toMatch(/^New/);
    const after = await page(
      regional,
      place('SW'),
      `after=${(await page(regional, place('SW'), 'around=1')).messages[0]?.id}`,
    );
    expect([after.hasOlder, after.hasNewer]).toEqual([true, true]);
    expect(numbers(after.messages).slice(0, 2)).toEqual(['Message 2', 'Message 3']);
    expect(news).toBeGreaterThan(10);
  });

  it('open around a message, and go on from there both ways', async () => {
    await store(place('SE'), state, 30);
    const regional = await test.as('regional_admin', place('SE'));
    const all = (await page(regional, place('SE'), 'pageSize=100')).messages;
    const middle = all[14];
    const around = await page(regional, place('SE'), `around=${middle?.id}&pageSize=10`);
    expect(numbers(around.messages)).toEqual(numbers(all.slice(9, 19)));
    expect([around.hasOlder, around.hasNewer]).toEqual([true, true]);
    const older = await page(regional, place('SE'), `before=${around.messages[0]?.id}`);
    expect([numbers(older.messages), older.hasOlder, older.hasNewer]).toEqual([numbers(all.slice(0, 9)), false, true]);
    const newer = await page(regional, place('SE'), `after=${around.messages.at(-1)?.id}`);
    expect([numbers(newer.messages), newer.hasOlder, newer.hasNewer]).toEqual([numbers(all.slice(19)), true, false]);
    const none = await page(regional, place('SE'), `after=${all.at(-1)?.id}`);
    expect(none).toEqual({ messages: [], hasOlder: true, hasNewer: false });
  });

  it('follow the order of the commits: a reader who reads on misses none that was sent in the meantime', async () => {
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => test.as('national_admin', NATION)));
    const seen: number[] = [];
    let last = (await page(national, NATION)).messages.at(-1)?.id ?? 0;
    let sending = true;
    const sent = Promise.all(
      people.map(async (one) => {
        for (let number = 0; number < 10; number++) await say(one, NATION, `Together ${number}`);
      }),
    ).finally(() => {
      sending = false;
    });
    for (let over = false; !over; ) {
      const done = !sending;
      const { messages } = await page(national, NATION, `after=${last}&pageSize=100`);
      seen.push(...messages.map(({ id }) => id));
      last = seen.at(-1) ?? last;
      over = done && messages.length === 0;
    }
    await sent;
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });
});

describe('unread messages', () => {
  it('are those of others that stand, after what was read; muted channels are not in the sum', async () => {
    const admin = await test.as('lga_admin', place('24-02'));
    const before = (await channelList(admin)).unread;
    const first = await say(state, place('24-02'), 'One');
    await say(admin, place('24-02'), 'My own');
    const third = await say(state, place('24-02'), 'Three');
    const fourth = await say(state, place('24-02'), 'Four');
    expect(await channelOf(admin, place('24-02'))).toMatchObject({ unreadCount: 3, readThrough: 0 });
    await state.post(`/chat/messages/${third.id}/withdraw`);
    expect((await channelList(admin)).unread).toBe(before + 2);
    const read = await admin.post(`/chat/channels/${place('24-02')}/read`, { upTo: first.id });
    expect(read.json('data')).toEqual({ channelId: place('24-02'), unreadCount: 1, unread: before + 1 });
    await admin.put(`/chat/channels/${place('24-02')}/mute`, { muted: true });
    const list = await channelList(admin);
    expect(list.unread).toBe(before);
    expect(list.channels[0]).toMatchObject({ id: place('24-02'), muted: true, unreadCount: 1, readThrough: first.id });
    expect((await page(admin, place('24-02'))).messages.map(({ isRead }) => isRead)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(fourth.isRead).toBe(true);
  });

  it('are counted up to a hundred', async () => {
    await store(place('24-03'), state, 130);
    const admin = await test.as('lga_admin', place('24-03'));
    expect((await channelOf(admin, place('24-03')))?.unreadCount).toBe(100);
  });

  it('are marked neither back, nor ahead of the newest message', async () => {
    const { id } = await say(state, EPE, 'Before');
    const mark = async (upTo: number) => {
      await epe.post(`/chat/channels/${EPE}/read`, { upTo });
      return (await channelOf(epe, EPE))?.readThrough;
    };
    expect(await mark(Number.MAX_SAFE_INTEGER)).toBe(id);
    expect(await mark(1)).toBe(id);
    await say(state, EPE, 'After');
    expect((await channelOf(epe, EPE))?.unreadCount).toBe(1);
    expect((await epe.post(`/chat/channels/${EPE}/read`, { upTo: -1 })).status).toBe(400);
  });

  it('leave no audit entry when they are read, and one row a person and channel; muting leaves an entry', async () => {
    const { db } = test.database;
    const count = async (table: 'audit_entries' | 'chat_reads') =>
      (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0;
    const message = await say(state, IKEJA, 'Read me');
    const [entries, rows] = [await count('audit_entries'), await count('chat_reads')];
    for (let time = 0; time < 3; time++) await lga.post(`/chat/channels/${IKEJA}/read`, { upTo: message.id });
    expect([await count('audit_entries'), await count('chat_reads')]).toEqual([entries, rows + 1]);
    await lga.put(`/chat/channels/${IKEJA}/mute`, { muted: true });
    await lga.put(`/chat/channels/${IKEJA}/mute`, { muted: true });
    await lga.put(`/chat/channels/${IKEJA}/mute`, { muted: false });
    await lga.put(`/chat/channels/${IKEJA}/mute`, { muted: false });
    expect(await count('audit_entries')).toBe(entries + 2);
  });
});

describe('a message is taken back', () => {
  const entryOf = async (event: string, id: number) =>
    await test.database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('event', '=', event)
      .where('resource_id', '=', String(id))
      .execute();

  it('by its sender, for ten minutes; a trace stays, and its text is answered to no reader', async () => {
    const mentions = [lga.person.id];
    const { id } = await say(epe, LAGOS, 'Sent in a hurry zq1', { mentions });
    expect((await channelOf(lga, LAGOS))?.mentions).toBe(1);
    await later(10);
    const reply = await epe.post(`/chat/messages/${id}/withdraw`);
    expect(reply.json('data')).toMatchObject({ id, content: null, state: 'withdrawn', mentions: [], removedBy: null });
    for (const reader of [epe, lga, state]) {
      const trace = (await page(reader, LAGOS, `around=${id}`)).messages.find((message) => message.id === id);
      expect(trace).toMatchObject({ content: null, state: 'withdrawn', can: { withdraw: false, remove: false } });
      expect((await reader.get('/chat/search?q=zq1')).json('data.messages')).toEqual([]);
    }
    expect((await channelOf(lga, LAGOS))?.mentions).toBe(0);
    expect((await channelOf(lga, LAGOS))?.lastMessage).toBeNull();
    expect((await epe.post(`/chat/messages/${id}/withdraw`)).json('error')).toBe('This message was withdrawn already.');
    expect((await entryOf('chat.withdrawn', id))[0]?.previous_values).toMatchObject({ length: 19 });
    const stored = await sql<{ all: string }>`select m::text as all from chat_messages m where id = ${id}`.execute(
      test.database.db,
    );
    expect(stored.rows[0]?.all).not.toContain('hurry');
  });

  it('not after ten minutes, nor by anybody else', async () => {
    const { id } = await say(epe, LAGOS, 'Standing');
    const other = await lga.post(`/chat/messages/${id}/withdraw`);
    expect([other.status, other.code]).toEqual([403, 'NOT_PERMITTED']);
    await later(10.1);
    const late = await epe.post(`/chat/messages/${id}/withdraw`);
    expect([late.status, late.code]).toEqual([409, 'WITHDRAW_TOO_LATE']);
    const { messages } = await page(epe, LAGOS);
    expect(messages.at(-1)).toMatchObject({ id, content: 'Standing', can: { withdraw: false } });
  });

  it('once, when its sender and two moderators do so at the same time', async () => {
    const { id } = await say(lga, IKEJA, 'Contested');
    const replies = await Promise.all([
      lga.post(`/chat/messages/${id}/withdraw`),
      state.post(`/chat/messages/${id}/remove`, { reason: 'Rude' }),
      lga.post(`/chat/messages/${id}/remove`, { reason: 'Wrong place' }),
    ]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const entries = [...(await entryOf('chat.withdrawn', id)), ...(await entryOf('chat.removed', id))];
    expect(entries).toHaveLength(1);
  });

  it('by an administrator of its place with a reason, which the trace says, and the log keeps what it said', async () => {
    const { ward } = await createWard(test.database.db, 1);
    const admin = await test.as('ward_admin', ward);
    const { id } = await say(admin, IKEJA, 'Something rude');
    const remove = (client: Client, reason = 'Insulting') => client.post(`/chat/messages/${id}/remove`, { reason });
    expect((await remove(admin)).code).toBe('NOT_PERMITTED');
    expect((await remove(epe)).code).toBe('NOT_FOUND');
    expect((await remove(state, ' ')).json('fields')).toEqual([{ path: 'reason', message: 'Give a reason' }]);
    expect((await remove(state)).status).toBe(200);
    const trace = (await page(admin, IKEJA, `around=${id}`)).messages.find((message) => message.id === id);
    expect(trace).toMatchObject({
      content: null,
      state: 'removed',
      reason: 'Insulting',
      removedBy: { id: state.person.id, name: state.person.name, role: 'state_admin' },
    });
    expect((await remove(lga)).json('error')).toBe('This message was removed already.');
    const [entry] = await entryOf('chat.removed', id);
    expect(entry).toMatchObject({
      user_id: state.person.id,
      area_id: IKEJA,
      previous_values: { senderId: admin.person.id, content: 'Something rude' },
      new_values: { reason: 'Insulting' },
    });
  });

  it('and the members are notified of it', async () => {
    const stream: OpenStream = await openStream(test, await ticketOf(lga));
    await stream.next('heartbeat');
    const { id } = await say(state, IKEJA, 'For a moment');
    // The one of the test before may still be on its way.
    let message = await stream.next('chat');
    while (message?.type === 'chat' && Number(message.messageId) < id) message = await stream.next('chat');
    expect(message).toMatchObject({ messageId: id });
    await state.post(`/chat/messages/${id}/withdraw`);
    expect(await stream.next('chat')).toEqual({
      type: 'chat',
      channelId: IKEJA,
      messageId: id,
      senderId: state.person.id,
    });
    await stream.close();
  });
});

describe('search', () => {
  const found = async (client: Client, q: string, more = '') =>
    (await client.get(`/chat/search?q=${encodeURIComponent(q)}${more}`)).json<ChatMessage[]>('data.messages');

  it("looks through all of one's channels, or one, whatever the case, newest first, page by page", async () => {
    await say(state, IKEJA, 'The Tribunal sits on Monday');
    await say(state, LAGOS, 'tribunal, room 4');
    await say(national, NATION, 'No such word');
    expect(numbers(await found(lga, 'TRIBUNAL'))).toEqual(['tribunal, room 4', 'The Tribunal sits on Monday']);
    expect(numbers(await found(lga, 'tribunal', `&channelId=${IKEJA}`))).toEqual(['The Tribunal sits on Monday']);
    expect(numbers(await found(epe, 'tribunal'))).toEqual(['tribunal, room 4']);
    expect((await lga.get(`/chat/search?q=tribunal&channelId=${EPE}`)).status).toBe(404);
    await store(place('NE'), state, 70, 'Observers');
    const regional = await test.as('regional_admin', place('NE'));
    const first = await regional.get('/chat/search?q=observers');
    const second = await regional.get(
      `/chat/search?q=observers&before=${first.json<ChatMessage[]>('data.messages').at(-1)?.id}`,
    );
    const texts = [first, second].flatMap((reply) => numbers(reply.json<ChatMessage[]>('data.messages')));
    expect(texts).toEqual(Array.from({ length: 60 }, (_, index) => `Observers ${70 - index}`));
    expect([first.json('data.hasOlder'), second.json('data.hasOlder')]).toEqual([true, true]);
  });

  it('takes % and _ and the backslash for themselves', async () => {
    await say(state, IKEJA, '50% of a_b\\c');
    await say(state, IKEJA, '50 per cent of axb/c');
    for (const q of ['0% of', 'a_b', 'b\\c', '%% ', '__']) {
      const expected = ['0% of', 'a_b', 'b\\c'].includes(q) ? ['50% of a_b\\c'] : [];
      expect(numbers(await found(lga, q)), q).toEqual(expected);
    }
    expect((await lga.get('/chat/search?q=a')).json('fields.0.message')).toBe('Write at least two characters');
  });
});

it('keeps what was sent where the sender has left since, under the name and role of then', async () => {
  const { ward } = await createWard(test.database.db, 1);
  const admin = await test.as('ward_admin', ward);
  const { id } = await say(admin, IKEJA, 'My last message');
  expect(
    (await national.put(`/users/${admin.person.id}`, { role: 'lga_admin', assignedLga: place('24-13') })).status,
  ).toBe(200);
  const message = (await page(lga, IKEJA, `around=${id}`)).messages.find((each) => each.id === id);
  expect(message).toMatchObject({
    senderRole: 'Ward Admin',
    content: 'My last message',
    senderName: admin.person.name,
  });
  expect((await send(admin, IKEJA, 'From elsewhere')).status).toBe(404);
});

it('leads to the picture of its sender where the reader may see it, and to none of a deleted user', async () => {
  const { ward } = await createWard(test.database.db, 1);
  const admin = await test.as('ward_admin', ward);
  const [picture] = (
    await sql<{ id: string }>`with f as (insert into files (id, sha256, size, type, width, height, purpose, created_at)
        values (gen_random_uuid(), sha256('picture'), 1, 'image/jpeg', 1, 1, 'profile_picture', now()) returning id)
      update users set profile_picture_id = f.id from f where users.id = ${admin.person.id} returning f.id`.execute(
      test.database.db,
    )
  ).rows;
  const { id } = await say(admin, LAGOS, 'Who has the stamp pads?');
  const seenBy = async (client: Client) =>
    (await page(client, LAGOS, `around=${id}`)).messages.find((each) => each.id === id)?.senderPictureUrl;
  const url = `/api/profile-pictures/${picture?.id}.jpg`;
  expect([await seenBy(admin), await seenBy(state), await seenBy(epe)]).toEqual([url, url, null]);
  await sql`update users set status = 'DELETED' where id = ${admin.person.id}`.execute(test.database.db);
  expect(await seenBy(state)).toBeNull();
});
