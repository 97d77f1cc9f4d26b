import type { ChatMessage } from '@ec/contract/chat/schemas';
import type { ElectionId, FileId, ResultId } from '@ec/contract/base/common';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createPerson, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { channelOf, page, say, send } from '../../../test/chat.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { changeFiles } from '../../../test/uploads.ts';
import { setLevel } from '../../../test/levels.ts';

const LAGOS = place('24');
const IKEJA = place('24-11');

let test: TestApp;
let national: Client;
let state: Client;
let lga: Client;
let stranger: Client;
beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  national = await test.as('national_admin', NATION);
  state = await test.as('state_admin', LAGOS);
  lga = await test.as('lga_admin', IKEJA);
  stranger = await test.as('lga_admin', place('19-01'));
});
afterAll(() => test.close());

async function rowsOf(table: 'chat_messages' | 'audit_entries' | 'events'): Promise<number> {
  const row = await test.database.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

describe('officers of both counts', () => {
  it.each(['polling_unit_officer', 'gpuo', 'grassroot_puo'] as const)(
    'write in the chat of their LGA and only read the wider ones: %s',
    async (role) => {
      const { units, ward } = await createWard(test.database.db, 1);
      const officer = await test.as(role, units[0] ?? ward);
      expect((await send(officer, IKEJA, 'The sheet is posted')).status).toBe(201);
      expect((await channelOf(officer, IKEJA))?.can).toEqual({ send: true });
      for (const wider of [LAGOS, place('SW'), NATION]) {
        const reply = await send(officer, wider, 'Hello all');
        expect([reply.status, reply.code]).toEqual([403, 'CHANNEL_READ_ONLY']);
        expect((await channelOf(officer, wider))?.can).toEqual({ send: false });
        expect((await officer.get(`/chat/channels/${wider}/messages`)).status).toBe(200);
      }
      for (const other of [place('24-05'), place('19')])
        expect((await officer.get(`/chat/channels/${other}/messages`)).status).toBe(404);
    },
  );
});

describe('a message', () => {
  it('is stored and answered as it was typed but for the space around it, and seen so by all members', async () => {
    const reply = await send(state, LAGOS, '  First line\nSecond   line \u202Eabc \u{1F5F3}  ');
    expect(reply.status).toBe(201);
    const message = reply.json<ChatMessage>('data');
    expect(message).toMatchObject({
      channelId: LAGOS,
      senderId: state.person.id,
      senderRole: 'State Admin',
      role: 'state_admin',
      content: 'First line\nSecond   line \u202Eabc \u{1F5F3}',
      state: 'sent',
      isRead: true,
      key: expect.any(String),
      can: { withdraw: true, remove: true },
    });
    expect((await page(lga, LAGOS)).messages).toEqual([
      { ...message, isRead: false, key: null, can: { withdraw: false, remove: false } },
    ]);
    expect((await channelOf(lga, LAGOS))?.lastMessage).toEqual({
      content: message.content,
      senderName: state.person.name,
      timestamp: message.timestamp,
    });
  });

  it.each([
    `<script>alert(1)</script><img src=x onerror="alert(1)">`,
    `"'; drop table chat_messages; -- & &amp; \${7*7} {{7*7}}`,
    `[a](javascript:alert(1)) javascript:alert(1) https://example.org/<b>`,
  ])('that looks like mark-up or code is text: %s', async (content) => {
    const person = await createPerson(test.database.db, { role: 'national_admin', area: NATION, name: content });
    const author = await test.signIn(person);
    const { id } = await say(author, NATION, content);
    const { messages } = await page(national, NATION, `around=${id}`);
    expect(messages.find((message) => message.id === id)).toMatchObject({ content, senderName: content });
    const found = await national.get(`/chat/search?q=${encodeURIComponent(content)}`);
    expect(found.json<ChatMessage[]>('data.messages').map((message) => message.id)).toContain(id);
    const members = await national.get(`/chat/channels/${NATION}/members?q=${encodeURIComponent(content)}`);
    expect(members.json('data.members.0.name')).toBe(content);
    expect(String(members.headers['content-type'])).toContain('application/json');
  });

  it('costs a row each of message, event and audit entry, however many belong to the channel; the log says not what', async () => {
    const tables = ['chat_messages', 'audit_entries', 'events'] as const;
    const before = await Promise.all(tables.map(rowsOf));
    const message = await say(national, NATION, 'Something for the members only');
    expect(await Promise.all(tables.map(rowsOf))).toEqual(before.map((count) => count + 1));
    const entry = await test.database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('event', '=', 'chat.sent')
      .where('resource_id', '=', String(message.id))
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ user_id: national.person.id, area_id: NATION });
    expect(entry.new_values).toMatchObject({ length: 30 });
    expect(JSON.stringify(entry)).not.toContain('for the members');
  });

  it.each([
    ['nothing', '', 'content', 'Write something first'],
    ['only space', ' \n\t ', 'content', 'Write something first'],
    ['nothing that would be seen', '\u200B\u202E \u2066\u2069', 'content', 'Write something first'],
    ['more than 2,000 characters', 'x'.repeat(2001), 'content', 'A message holds at most 2,000 characters'],
    ['a character that cannot be stored', 'a\0b', 'content', 'This holds a character that cannot be stored'],
  ])('with %s is refused', async (_, content, path, message) => {
    const before = await rowsOf('chat_messages');
    const reply = await send(state, LAGOS, content);
    expect([reply.status, reply.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.json('fields')).toEqual([{ path, message }]);
    expect(await rowsOf('chat_messages')).toBe(before);
  });

  it('of 2,000 characters is taken, also where each is one that takes two places', async () => {
    expect((await say(state, LAGOS, 'y'.repeat(2000))).content).toHaveLength(2000);
    expect((await say(state, LAGOS, '\u{1F5F3}'.repeat(1000))).content).toHaveLength(2000);
  });
});

