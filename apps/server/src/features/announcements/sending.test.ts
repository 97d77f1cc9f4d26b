import type { Announcement, Receipts, UnreadPeople } from '@ec/contract/announcements/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announce, asEdited, listOf, noticesOf, shows, submit, TEXT } from '../../../test/announcements.ts';
import { place } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
/** An author who may edit, and a reader; new for each test, because sendings per user are limited. */
let national: Client;
let reader: Client;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  national = await test.as('national_admin', NATION);
  reader = await test.as('moderator', place('24'));
});

describe('the key of an announcement', () => {
  it('is needed', async () => {
    const reply = await national.post('/announcements', TEXT);
    expect([reply.status, reply.code]).toEqual([400, 'ANNOUNCEMENT_KEY_REQUIRED']);
  });

  it('answers the same announcement again, also after its expiry, and refuses another one', async () => {
    const expiresAt = new Date(test.clock.now().getTime() + 60_000).toISOString();
    const first = await submit(national, { states: ['24'], expiresAt }, 'key-1');
    test.clock.advance(2);
    const again = await submit(national, { states: ['24'], expiresAt }, 'key-1');
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.json('data')).toEqual(first.json('data'));
    expect(await auditOf(test, first.json('data.id'))).toEqual(['announcement.created']);
    const other = await submit(national, { states: ['25'], expiresAt }, 'key-1');
    expect([other.status, other.code]).toEqual([409, 'ANNOUNCEMENT_KEY_CONFLICT']);
    const another = await test.as('national_admin', NATION);
    expect((await submit(another, {}, 'key-1')).status).toBe(201);
  });

  it('stores one of six that are sent at once, and counts it as one', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => submit(national, {}, 'key-2')));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 201]);
    expect((await listOf(national, 'show=mine')).total).toBe(1);
    for (let count = 1; count < 10; count += 1) expect((await submit(national)).status).toBe(201);
    expect((await submit(national)).code).toBe('ANNOUNCEMENT_LIMIT');
    expect((await submit(national, {}, 'key-2')).status).toBe(200);
  });
});

describe('an announcement that is shown again', () => {
  const urgentOf = async (client: Client) =>
    (await client.get('/announcements/urgent')).json<Announcement[]>('data.announcements').map(({ id }) => id);
  const readOf = async ({ id }: Announcement) =>
    (await national.get(`/announcements/${id}/receipts`)).json<Receipts>('data').read;
  const edit = async (before: Announcement, changes: object) => {
    const reply = await national.put(`/announcements/${before.id}`, { ...asEdited(before), ...changes });
    expect(reply.status, reply.text).toBe(200);
    return reply.json<Announcement>('data');
  };

  it('is unread for everybody but the editor, over the console again, and notified of once more', async () => {
    const sent = await announce(national, { priority: 'urgent', title: 'At ten' });
    await test.app.platform.jobs.runDue();
    for (const client of [reader, national]) await client.patch(`/announcements/${sent.id}/read`);
    expect([await urgentOf(reader), await readOf(sent)]).toEqual([[], 2]);
    const reworded = await edit(sent, { title: 'At eleven' });
    await test.app.platform.jobs.runDue();
    expect(await urgentOf(reader)).toEqual([]);
    expect(await noticesOf(test, reader)).toEqual(['Urgent: At ten']);

    await edit(reworded, { title: 'At noon', again: true });
    await test.app.platform.jobs.runDue();
    await test.app.platform.jobs.runDue();
    expect([await urgentOf(reader), await urgentOf(national), await readOf(sent)]).toEqual([[sent.id], [], 1]);
    expect(await noticesOf(test, reader)).toEqual(['Urgent: At ten', 'Urgent: At noon']);
    const unread = await national.get(`/announcements/${sent.id}/unread-people?q=moderator`);
    expect(unread.json<UnreadPeople>('data').people.map(({ id }) => id)).toContain(reader.person.id);
    await reader.patch(`/announcements/${sent.id}/read`);
    expect([await urgentOf(reader), await readOf(sent)]).toEqual([[], 2]);
    expect(await auditOf(test, sent.id)).toContain('announcement.updated');
  });

  it('needs no other change, and those whom it is not meant for see nothing of it', async () => {
    const sent = await announce(national, { states: ['24'] });
    await reader.patch(`/announcements/${sent.id}/read`);
    const stranger = await test.as('moderator', place('25'));
    const { unread } = await listOf(stranger);
    const again = await edit(sent, { again: true });
    expect(again).toMatchObject({ version: 2, editedAt: null });
    expect((await reader.get(`/announcements/${sent.id}`)).json('data.isRead')).toBe(false);
    expect((await listOf(stranger)).unread).toBe(unread);
    await national.delete(`/announcements/${sent.id}`, {});
    const late = await national.put(`/announcements/${sent.id}`, { ...asEdited(again), version: 3, again: true });
    expect(late.code).toBe('ANNOUNCEMENT_WITHDRAWN');
  });

  it('counts among the ten of an hour, however often it is the same one', async () => {
    let sent = await announce(national);
    for (let count = 1; count < 10; count += 1) sent = await edit(sent, { again: true });
    const more = await national.put(`/announcements/${sent.id}`, { ...asEdited(sent), again: true });
    expect(more).toMatchObject({ status: 429, code: 'ANNOUNCEMENT_LIMIT' });
    expect((await edit(sent, { title: 'Only reworded' })).version).toBe(11);
    expect((await submit(national)).code).toBe('ANNOUNCEMENT_LIMIT');
  });
});

it.each(['\u200b', '\u202e', '\u2066\u2069', '\u3164', '\u00ad\ufe0f'])(
  'of which nothing would be seen is none: %j',
  async (nothing) => {
    const reply = await submit(national, { title: nothing, content: ` ${nothing}\n` });
    expect(reply.json('fields')).toEqual([
      { path: 'title', message: 'Title is required' },
      { path: 'content', message: 'Content is required' },
    ]);
  },
);

it.each(['\u2028', '\u2029'])('refuses a title with %j, which breaks the line', async (sign) => {
  const reply = await submit(national, { title: `one${sign}two` });
  expect(reply.json('fields')).toEqual([{ path: 'title', message: 'Write it on one line' }]);
});

it('leaves nothing to look after to an author whose role is no author’s any more', async () => {
  const author = await test.as('regional_admin', place('SE'));
  const sent = await announce(author);
  await test.database.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', author.person.id).execute();
  const demoted = await test.signIn(author.person);
  const seen = (await demoted.get(`/announcements/${sent.id}`)).json<Announcement>('data');
  expect([seen.isForMe, seen.can.seeReceipts]).toEqual([true, false]);
  expect(await shows(demoted, sent, 'show=mine')).toBe(false);
  await national.delete(`/announcements/${sent.id}`, {});
  expect((await demoted.get(`/announcements/${sent.id}`)).status).toBe(404);
});
