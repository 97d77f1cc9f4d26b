import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWard, nextPhone, type Person, place } from '../../../../test/builders.ts';
import {
  auditOf,
  countWaiting,
  createAccount,
  login,
  PASSWORD,
  setSecurity,
  signedIn,
} from '../../../../test/credentials.ts';
import { type TestApp, testApp } from '../../../../test/harness.ts';
import { openStream, ticketOf } from '../../../../test/stream.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { attemptOf } from './turns.ts';
import { countFailure } from './attempts-repository.ts';
import { minutesAfter, SIGN_INS_PER_MINUTE } from '../rules.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
beforeEach(() => setSecurity(test, { require2FA: false, allowConcurrentSessions: true }));
afterAll(() => test.close());

const me = (token: string) =>
  test.anonymous.send({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });

describe('sign-in by password', () => {
  it('answers tokens and the person with the names of their places, and leaves an audit entry', async () => {
    const { units } = await createWard(test.database.db, 1);
    const person = await createAccount(test, { role: 'polling_unit_officer', area: units[0] ?? null });
    const reply = await login(test, person.phone);
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({
      success: true,
      mustChangePassword: false,
      user: {
        id: person.id,
        phone: person.phone,
        role: 'polling_unit_officer',
        assignedRegion: 'South West',
        assignedState: 'Lagos',
        assignedLga: 'Ikeja',
        assignedPollingUnit: 'Polling Unit 1',
        scope: { type: 'polling_unit', locationId: units[0] },
        lastLogin: test.clock.now().toISOString(),
      },
    });
    const { accessToken } = reply.json<{ accessToken: string }>();
    const self = await test.anonymous.send({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(self.json('data')).toMatchObject({
      user: { id: person.id },
      levels: { dashboard: 'read', settings: 'none' },
    });
    const entry = await test.database.db
      .selectFrom('audit_entries')
      .select(['event', 'user_id'])
      .where('user_id', '=', person.id)
      .execute();
    expect(entry).toEqual([{ event: 'auth.signed_in', user_id: person.id }]);
  });

  it('knows the phone in each spelling', async () => {
    const person = await createAccount(test);
    const local = `0${person.phone.slice(4)}`;
    for (const spelling of [
      local,
      person.phone.slice(1),
      `00${person.phone.slice(1)}`,
      `0${local.slice(1, 4)} ${local.slice(4)}`,
    ]) {
      expect((await login(test, spelling)).status, spelling).toBe(200);
    }
  });

  it('opens so many sessions of a person in a minute, whatever network asks, and then leaves no entry', async () => {
    await setSecurity(test, { require2FA: false, allowConcurrentSessions: true });
    const person = await createAccount(test);
    const replies = [];
    for (let time = 0; time < SIGN_INS_PER_MINUTE + 2; time++) replies.push(await login(test, person.phone));
    const refused = replies.filter(({ code }) => code === 'TOO_MANY_REQUESTS');
    expect(refused).toHaveLength(2);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    const { rows } = await test.database.pool.query('select id from sessions where user_id = $1', [person.id]);
    expect(rows).toHaveLength(SIGN_INS_PER_MINUTE);
    test.clock.advance(1);
    expect((await login(test, person.phone)).status).toBe(200);
  });

  it('answers a wrong password, an unknown phone and an account without a password alike', async () => {
    const person = await createAccount(test);
    const { id } = await createAccount(test);
    await test.database.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
    const without = await test.database.db
      .selectFrom('users')
      .select('phone')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const replies = await Promise.all([
      login(test, person.phone, 'wrong'),
      login(test, nextPhone()),
      login(test, without.phone),
      login(test, '0700 000 0000'),
    ]);
    for (const reply of replies) {
      expect([reply.status, reply.code]).toEqual([401, 'BAD_CREDENTIALS']);
      expect({ ...reply.json<object>(), requestId: '' }).toEqual({ ...replies[0].json<object>(), requestId: '' });
    }
    expect(await auditOf(test, person.id)).toEqual(['auth.sign_in_failed']);
  });

  it('names an inactive account only when the password is right', async () => {
    const person = await createAccount(test, { status: 'INACTIVE' });
    const right = await login(test, person.phone);
    expect([right.status, right.code]).toEqual([403, 'ACCOUNT_INACTIVE']);
    const wrong = await login(test, person.phone, 'wrong');
    expect([wrong.status, wrong.code]).toEqual([401, 'BAD_CREDENTIALS']);
  });

  it('names what is missing', async () => {
    const reply = await test.anonymous.post('/auth/login', { phoneNumber: ' ', password: '' });
    expect(reply.status).toBe(400);
    expect(reply.json<{ message: string }[]>('fields').map(({ message }) => message)).toEqual([
      'Phone number is required',
      'Password is required',
    ]);
  });

  it('slows one address down', async () => {
    const slow = await testApp({ signInRatePerMinute: 3 });
    try {
      const replies: number[] = [];
      for (let attempt = 0; attempt < 4; attempt++) replies.push((await login(slow, nextPhone())).status);
      expect(replies).toEqual([401, 401, 401, 429]);
    } finally {
      await slow.close();
    }
  });
});

describe('lock-out', () => {
  it.each([
    ['a known number', async () => (await createAccount(test)).phone],
    ['an unknown number', async () => nextPhone()],
  ])('locks the phone of %s at the set number for 15 minutes, the right password too', async (_whose, makePhone) => {
    await setSecurity(test, { require2FA: false, maxLoginAttempts: 4 });
    const phone = await makePhone();
    for (let attempt = 0; attempt < 4; attempt++) expect((await login(test, phone, 'wrong')).status).toBe(401);
    const locked = await login(test, phone);
    expect([locked.status, locked.code, locked.json('details')]).toEqual([423, 'ACCOUNT_LOCKED', { minutes: 15 }]);
    test.clock.advance(14);
    expect((await login(test, phone)).json('details')).toEqual({ minutes: 1 });
  });

  it('opens after 15 minutes with a new count, and says in the audit log that it locked', async () => {
    const person = await createAccount(test);
    for (let attempt = 0; attempt < 5; attempt++) await login(test, person.phone, 'wrong');
    expect(await auditOf(test, person.id)).toEqual([...Array<string>(5).fill('auth.sign_in_failed'), 'auth.locked']);
    test.clock.advance(15);
    expect((await login(test, person.phone, 'wrong')).status).toBe(401);
    expect((await login(test, person.phone)).status).toBe(200);
  });

  it('counts from zero after a success', async () => {
    const person = await createAccount(test);
    for (let round = 0; round < 2; round++) {
      for (let attempt = 0; attempt < 4; attempt++) await login(test, person.phone, 'wrong');
      expect((await login(test, person.phone)).status).toBe(200);
    }
  });

  it('holds against twenty guesses at once, with the right one among the last', async () => {
    const person = await createAccount(test);
    const guesses = Array.from({ length: 20 }, (_, i) => (i === 18 ? PASSWORD : `guess-${i}`));
    const replies = await Promise.all(guesses.map((guess) => login(test, person.phone, guess)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 423)).toHaveLength(15);
    const row = await test.database.db
      .selectFrom('sign_in_attempts')
      .select('failures')
      .where('phone', '=', person.phone)
      .executeTakeFirst();
    expect(row?.failures).toBe(5);
  });
});

describe('lock-out on several servers', () => {
  it('refuses a right password that was checked before the others locked the phone', async () => {
    const person = await createAccount(test);
    const { db } = test.database;
    const held = Promise.withResolvers<void>();
    const holding = db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', person.id).forUpdate().execute();
      await held.promise;
    });
    const right = login(test, person.phone);
    await expect.poll(() => countWaiting(test)).toBe(1);
    // Failures stored by another server; in this process they would wait for the right one.
    const now = test.clock.now();
    const limits = {
      now,
      since: minutesAfter(now, -60),
      allowed: 5,
      everywhere: 50,
      lockedUntil: minutesAfter(now, 15),
    };
    const attempt = attemptOf({ request: { ip: '127.0.0.1', socket: {} } }, person.phone, null);
    for (let i = 0; i < 5; i++) await inTransaction(db, (tx) => countFailure(tx, attempt, limits));
    held.resolve();
    await holding;
    expect((await right).code).toBe('ACCOUNT_LOCKED');
  });
});

