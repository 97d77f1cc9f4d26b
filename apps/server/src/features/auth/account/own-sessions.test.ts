import type { OwnSession } from '@ec/contract/auth/account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, createAccount, seenNow, setSecurity } from '../../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../../test/harness.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
beforeEach(() => setSecurity(test, { require2FA: false, allowConcurrentSessions: true, sessionTimeout: 30 }));
afterAll(() => test.close());

const listOf = async (client: Client) => (await client.get('/auth/sessions')).json<OwnSession[]>('data.sessions');
const here = (sessions: OwnSession[]) => sessions.find(({ current }) => current)?.id ?? '';
const isSignedIn = async (client: Client) => (await client.get('/auth/me')).status === 200;

async function twice(): Promise<[Client, Client]> {
  const person = await createAccount(test);
  return [await test.signIn(person), await test.signIn(person)];
}

describe('my sessions', () => {
  it('are those that are open: this one first, with their devices, and none of another user', async () => {
    const [phone, laptop] = await twice();
    await test.as('moderator', null);
    await test.database.db
      .updateTable('sessions')
      .set({ user_agent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/131.0.0.0 Mobile Safari/537.36' })
      .where('id', '=', here(await listOf(phone)) as OwnSession['id'])
      .execute();
    const reply = await laptop.get('/auth/sessions');
    const sessions = reply.json<OwnSession[]>('data.sessions');
    expect(reply.json('data.total')).toBe(2);
    expect(sessions.map(({ current, device, ip }) => ({ current, device, ip }))).toEqual([
      { current: true, device: 'Unknown device', ip: '127.0.0.1' },
      { current: false, device: 'Chrome on Android', ip: '127.0.0.1' },
    ]);
    expect(reply.text).not.toContain('access_hash');
  });

  it('do not hold one that has been idle for too long', async () => {
    await setSecurity(test, { require2FA: false, allowConcurrentSessions: true, sessionTimeout: 5 });
    const [, laptop] = await twice();
    test.clock.advance(4);
    await listOf(laptop);
    await seenNow(test);
    test.clock.advance(4);
    expect(await listOf(laptop)).toHaveLength(1);
  });

  it('are ended one by one, with an entry in the log', async () => {
    const [phone, laptop] = await twice();
    const id = here(await listOf(phone));
    const reply = await laptop.delete(`/auth/sessions/${id}`);
    expect([reply.status, reply.json('data')]).toEqual([200, { ended: 1 }]);
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, true]);
    expect(await auditOf(test, id)).toEqual(['auth.session_ended']);
    expect((await laptop.delete(`/auth/sessions/${id}`)).code).toBe('NOT_FOUND');
  });

  it('are mine alone: another user’s does not exist for me', async () => {
    const [mine] = await twice();
    const [theirs] = await twice();
    const reply = await mine.delete(`/auth/sessions/${here(await listOf(theirs))}`);
    expect([reply.status, reply.code]).toEqual([404, 'NOT_FOUND']);
    expect(await isSignedIn(theirs)).toBe(true);
    expect((await mine.delete('/auth/sessions/none')).status).toBe(400);
  });

  it('all end but this one, and a second time nothing is left to end', async () => {
    const [phone, laptop] = await twice();
    const tablet = await test.signIn(phone.person);
    expect((await laptop.post('/auth/sessions/end-others')).json('data')).toEqual({ ended: 2 });
    expect(await Promise.all([phone, laptop, tablet].map(isSignedIn))).toEqual([false, true, false]);
    expect((await laptop.post('/auth/sessions/end-others')).json('data')).toEqual({ ended: 0 });
  });

  it('are refused to a caller who is not signed in', async () => {
    expect((await test.anonymous.get('/auth/sessions')).status).toBe(401);
  });
});

describe('saved views', () => {
  const view = { name: 'Inactive in Lagos', query: 'status=INACTIVE&place=24' };

  it('are kept for a list on every device, and replaced as a whole', async () => {
    const [phone, laptop] = await twice();
    const read = async (list: string) => (await laptop.get(`/auth/saved-views?list=${list}`)).json('data.views');
    expect(await read('/users')).toEqual([]);
    await phone.put('/auth/preferences', { theme: 'dark' });
    expect((await phone.put('/auth/saved-views', { list: '/users', views: [view] })).status).toBe(200);
    expect(await read('/users')).toEqual([view]);
    expect(await read('/disputes')).toEqual([]);
    expect((await laptop.get('/auth/me')).json('data.preferences.theme')).toBe('dark');
    await phone.put('/auth/preferences', { theme: 'light' });
    await laptop.put('/auth/saved-views', { list: '/users', views: [{ ...view, name: 'Other' }] });
    expect(await read('/users')).toEqual([{ ...view, name: 'Other' }]);
    expect(await auditOf(test, phone.person.id)).toEqual(Array(4).fill('user.preferences_changed'));
  });

  it.each([
    ['a path outside the console', { list: 'https://elsewhere.example', views: [] }],
    ['a name twice', { list: '/users', views: [view, view] }],
    ['an empty name', { list: '/users', views: [{ ...view, name: ' ' }] }],
    ['a query with an address in it', { list: '/users', views: [{ ...view, query: 'a=1#b ?' }] }],
    ['too many', { list: '/users', views: Array.from({ length: 21 }, (_, at) => ({ ...view, name: `${at}` })) }],
    ['unknown fields', { list: '/users', views: [{ ...view, user: 'x' }] }],
  ])('refuse %s', async (_, body) => {
    const [phone] = await twice();
    const reply = await phone.put('/auth/saved-views', body);
    expect([reply.status, reply.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect((await test.anonymous.put('/auth/saved-views', body)).status).toBe(401);
  });
});

describe('preferences', () => {
  it('are nothing at first, and then what was chosen, on every device', async () => {
    const [phone, laptop] = await twice();
    const theme = async (client: Client) => (await client.get('/auth/me')).json('data.preferences.theme');
    expect(await theme(laptop)).toBeNull();
    expect((await phone.put('/auth/preferences', { theme: 'dark' })).json('data')).toEqual({ theme: 'dark' });
    expect(await theme(laptop)).toBe('dark');
    expect((await laptop.get('/auth/account')).json('data.preferences')).toEqual({ theme: 'dark' });
    await phone.put('/auth/preferences', { theme: 'dark' });
    expect(await auditOf(test, phone.person.id)).toEqual(['user.preferences_changed']);
  });

  it('are one of three', async () => {
    const [phone] = await twice();
    expect((await phone.put('/auth/preferences', { theme: 'purple' })).code).toBe('VALIDATION_FAILED');
  });
});
