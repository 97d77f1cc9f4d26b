import type { RefreshAnswer } from '@ec/contract/auth/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount, seenNow, setSecurity, signedIn } from '../../../../test/credentials.ts';
import { createSessions } from '../../../platform/identity/sessions.ts';
import { type Reply, type TestApp, testApp } from '../../../../test/harness.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
beforeEach(() => setSecurity(test, { require2FA: false, allowConcurrentSessions: true }));
afterAll(() => test.close());

const SECOND = 1 / 60;
const renew = (refreshToken: string) => test.anonymous.post('/auth/refresh', { refreshToken });
const me = (token: string) =>
  test.anonymous.send({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
const out = (token: string) => test.anonymous.post('/auth/logout', undefined, { authorization: `Bearer ${token}` });
const outcome = (reply: Reply) => [reply.status, reply.code];

async function renewed(refreshToken: string): Promise<RefreshAnswer> {
  const reply = await renew(refreshToken);
  expect(reply.status, reply.text).toBe(200);
  return reply.json<RefreshAnswer>('data');
}

describe('renewing a session', () => {
  it('is due after 15 minutes and replaces both tokens', async () => {
    const first = await signedIn(test, await createAccount(test));
    test.clock.advance(15);
    expect(outcome(await me(first.accessToken))).toEqual([401, 'UNAUTHENTICATED']);
    const second = await renewed(first.refreshToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect((await me(second.accessToken)).status).toBe(200);
    const third = await renewed(second.refreshToken);
    expect((await me(third.accessToken)).status).toBe(200);
    expect(outcome(await me(second.accessToken))).toEqual([401, 'UNAUTHENTICATED']);
  });

  it.each([1, 2, 3])('ends the session when a token %i renewals old comes back', async (generations) => {
    const first = await signedIn(test, await createAccount(test));
    let newest: RefreshAnswer = first;
    for (let i = 0; i < generations; i++) newest = await renewed(newest.refreshToken);
    test.clock.advance(61 * SECOND);
    expect(outcome(await renew(first.refreshToken))).toEqual([401, 'SESSION_ENDED']);
    expect(outcome(await me(newest.accessToken))).toEqual([401, 'SESSION_ENDED']);
    expect(outcome(await renew(newest.refreshToken))).toEqual([401, 'SESSION_ENDED']);
    const audit = await test.database.db
      .selectFrom('audit_entries')
      .select('event')
      .where('user_id', '=', first.user.id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(audit?.event).toBe('auth.refresh_reused');
  });

  it('is refused after 30 days, however busy the session was, and ends it', async () => {
    const { user, refreshToken, accessToken } = await signedIn(test, await createAccount(test));
    const opened = new Date(test.clock.now().getTime() - 30 * 86_400_000);
    await test.database.db.updateTable('sessions').set({ created_at: opened }).where('user_id', '=', user.id).execute();
    expect(outcome(await renew(refreshToken))).toEqual([401, 'SESSION_ENDED']);
    expect(outcome(await me(accessToken))).toEqual([401, 'SESSION_ENDED']);
  });

  it('answers a second tab that raced the first to wait, and keeps the session', async () => {
    const { refreshToken } = await signedIn(test, await createAccount(test));
    const replies = await Promise.all([renew(refreshToken), renew(refreshToken), renew(refreshToken)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const winner = replies.find(({ status }) => status === 200)?.json<RefreshAnswer>('data');
    expect((await me(winner?.accessToken ?? '')).status).toBe(200);
  });

  it.each([1, 12, 59])(
    'ends the session when the old token comes back %i s later, the new access token in use',
    async (seconds) => {
      const { refreshToken } = await signedIn(test, await createAccount(test));
      const second = await renewed(refreshToken);
      expect((await me(second.accessToken)).status).toBe(200);
      test.clock.advance(seconds * SECOND);
      expect(outcome(await renew(refreshToken))).toEqual([401, 'SESSION_ENDED']);
      expect(outcome(await me(second.accessToken))).toEqual([401, 'SESSION_ENDED']);
      expect(outcome(await renew(second.refreshToken))).toEqual([401, 'SESSION_ENDED']);
    },
  );

  it('counts a use of the new access token on another server', async () => {
    const { refreshToken } = await signedIn(test, await createAccount(test));
    const second = await renewed(refreshToken);
    const { database, app, clock } = test;
    await createSessions(database, app.platform.organisation, clock).authenticate(second.accessToken);
    test.clock.advance(12 * SECOND);
    expect(outcome(await renew(refreshToken))).toEqual([401, 'SESSION_ENDED']);
  });

  it('gives one of two the session when the old token and the new access token come at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const { refreshToken } = await signedIn(test, await createAccount(test));
      const lost = await renewed(refreshToken);
      test.clock.advance(12 * SECOND);
      const [again, used] = await Promise.all([renew(refreshToken), me(lost.accessToken)]);
      expect([outcome(again)[0], outcome(used)[0]]).toEqual(
        again.status === 200 ? [200, 401] : [401, expect.any(Number)],
      );
      // Whichever was first, the replaced pair is invalid.
      expect((await me(lost.accessToken)).status).toBe(401);
    }
  });

  it('leaves no audit entry; the row says when and from where', async () => {
    const { user, refreshToken } = await signedIn(test, await createAccount(test));
    const count = () =>
      test.database.db
        .selectFrom('audit_entries')
        .select(({ fn }) => fn.countAll<number>().as('entries'))
        .executeTakeFirstOrThrow();
    const before = await count();
    let newest = refreshToken;
    for (let i = 0; i < 5; i++) newest = (await renewed(newest)).refreshToken;
    expect(await count()).toEqual(before);
    const row = await test.database.db
      .selectFrom('sessions')
      .select(['refreshed_at', 'refreshed_ip', 'refreshed_user_agent'])
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      refreshed_at: test.clock.now(),
      refreshed_ip: '127.0.0.1',
      refreshed_user_agent: 'lightMyRequest',
    });
  });

  it('answers again to a phone that lost the answer, in place of what was lost', async () => {
    const { refreshToken } = await signedIn(test, await createAccount(test));
    const lost = await renewed(refreshToken);
    test.clock.advance(12 * SECOND);
    const second = await renewed(refreshToken);
    expect((await me(second.accessToken)).status).toBe(200);
    expect(outcome(await me(lost.accessToken))).toEqual([401, 'UNAUTHENTICATED']);
    await renewed(second.refreshToken);
  });

  it('ends the session when both the owner and a thief go on from one token', async () => {
    const { refreshToken } = await signedIn(test, await createAccount(test));
    const owner = await renewed(refreshToken);
    test.clock.advance(12 * SECOND);
    const thief = await renewed(refreshToken);
    expect(outcome(await renew(owner.refreshToken))).toEqual([401, 'SESSION_ENDED']);
    expect(outcome(await me(thief.accessToken))).toEqual([401, 'SESSION_ENDED']);
  });

  it('is refused for a session that was idle for longer than the setting', async () => {
    await setSecurity(test, { require2FA: false, sessionTimeout: 20 });
    const used = await signedIn(test, await createAccount(test));
    const idle = await signedIn(test, await createAccount(test));
    test.clock.advance(14);
    expect((await me(used.accessToken)).status).toBe(200);
    await seenNow(test);
    test.clock.advance(7);
    expect(outcome(await me(idle.accessToken))).toEqual([401, 'SESSION_ENDED']);
    expect(outcome(await renew(idle.refreshToken))).toEqual([401, 'SESSION_ENDED']);
    await renewed(used.refreshToken);
  });

  it('is refused to a user who is no longer active', async () => {
    const { refreshToken, user } = await signedIn(test, await createAccount(test));
    await test.database.db.updateTable('users').set({ status: 'INACTIVE' }).where('id', '=', user.id).execute();
    expect(outcome(await renew(refreshToken))).toEqual([401, 'SESSION_ENDED']);
  });

  it('is refused for a token that was never issued', async () => {
    const { accessToken } = await signedIn(test, await createAccount(test));
    for (const token of ['nonsense', `.${accessToken}`, accessToken]) {
      expect(outcome(await renew(token))).toEqual([401, 'UNAUTHENTICATED']);
    }
  });
});

describe('signing out', () => {
  it('ends the session at once, for its refresh token too', async () => {
    const { accessToken, refreshToken } = await signedIn(test, await createAccount(test));
    expect((await me(accessToken)).status).toBe(200);
    expect((await out(accessToken)).status).toBe(200);
    expect(outcome(await me(accessToken))).toEqual([401, 'SESSION_ENDED']);
    expect(outcome(await renew(refreshToken))).toEqual([401, 'SESSION_ENDED']);
  });

  it('works with an access token that has run out', async () => {
    const { accessToken, refreshToken } = await signedIn(test, await createAccount(test));
    test.clock.advance(16);
    expect((await out(accessToken)).status).toBe(200);
    expect(outcome(await renew(refreshToken))).toEqual([401, 'SESSION_ENDED']);
  });

  it('leaves the other sessions of the person alone', async () => {
    const person = await createAccount(test);
    const [one, two] = [await signedIn(test, person), await signedIn(test, person)];
    await out(one.accessToken);
    expect((await me(two.accessToken)).status).toBe(200);
  });

  it('is refused without a session', async () => {
    expect(outcome(await test.anonymous.post('/auth/logout'))).toEqual([401, 'UNAUTHENTICATED']);
  });
});