describe('several sessions', () => {
  it('live beside each other where the setting allows it', async () => {
    const person = await createAccount(test);
    const first = await signedIn(test, person);
    await signedIn(test, person);
    expect((await me(first.accessToken)).status).toBe(200);
  });

  it('end the older one where it does not', async () => {
    await setSecurity(test, { require2FA: false, allowConcurrentSessions: false });
    const person = await createAccount(test);
    const first = await signedIn(test, person);
    expect((await me(first.accessToken)).status).toBe(200);
    const second = await signedIn(test, person);
    const old = await me(first.accessToken);
    expect([old.status, old.code]).toEqual([401, 'SESSION_ENDED']);
    expect((await me(second.accessToken)).status).toBe(200);
  });

  it('give the replaced session the time and the device of the new one', async () => {
    await setSecurity(test, { require2FA: false, allowConcurrentSessions: false });
    const person = await createAccount(test);
    const first = await test.signIn(person);
    const stream = await openStream(test, await ticketOf(first));
    const replaced = await signedIn(test, person);
    const at = test.clock.now().toISOString();
    const userAgent = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';
    const body = { phoneNumber: person.phone, password: PASSWORD };
    expect((await test.anonymous.post('/auth/login', body, { 'user-agent': userAgent })).status).toBe(200);
    const end = { reason: 'signed in elsewhere', at, device: 'Chrome on Android' };
    const refused = await test.anonymous.post('/auth/refresh', { refreshToken: replaced.refreshToken });
    expect([refused.code, refused.json('details.ended')]).toEqual(['SESSION_ENDED', end]);
    expect(await stream.next('session-ended')).toMatchObject({ reason: 'signed in elsewhere', at });
  });

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['ended by its owner', async (person) => (await test.signIn(person)).post('/auth/sessions/end-others')],
    [
      'password changed',
      async (person) =>
        (await test.signIn(person)).post('/auth/change-password', {
          currentPassword: PASSWORD,
          newPassword: 'egusi-soup-10',
        }),
    ],
  ])('give an ended session the reason: %s', async (reason, end) => {
    await setSecurity(test, { require2FA: false, allowConcurrentSessions: true });
    const person = await createAccount(test);
    const { refreshToken } = await signedIn(test, person);
    await end(person);
    const refused = await test.anonymous.post('/auth/refresh', { refreshToken });
    expect(refused.json('details.ended')).toEqual({ reason, at: test.clock.now().toISOString(), device: null });
  });
});

describe('while a change of password is due', () => {
  it('refuses everything but the person themselves and the change', async () => {
    const person = await createAccount(test, { role: 'national_admin', area: place('NG') });
    await test.database.db
      .updateTable('users')
      .set({ must_change_password: true })
      .where('id', '=', person.id)
      .execute();
    const answer = await signedIn(test, person);
    expect(answer.mustChangePassword).toBe(true);
    const headers = { authorization: `Bearer ${answer.accessToken}` };
    const refused = await test.anonymous.send({ url: '/api/settings', headers });
    expect([refused.status, refused.code]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    expect((await test.anonymous.send({ url: '/api/auth/me', headers })).json('data.mustChangePassword')).toBe(true);
    const body = { currentPassword: PASSWORD, newPassword: 'egusi-soup-10' };
    expect((await test.anonymous.post('/auth/change-password', body, headers)).status).toBe(200);
    expect((await test.anonymous.send({ url: '/api/settings', headers })).status).toBe(200);
  });
});
