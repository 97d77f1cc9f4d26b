import type { LoginAnswer } from '@ec/contract/auth/schemas';
import type { SessionId } from '@ec/contract/base/common';
import { DEFAULT_SETTINGS } from '@ec/contract/settings/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPerson, createWard, newOfficer, place } from '../../../../test/builders.ts';
import { codesSentTo, createAccount, lastCodeSentTo, login, PASSWORD, signedIn } from '../../../../test/credentials.ts';
import { ELECTION_NIGHT, type Reply, type TestApp, testApp } from '../../../../test/harness.ts';
import { openStream, ticketOf } from '../../../../test/stream.ts';
import { changeSettings, type SettingsChange, trySettings } from '../../../../test/settings.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { newInviteCode, showInviteCode } from '../../../platform/identity/invites.ts';
import { closeOlder } from '../../security/jobs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
beforeEach(async () => {
  test.clock.set(ELECTION_NIGHT);
  await secure({ ...DEFAULT_SETTINGS.security, require2FA: false });
});
afterAll(() => test.close());

const secure = (security: SettingsChange['security']) => changeSettings(test, { security: security ?? {} });
const outcome = ({ status, code }: Reply) => [status, code];

describe('sessionTimeout', () => {
  it('ends a session after so many minutes without a call, and no earlier', async () => {
    await secure({ sessionTimeout: 10 });
    const [busy, idle] = [await test.as('moderator', place('24-11')), await test.as('moderator', place('24-11'))];
    for (let minute = 0; minute < 12; minute += 4) {
      test.clock.advance(4);
      expect((await busy.get('/auth/me')).status).toBe(200);
    }
    expect(outcome(await idle.get('/auth/me'))).toEqual([401, 'SESSION_ENDED']);
  });

  it('holds for sessions that are open already', async () => {
    const client = await test.as('moderator', place('24-11'));
    test.clock.advance(11);
    await secure({ sessionTimeout: 10 });
    expect(outcome(await client.get('/auth/me'))).toEqual([401, 'SESSION_ENDED']);
  });

  it('holds for renewals: the token of an idle session opens nothing', async () => {
    await secure({ sessionTimeout: 10 });
    const { refreshToken } = await signedIn(test, await createAccount(test));
    test.clock.advance(11);
    expect(outcome(await test.anonymous.post('/auth/refresh', { refreshToken }))).toEqual([401, 'SESSION_ENDED']);
  });
});

describe('maxLoginAttempts', () => {
  it.each([3, 4])('locks the account at the failed attempt number %i', async (maxLoginAttempts) => {
    await secure({ maxLoginAttempts });
    const person = await createAccount(test);
    for (let attempt = 1; attempt < maxLoginAttempts; attempt++) await login(test, person.phone, 'wrong');
    const before = await createAccount(test);
    for (let attempt = 1; attempt < maxLoginAttempts; attempt++) await login(test, before.phone, 'wrong');
    expect((await login(test, before.phone)).status).toBe(200);
    await login(test, person.phone, 'wrong');
    expect(outcome(await login(test, person.phone))).toEqual([423, 'ACCOUNT_LOCKED']);
  });
});

describe('passwordMinLength', () => {
  const SHORT = 'elevenchars';
  const ENOUGH = 'twelve-chars';
  beforeEach(() => secure({ passwordMinLength: 12 }));

  async function expectTwelve(send: (password: string) => Promise<Reply>, status = 200): Promise<void> {
    const short = await send(SHORT);
    expect(short.status).toBe(400);
    expect([short.code, short.json('error')]).toEqual([
      'PASSWORD_TOO_SHORT',
      'Password must be at least 12 characters long',
    ]);
    expect((await send(ENOUGH)).status).toBe(status);
  }

  it('holds for a change of the own password', async () => {
    const client = await test.signIn(await createAccount(test));
    await expectTwelve((newPassword) =>
      client.post('/auth/change-password', { currentPassword: PASSWORD, newPassword }),
    );
  });

  it('holds for a forgotten password', async () => {
    const { phone } = await createAccount(test);
    await test.anonymous.post('/auth/forgot-password', { phoneNumber: phone });
    await expect.poll(() => codesSentTo(test, phone)).toHaveLength(1);
    const resetCode = await lastCodeSentTo(test, phone);
    await expectTwelve((newPassword) =>
      test.anonymous.post('/auth/reset-password', { phoneNumber: phone, resetCode, newPassword }),
    );
  });

  it('holds for an invite', async () => {
    const person = await createPerson(test.database.db, {
      role: 'moderator',
      area: place('24-11'),
      passwordHash: null,
    });
    const code = newInviteCode();
    await test.database.db
      .updateTable('users')
      .set({ invite_code: code, invited_at: test.clock.now() })
      .where('id', '=', person.id)
      .execute();
    await expectTwelve((newPassword) =>
      test.anonymous.post('/auth/accept-invite', {
        phoneNumber: person.phone,
        inviteCode: showInviteCode(code),
        newPassword,
      }),
    );
  });

  it('holds for an administrator who sets one for a new or an existing user', async () => {
    const national = await test.as('national_admin', place('NG'));
    const { units } = await createWard(test.database.db, 1);
    const officer = newOfficer(units[0] ?? place('24'));
    await expectTwelve((password) => national.post('/users', { ...officer, password }), 201);
    const person = await createAccount(test);
    await expectTwelve((newPassword) =>
      national.post('/auth/admin-reset-password', { userId: person.id, newPassword }),
    );
  });
});