describe('the key of a message', () => {
  it('is needed', async () => {
    const reply = await state.post(`/chat/channels/${LAGOS}/messages`, { content: 'Hello' });
    expect([reply.status, reply.code]).toEqual([400, 'MESSAGE_KEY_REQUIRED']);
  });

  it('answers the same message again, and refuses another one', async () => {
    const first = await send(state, LAGOS, 'Once', {}, 'key-1');
    const again = await send(state, LAGOS, 'Once', {}, 'key-1');
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.json('data')).toEqual(first.json('data'));
    const other = await send(state, LAGOS, 'Twice', {}, 'key-1');
    const elsewhere = await send(state, IKEJA, 'Once', {}, 'key-1');
    expect([other.code, elsewhere.code]).toEqual(['MESSAGE_KEY_CONFLICT', 'MESSAGE_KEY_CONFLICT']);
    expect((await send(lga, LAGOS, 'Once', {}, 'key-1')).status).toBe(201);
    expect((await page(lga, LAGOS)).messages.filter(({ content }) => content === 'Once')).toHaveLength(2);
  });

  it('stores one message of eight that are sent at once', async () => {
    const before = await rowsOf('chat_messages');
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => send(state, IKEJA, 'From a phone that lost its network', {}, 'key-2')),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 200, 200, 200, 201,
    ]);
    expect(new Set(replies.map((reply) => reply.json('data.id'))).size).toBe(1);
    expect(await rowsOf('chat_messages')).toBe(before + 1);
  });
});

