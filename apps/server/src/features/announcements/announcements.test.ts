import type { Announcement } from '@ec/contract/announcements/schemas';
import type { FieldError } from '@ec/contract/base/error-body';
import { ROLE_IDS } from '@ec/contract/permissions/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announce, asEdited, listOf, shows, submit, TEXT } from '../../../test/announcements.ts';
import { createPerson, createWard, place } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { setLevel } from '../../../test/levels.ts';
import { EVERYTHING, narrowed } from '../../../test/moderators.ts';
import { openStream, ticketOf } from '../../../test/stream.ts';

let test: TestApp;
/** A national author and one of the South West; new for each test, because sendings per user are limited. */
let national: Client;
let regional: Client;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  national = await test.as('national_admin', place('NG'));
  await test.database.db
    .updateTable('users')
    .set({ status: 'DELETED', status_before: null })
    .where('role', '=', 'regional_admin')
    .execute();
  regional = await test.as('regional_admin', place('SW'));
});

const faultsOf = (reply: Reply) =>
  Object.fromEntries(reply.json<FieldError[]>('fields').map((f) => [f.path, f.message]));
const NOWHERE = '0190aaaa-0000-7000-8000-000000000000';

describe('sending', () => {
  it.each([...ROLE_IDS])('is for national and regional admins, not for others: %s', async (role) => {
    const areas: Record<string, string> = { state_admin: '24', lga_admin: '24-11', ward_admin: '24-11-05' };
    const author = { national_admin: national, regional_admin: regional }[role as string];
    const area = role === 'ward_admin' ? (await createWard(test.database.db, 1)).ward : place(areas[role] ?? 'NG');
    const client = author ?? (await test.as(role, area));
    expect((await submit(client)).status).toBe(author ? 201 : 403);
  });

  it('needs write on announcements', async () => {
    await setLevel(test, 'regional_admin', 'announcements', 'read');
    expect((await submit(regional)).code).toBe('LEVEL_DENIED');
    await setLevel(test, 'regional_admin', 'announcements', 'write');
  });

  it('answers and stores what was sent, and leaves its entry in the audit log', async () => {
    const expiresAt = new Date(test.clock.now().getTime() + 3_600_000).toISOString();
    const sent = await announce(national, {
      priority: 'high',
      roles: ['state_admin', 'state_admin'],
      states: ['24', '25'],
      regions: ['NC'],
      expiresAt,
      pinned: true,
    });
    expect(sent).toMatchObject({
      ...TEXT,
      priority: 'high',
      targetAudience: {
        roles: ['state_admin'],
        area: null,
        regions: [{ name: 'North Central', type: 'region' }],
        // Nasarawa lies in the North Central.
        states: [{ type: 'state', name: 'Lagos' }],
      },
      createdBy: national.person.id,
      createdByName: national.person.name,
      createdByRole: 'national_admin',
      expiresAt,
      pinned: true,
      version: 1,
      isForMe: false,
      isRead: true,
      can: { edit: true, pin: true, withdraw: true, seeReceipts: true },
    });
    expect((await national.get(`/announcements/${sent.id}`)).json('data')).toEqual(sent);
    expect(await auditOf(test, sent.id)).toEqual(['announcement.created']);
  });

  it('is to the whole area of the author where none is named, whose own copy is read', async () => {
    const sent = await announce(regional);
    expect(sent).toMatchObject({
      targetAudience: { area: { id: place('SW'), name: 'South West' }, regions: [], states: [] },
      priority: 'medium',
      isForMe: true,
      isRead: true,
      can: { edit: false, pin: false, withdraw: false, seeReceipts: true },
    });
    expect((await announce(national)).targetAudience.area?.id).toBe(place('NG'));
  });

  it('names places and roles of the author’s own area only, and refuses with all faults at once', async () => {
    const reply = await submit(regional, {
      roles: ['ward_admin', 'national_admin'],
      regions: ['SW', 'SE'],
      states: ['24', '36-01', '01', 'nowhere'],
      expiresAt: test.clock.now().toISOString(),
    });
    expect(reply).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(Object.keys(faultsOf(reply)).sort()).toEqual([
      'expiresAt',
      'regions.1',
      'roles.1',
      'states.1',
      'states.2',
      'states.3',
    ]);
    const wrongKind = await submit(national, { regions: ['24'], states: ['SW'] });
    expect(faultsOf(wrongKind)).toEqual({
      'regions.0': 'Lagos is not a region',
      'states.0': 'South West is not a state',
    });
  });

  it('of a narrowed regional admin is to the areas that they act in, and to no other of the region', async () => {
    await test.database.db
      .updateTable('users')
      .set({ status: 'DELETED' })
      .where('id', '=', regional.person.id)
      .execute();
    const author = await narrowed(test, { ...EVERYTHING, allowedStates: ['24', '27'] }, 'regional_admin', place('SW'));
    expect((await submit(author, { states: ['29'] })).code).toBe('VALIDATION_FAILED');
    const sent = await announce(author);
    expect(sent.targetAudience.states.map(({ id }) => id)).toEqual([place('24'), place('27')]);
    expect(await shows(author, sent)).toBe(true);
  });

  it.each([
    ['title', { title: '  ' }, 'Title is required'],
    ['title', { title: 'x'.repeat(161) }, 'Enter at most 160 characters'],
    ['title', { title: 'one\ntwo' }, 'Write it on one line'],
    ['content', { content: '\n\n' }, 'Content is required'],
    ['content', { content: 'x'.repeat(10_001) }, 'Enter at most 10,000 characters'],
  ])('refuses a %s that is missing, too long or in the wrong form', async (path, wrong, message) => {
    const reply = await submit(national, { ...wrong });
    expect(reply).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(faultsOf(reply)).toEqual({ [path]: message });
  });

  it('takes the longest text, and mark-up as the text it is', async () => {
    const title = `<img src=x onerror=alert(1)>${'x'.repeat(132)}`;
    const content = `</textarea><script>alert("1")</script>'; drop table users; --\n${'ẹ'.repeat(9_900)}`;
    const sent = await announce(national, { title, content });
    expect(sent).toMatchObject({ title, content });
    const reader = await test.as('moderator', place('24'));
    expect((await listOf(reader)).announcements[0]).toMatchObject({ title, content });
  });

  it('is limited to ten an hour for each author, also when they come at once', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => submit(national)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(10).fill(201),
      429,
      429,
    ]);
    test.clock.advance(20);
    const author = await test.signIn(national.person);
    const refused = await submit(author);
    expect(refused).toMatchObject({ status: 429, code: 'ANNOUNCEMENT_LIMIT' });
    expect(refused.json('details')).toEqual({ limit: 10, minutes: 40 });
    const another = await test.as('national_admin', place('NG'));
    expect((await submit(another)).status).toBe(201);
    test.clock.advance(40);
    const later = await test.signIn(national.person);
    expect((await submit(later)).status).toBe(201);
  });
});