describe('require2FA', () => {
  it('requires a code of every user, or only of users who chose it', async () => {
    const person = await createAccount(test);
    expect((await login(test, person.phone)).json('accessToken')).toEqual(expect.any(String));
    await secure({ require2FA: true });
    const asked = (await login(test, person.phone)).json<LoginAnswer>();
    expect(asked).toEqual({ success: true, requires2FA: true, twoFactorMethod: 'sms' });
    const code = await lastCodeSentTo(test, person.phone);
    expect((await login(test, person.phone, PASSWORD, code)).json('accessToken')).toEqual(expect.any(String));
  });
});

describe('allowConcurrentSessions', () => {
  const callWith = (token: string) =>
    test.anonymous.send({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });

  it('off ends the older session and its open console at the next sign-in; on leaves both', async () => {
    const person = await createAccount(test);
    const first = await test.signIn(person);
    const stream = await openStream(test, await ticketOf(first));
    const second = await signedIn(test, person);
    expect(outcome(await first.get('/auth/me'))).toEqual([401, 'SESSION_ENDED']);
    expect(await stream.next('session-ended')).toMatchObject({ reason: 'signed in elsewhere' });
    await secure({ allowConcurrentSessions: true });
    const third = await signedIn(test, person);
    for (const { accessToken } of [second, third]) expect((await callWith(accessToken)).status).toBe(200);
  });

  it('switched off keeps the newest session of each user, and the one of the administrator who did it', async () => {
    await secure({ allowConcurrentSessions: true });
    const [person, editor] = [
      await createAccount(test),
      await createAccount(test, { role: 'national_admin', area: place('NG') }),
    ];
    const [older, newer] = [await test.signIn(person), await test.signIn(person)];
    const [saving, later] = [await test.signIn(editor), await test.signIn(editor)];
    const stream = await openStream(test, await ticketOf(older));
    expect((await older.get('/auth/me')).status).toBe(200);
    expect((await trySettings(saving, { security: { allowConcurrentSessions: false } })).status).toBe(200);
    await test.app.platform.jobs.runDue();
    for (const ended of [older, later]) expect(outcome(await ended.get('/auth/me'))).toEqual([401, 'SESSION_ENDED']);
    for (const open of [newer, saving]) expect((await open.get('/auth/me')).status).toBe(200);
    expect(await stream.next('session-ended')).toMatchObject({ reason: 'one session at a time is allowed now' });
  });

  it('switched off ends older ones also through a server that has not heard of it yet', async () => {
    await secure({ allowConcurrentSessions: true });
    const person = await createAccount(test);
    const [older, newer] = [await test.signIn(person), await test.signIn(person)];
    const { platform } = test.app;
    const before = await platform.organisation.current();
    await secure({ allowConcurrentSessions: false });
    const organisation = { ...platform.organisation, current: () => Promise.resolve(before) };
    await closeOlder({ ...platform, organisation }, newId<SessionId>(), new AbortController().signal);
    expect(outcome(await older.get('/auth/me'))).toEqual([401, 'SESSION_ENDED']);
    expect((await newer.get('/auth/me')).status).toBe(200);
  });

  it('switched off for a moment only ends no session', async () => {
    await secure({ allowConcurrentSessions: true });
    const person = await createAccount(test);
    const [older] = [await test.signIn(person), await test.signIn(person)];
    await secure({ allowConcurrentSessions: false });
    await secure({ allowConcurrentSessions: true });
    await test.app.platform.jobs.runDue();
    expect((await older.get('/auth/me')).status).toBe(200);
  });
});