it('lets a person send 30 messages a minute, in all their channels and however many at once', async () => {
  const { ward } = await createWard(test.database.db, 1);
  const admin = await test.as('ward_admin', ward);
  await say(admin, LAGOS, 'The first');
  test.clock.advance(0.5);
  const replies = await Promise.all(
    Array.from({ length: 33 }, (_, index) => send(admin, index % 2 ? IKEJA : LAGOS, `Number ${index}`)),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(29);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(4);
  expect([refused[0]?.code, refused[0]?.json('details')]).toEqual(['MESSAGE_LIMIT', { limit: 30, seconds: 30 }]);
  expect((await send(lga, IKEJA, 'Others are not held up')).status).toBe(201);
  test.clock.advance(0.51);
  expect((await send(admin, LAGOS, 'One more')).status).toBe(201);
  expect((await send(admin, LAGOS, 'Too much again')).status).toBe(429);
  test.clock.advance(1);
});

describe('mentions', () => {
  const notified = async (client: Client) =>
    (await client.get('/notifications?topic=chat')).json<Record<string, unknown>[]>('data.notifications');

  it('notify only the members who are named, muted or not, without the text of the message', async () => {
    await lga.put(`/chat/channels/${LAGOS}/mute`, { muted: true });
    const mentions = [lga.person.id, stranger.person.id, state.person.id, lga.person.id];
    const message = await say(state, LAGOS, 'Please come to the office', { mentions });
    expect(message.mentions.map(({ id }) => id)).toEqual([lga.person.id]);
    expect(await notified(lga)).toEqual([
      expect.objectContaining({
        topic: 'chat',
        title: `${state.person.name} mentioned you`,
        message: 'In the group chat Lagos. Open it to read the message.',
        actionUrl: `/communications?channel=${LAGOS}&message=${message.id}`,
      }),
    ]);
    expect([await notified(stranger), await notified(state)]).toEqual([[], []]);
    expect(await channelOf(lga, LAGOS)).toMatchObject({ muted: true, mentions: 1 });
    expect(await channelOf(state, LAGOS)).toMatchObject({ mentions: 0 });
    await lga.post(`/chat/channels/${LAGOS}/read`, { upTo: message.id });
    expect(await channelOf(lga, LAGOS)).toMatchObject({ mentions: 0, unreadCount: 0 });
    await lga.put(`/chat/channels/${LAGOS}/mute`, { muted: false });
  });

  it('are twenty at most', async () => {
    const mentions = Array.from({ length: 21 }, () => lga.person.id);
    const reply = await send(state, LAGOS, 'Everybody!', { mentions });
    expect(reply.json('fields')).toEqual([{ path: 'mentions', message: 'Mention at most 20 people' }]);
  });
});

describe('a link', () => {
  let unit: LocationId;
  let ward: LocationId;
  let result: ResultId;
  let election: ElectionId;
  let officer: Client;
  let observer: Client;
  beforeAll(async () => {
    const made = await createWard(test.database.db, 1);
    ward = made.ward;
    unit = made.units[0] ?? ward;
    election = await createElection(test.database.db, { name: 'Governorship' });
    officer = await test.as('polling_unit_officer', unit);
    observer = await test.as('gpuo', unit);
    const sent = await officer.post('/results', sheet(election, unit), { 'idempotency-key': 'sheet' });
    result = sent.json<ResultId>('data.id');
  });
  const linkIn = async (client: Client, channel: LocationId, id: number) =>
    (await page(client, channel, `around=${id}`)).messages.find((message) => message.id === id)?.link;

  it('to a result is a card for those who may open it, and hidden from all others', async () => {
    const { id, link } = await say(state, NATION, 'Look at this', { link: { type: 'result', id: result } });
    expect(link).toMatchObject({
      type: 'result',
      title: 'Governorship',
      status: 'pending',
      source: 'official',
      totalVotes: 140,
      leading: 'LP',
      path: `/review/${result}`,
      place: expect.stringContaining('Ikeja, Lagos'),
    });
    expect(await linkIn(lga, NATION, id)).toEqual(link);
    expect(await linkIn(stranger, NATION, id)).toEqual({ type: 'hidden' });
    const moderator = await test.as('moderator', NATION);
    expect(await linkIn(moderator, NATION, id)).toEqual({ type: 'hidden' });
    await setLevel(test, 'lga_admin', 'disputes', 'none');
    expect(await linkIn(lga, NATION, id)).toMatchObject({
      path: expect.stringMatching(/^\/pu\/24-11-.*source=official$/),
    });
    await setLevel(test, 'lga_admin', 'disputes', 'write');
  });

  it('to a result shows an officer their own count alone', async () => {
    const grass = await observer.post('/results', sheet(election, unit), { 'idempotency-key': 'grass' });
    const other = await say(lga, IKEJA, '', { link: { type: 'result', id: grass.json('data.id') } });
    const own = await say(lga, IKEJA, '', { link: { type: 'result', id: result } });
    expect(await linkIn(officer, IKEJA, other.id)).toEqual({ type: 'hidden' });
    expect(await linkIn(officer, IKEJA, own.id)).toMatchObject({
      path: expect.stringMatching(/^\/pu\//),
      totalVotes: 140,
    });
    expect((await channelOf(officer, IKEJA))?.lastMessage?.content).toBe('Link');
  });

  it('to a polling unit says which, to those in whose area it lies', async () => {
    const { id, link } = await say(state, NATION, 'Here', { link: { type: 'polling_unit', id: unit } });
    expect(link).toMatchObject({
      type: 'polling_unit',
      title: expect.stringContaining('Polling Unit 1'),
      status: null,
    });
    expect(await linkIn(stranger, NATION, id)).toEqual({ type: 'hidden' });
    expect(await linkIn(national, NATION, id)).toEqual(link);
  });

  it('to what the sender may not see, or what does not exist, is refused', async () => {
    for (const link of [
      { type: 'result', id: result },
      { type: 'polling_unit', id: unit },
      { type: 'result', id: '0190aaaa-0000-7000-8000-000000000000' },
      { type: 'polling_unit', id: place('19-01') },
    ]) {
      const reply = await send(stranger, NATION, 'Look', { link });
      expect([reply.status, reply.code]).toEqual([400, 'MESSAGE_LINK_NOT_FOUND']);
      expect(reply.json('fields.0.path')).toBe('link');
    }
  });
});

describe('a picture', () => {
  async function upload(client: Pick<Client, 'send'>) {
    const content = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#e8e8dc' } })
      .jpeg()
      .toBuffer();
    const head =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
    return await client.send({
      method: 'POST',
      url: '/api/chat/files',
      payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
  }
  const seen = async (client: Client, id: FileId) => (await client.get(`/files/${id}`)).status;

  it('is seen by its sender until it is sent, then by the members of the channel, and by no user once it is withdrawn', async () => {
    const uploaded = await upload(lga);
    expect(uploaded.status).toBe(201);
    const fileId = uploaded.json<FileId>('data.id');
    expect([await seen(lga, fileId), await seen(state, fileId)]).toEqual([200, 404]);
    const message = await say(lga, IKEJA, '', { fileId });
    expect(message).toMatchObject({ content: '', fileId });
    expect((await channelOf(state, IKEJA))?.lastMessage?.content).toBe('Picture');
    expect([await seen(lga, fileId), await seen(state, fileId)]).toEqual([200, 200]);
    expect([await seen(national, fileId), await seen(stranger, fileId)]).toEqual([404, 404]);
    expect((await test.anonymous.get(`/files/${fileId}`)).status).toBe(401);
    expect((await lga.post(`/chat/messages/${message.id}/withdraw`)).status).toBe(200);
    expect([await seen(lga, fileId), await seen(state, fileId)]).toEqual([404, 404]);
  });

  it('cannot be another’s, or a sheet, and no sheet can be a picture of a chat', async () => {
    const theirs = (await upload(state)).json<FileId>('data.id');
    const sheetId = (await upload(lga)).json<FileId>('data.id');
    await changeFiles(test, sheetId, "purpose = 'sheet'");
    for (const fileId of [theirs, sheetId, '00000000-0000-4000-8000-000000000000']) {
      const reply = await send(lga, IKEJA, 'Look', { fileId });
      expect([reply.status, reply.code]).toEqual([400, 'ATTACHMENT_NOT_FOUND']);
    }
    expect((await upload(await test.as('moderator', IKEJA))).code).toBe('LEVEL_DENIED');
    expect((await upload(test.anonymous)).status).toBe(401);
  });
});