describe('editing, pinning and withdrawing', () => {
  it.each(['super_admin', 'national_admin', 'global_moderator'] as const)('is for the %s', async (role) => {
    const sent = await announce(regional);
    const editor = await test.as(role, place('NG'));
    const edited = await editor.put(`/announcements/${sent.id}`, { ...asEdited(sent), title: 'Bring two torches' });
    expect(edited.json('data')).toMatchObject({
      title: 'Bring two torches',
      targetAudience: { area: { id: place('SW') } },
      version: 2,
      editedAt: test.clock.now().toISOString(),
      editedBy: { id: editor.person.id },
    });
    const pinned = await editor.post(`/announcements/${sent.id}/pin`, { pinned: true });
    expect(pinned.json('data')).toMatchObject({ pinned: true, version: 3 });
    expect((await editor.post(`/announcements/${sent.id}/pin`, { pinned: true })).json('data.version')).toBe(3);
    const withdrawn = await editor.delete(`/announcements/${sent.id}`, { reason: 'Sent too early' });
    expect(withdrawn.json('data')).toMatchObject({
      withdrawnAt: test.clock.now().toISOString(),
      withdrawnBy: { id: editor.person.id, role },
      withdrawReason: 'Sent too early',
      can: { edit: false, pin: false, withdraw: false, seeReceipts: true },
    });
    expect(await auditOf(test, sent.id)).toEqual([
      'announcement.created',
      'announcement.updated',
      'announcement.pinned',
      'announcement.withdrawn',
    ]);
  });

  it('is not for the author who is a regional admin, who may not pin on sending either', async () => {
    const sent = await announce(regional);
    expect((await regional.put(`/announcements/${sent.id}`, asEdited(sent))).code).toBe('ROLE_DENIED');
    expect((await regional.delete(`/announcements/${sent.id}`)).code).toBe('ROLE_DENIED');
    expect((await submit(regional, { pinned: true })).code).toBe('NOT_PERMITTED');
  });

  it('of a narrowed moderator ends where their areas do', async () => {
    const moderator = await narrowed(test, { ...EVERYTHING, allowedStates: ['24'] });
    const [inside, wider, elsewhere] = [
      await announce(national, { states: ['24'] }),
      await announce(national, { states: ['24', '25'] }),
      await announce(national, { states: ['25'] }),
    ];
    const pin = async ({ id }: Announcement) =>
      (await moderator.post(`/announcements/${id}/pin`, { pinned: true })).status;
    expect([await pin(inside), await pin(wider), await pin(elsewhere)]).toEqual([200, 403, 404]);
    const widened = await moderator.put(`/announcements/${inside.id}`, { ...asEdited(inside), version: 2, states: [] });
    expect(Object.keys(faultsOf(widened))).toEqual(['regions']);
    expect((await moderator.get(`/announcements/${wider.id}`)).json('data.can.edit')).toBe(false);
  });

  it('refuses what was changed or withdrawn meanwhile, and names who did it', async () => {
    const sent = await announce(national);
    const other = await test.signIn(
      await createPerson(test.database.db, { role: 'super_admin', area: place('NG'), name: 'Ngozi Eze' }),
    );
    await other.post(`/announcements/${sent.id}/pin`, { pinned: true });
    const late = await national.put(`/announcements/${sent.id}`, { ...asEdited(sent), title: 'Mine' });
    expect(late).toMatchObject({ status: 409, code: 'ANNOUNCEMENT_CHANGED' });
    expect(late.json('details.name')).toBe('Ngozi Eze');
    await other.delete(`/announcements/${sent.id}`);
    for (const reply of [
      await national.put(`/announcements/${sent.id}`, { ...asEdited(sent), version: 3 }),
      await national.post(`/announcements/${sent.id}/pin`, { pinned: false }),
      await national.delete(`/announcements/${sent.id}`),
    ]) {
      expect(reply).toMatchObject({ status: 409, code: 'ANNOUNCEMENT_WITHDRAWN' });
      expect(reply.json('details.name')).toBe('Ngozi Eze');
    }
  });

  it('lets one of two who edit at once through', async () => {
    const sent = await announce(national);
    const other = await test.as('super_admin', place('NG'));
    const replies = await Promise.all(
      [national, other].map((editor, index) =>
        editor.put(`/announcements/${sent.id}`, { ...asEdited(sent), title: `By ${index}` }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('changes nothing where nothing differs, and leaves no entry', async () => {
    const sent = await announce(national, { states: ['24'], roles: ['ward_admin'], pinned: true });
    const reply = await national.put(`/announcements/${sent.id}`, asEdited(sent));
    expect(reply.json('data')).toMatchObject({ version: 1, editedAt: null });
    expect(await auditOf(test, sent.id)).toEqual(['announcement.created']);
  });

  it('answers 404 for what there is not', async () => {
    for (const reply of [
      await national.get(`/announcements/${NOWHERE}`),
      await national.put(`/announcements/${NOWHERE}`, { ...TEXT, version: 1 }),
      await national.post(`/announcements/${NOWHERE}/pin`, { pinned: true }),
      await national.delete(`/announcements/${NOWHERE}`),
      await national.patch(`/announcements/${NOWHERE}/read`),
      await national.get(`/announcements/${NOWHERE}/receipts`),
      await national.get(`/announcements/${NOWHERE}/unread-people`),
    ]) {
      expect(reply.status).toBe(404);
    }
  });
});

describe('the list', () => {
  it('has pinned ones first, then the newest, and finds by words, priority and what is unread', async () => {
    const reader = await test.as('moderator', place('35'));
    const word = 'Zuma rock';
    const first = await announce(national, { title: `${word} first`, states: ['35'] });
    test.clock.advance(1);
    const second = await announce(national, { content: `About 100% of ${word}`, priority: 'high', states: ['35'] });
    test.clock.advance(1);
    const third = await announce(national, { title: `${word} third`, states: ['35'] });
    await national.post(`/announcements/${first.id}/pin`, { pinned: true });
    const ids = async (query: string) => (await listOf(reader, query)).announcements.map(({ id }) => id);
    expect(await ids(`q=${word}`)).toEqual([first.id, third.id, second.id]);
    expect(await ids(`q=100%25 of zuma`)).toEqual([second.id]);
    expect(await ids(`q=${word}&priority=high`)).toEqual([second.id]);
    const before = await listOf(reader);
    expect((await reader.patch(`/announcements/${third.id}/read`)).json('data.unread')).toBe(before.unread - 1);
    expect(await ids(`q=${word}&unread=true`)).toEqual([first.id, second.id]);
    expect(await listOf(reader, `q=${word}`)).toMatchObject({ total: 3, unread: before.unread - 1 });
    const page = await reader.get(`/announcements?q=${word}&pageSize=1&page=2`);
    expect(page.json('data')).toMatchObject({
      total: 3,
      announcements: [{ id: third.id, isRead: true, isForMe: true }],
    });
  });

  it('counts reading once, and nothing as read by whom it is not meant for', async () => {
    const reader = await test.as('moderator', place('35'));
    const sent = await announce(national, { states: ['35'] });
    await reader.patch(`/announcements/${sent.id}/read`);
    await reader.patch(`/announcements/${sent.id}/read`);
    expect((await auditOf(test, sent.id)).filter((event) => event === 'announcement.read')).toHaveLength(1);
    expect((await national.patch(`/announcements/${sent.id}/read`)).status).toBe(200);
    expect((await national.get(`/announcements/${sent.id}/receipts`)).json('data.read')).toBe(1);
    const stranger = await test.as('moderator', place('36'));
    expect((await stranger.patch(`/announcements/${sent.id}/read`)).status).toBe(404);
  });

  it('no longer shows what has expired, to the minute, but to those who look after it', async () => {
    const reader = await test.as('moderator', place('24'));
    const expiresAt = new Date(test.clock.now().getTime() + 10 * 60_000).toISOString();
    const sent = await announce(regional, { expiresAt, priority: 'urgent' });
    test.clock.advance(9);
    expect(await shows(reader, sent)).toBe(true);
    const { unread } = await listOf(reader);
    test.clock.advance(1);
    expect(await shows(reader, sent)).toBe(false);
    expect((await listOf(reader)).unread).toBe(unread - 1);
    expect((await reader.get('/announcements/urgent')).json('data.announcements')).toEqual([]);
    expect((await reader.get(`/announcements/${sent.id}`)).status).toBe(404);
    for (const keeper of [regional, national]) {
      expect([await shows(keeper, sent), await shows(keeper, sent, 'show=past')]).toEqual([false, true]);
    }
    expect([await shows(regional, sent, 'show=mine'), await shows(national, sent, 'show=mine')]).toEqual([true, false]);
    expect(await shows(reader, sent, 'show=past')).toBe(false);
    const again = { ...asEdited(sent), title: 'Longer', expiresAt: null };
    expect((await national.put(`/announcements/${sent.id}`, again)).status).toBe(200);
    expect(await shows(reader, sent)).toBe(true);
    await national.delete(`/announcements/${sent.id}`);
    expect([await shows(reader, sent), await shows(national, sent, 'show=past')]).toEqual([false, true]);
  });

  it('has the urgent ones that are unread beside it, newest first', async () => {
    const reader = await test.as('moderator', place('33'));
    const sent: Announcement[] = [];
    for (const priority of ['urgent', 'high', 'urgent']) {
      sent.push(await announce(national, { priority, states: ['33'] }));
      test.clock.advance(1);
    }
    const urgent = async () =>
      (await reader.get('/announcements/urgent')).json<Announcement[]>('data.announcements').map(({ id }) => id);
    expect(await urgent()).toEqual([sent[2]?.id, sent[0]?.id]);
    await reader.patch(`/announcements/${sent[2]?.id}/read`);
    expect(await urgent()).toEqual([sent[0]?.id]);
  });
});

describe('open consoles', () => {
  it('of those whom it reaches, or reached, hear of changes, and all of the reader of their reading', async () => {
    const [lagos, abia] = [await test.as('moderator', place('24')), await test.as('moderator', place('01'))];
    const [there, here] = [await openStream(test, await ticketOf(abia)), await openStream(test, await ticketOf(lagos))];
    const sent = await announce(national, { states: ['24'] });
    expect(await here.next()).toEqual({ type: 'announcements' });
    await lagos.patch(`/announcements/${sent.id}/read`);
    expect(await here.next()).toEqual({ type: 'announcements' });
    // Abia is now included and sees it as new; Lagos is notified that it no longer is.
    await national.put(`/announcements/${sent.id}`, { ...asEdited(sent), states: ['01'] });
    expect([await there.next(), await here.next()]).toEqual([{ type: 'announcements' }, { type: 'announcements' }]);
    expect([await shows(abia, sent), await shows(lagos, sent)]).toEqual([true, false]);
    await Promise.all([there.close(), here.close()]);
  });
});
