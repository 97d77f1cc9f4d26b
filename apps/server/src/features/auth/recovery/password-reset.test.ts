import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nextPhone, type Person } from '../../../../test/builders.ts';
import {
  auditOf,
  codesSentTo,
  createAccount,
  lastCodeSentTo,
  login,
  PASSWORD,
  setSecurity,
  signedIn,
} from '../../../../test/credentials.ts';
import { type TestApp, testApp } from '../../../../test/harness.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
beforeEach(() => setSecurity(test, { require2FA: false, allowConcurrentSessions: true }));
afterAll(() => test.close());

const NEW_PASSWORD = 'egusi-soup-10';
const forgot = (phoneNumber: string) => test.anonymous.post('/auth/forgot-password', { phoneNumber });
const reset = (phoneNumber: string, resetCode: string, newPassword = NEW_PASSWORD) =>
  test.anonymous.post('/auth/reset-password', { phoneNumber, resetCode, newPassword });
const change = (token: string, currentPassword: string, newPassword: string) =>
  test.anonymous.post('/auth/change-password', { currentPassword, newPassword }, { authorization: `Bearer ${token}` });
const me = (token: string) =>
  test.anonymous.send({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });

async function codeFor(person: Person): Promise<string> {
  const before = (await codesSentTo(test, person.phone)).length;
  await forgot(person.phone);
  await expect.poll(() => codesSentTo(test, person.phone)).toHaveLength(before + 1);
  return await lastCodeSentTo(test, person.phone);
}

describe('a forgotten password', () => {
  it('is replaced by the code, which ends all sessions and opens a lock', async () => {
    const person = await createAccount(test);
    const { accessToken } = await signedIn(test, person);
    for (let attempt = 0; attempt < 5; attempt++) await login(test, person.phone, 'wrong');
    expect((await login(test, person.phone)).status).toBe(423);
    const reply = await reset(person.phone, await codeFor(person));
    expect([reply.status, reply.json('data.message')]).toEqual([200, 'Password reset successful']);
    expect((await me(accessToken)).code).toBe('SESSION_ENDED');
    expect((await login(test, person.phone)).code).toBe('BAD_CREDENTIALS');
    expect((await login(test, person.phone, NEW_PASSWORD)).status).toBe(200);
    expect(await auditOf(test, person.id)).toEqual(
      expect.arrayContaining(['auth.reset_requested', 'auth.password_reset']),
    );
  });

  it('answers the same for a phone with and without an account, and stores nothing for the latter', async () => {
    const person = await createAccount(test);
    const unknown = nextPhone();
    const [known, none] = [await forgot(person.phone), await forgot(unknown)];
    expect([none.status, none.text]).toEqual([known.status, known.text]);
    await expect.poll(() => codesSentTo(test, person.phone)).toHaveLength(1);
    expect(await codesSentTo(test, unknown)).toEqual([]);
    const [wrong, unknownUser] = [await reset(person.phone, '000000'), await reset(unknown, '000000')];
    expect([unknownUser.status, unknownUser.code]).toEqual([400, 'BAD_RESET_CODE']);
    expect([wrong.status, wrong.code]).toEqual([400, 'BAD_RESET_CODE']);
  });

  it('answers before the work is done, so that its time reveals nothing', async () => {
    const person = await createAccount(test);
    const held = Promise.withResolvers<void>();
    const lock = test.database.db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', person.id).forUpdate().execute();
      await held.promise;
    });
    const reply = await forgot(person.phone);
    expect(reply.status).toBe(200);
    held.resolve();
    await lock;
    await expect.poll(() => codesSentTo(test, person.phone)).toHaveLength(1);
  });

  it('takes the code once, for five minutes, for five tries', async () => {
    const person = await createAccount(test);
    const first = await codeFor(person);
    expect((await reset(person.phone, first)).status).toBe(200);
    expect((await reset(person.phone, first)).code).toBe('BAD_RESET_CODE');
    const second = await codeFor(person);
    test.clock.advance(5);
    expect((await reset(person.phone, second)).code).toBe('BAD_RESET_CODE');
    const third = await codeFor(person);
    const wrong = third === '123456' ? '123457' : '123456';
    await Promise.all(Array.from({ length: 5 }, () => reset(person.phone, wrong)));
    expect((await reset(person.phone, third)).code).toBe('BAD_RESET_CODE');
  });

  it('does not take a sign-in code', async () => {
    await setSecurity(test, { require2FA: true });
    const person = await createAccount(test);
    await login(test, person.phone);
    expect((await reset(person.phone, await lastCodeSentTo(test, person.phone))).code).toBe('BAD_RESET_CODE');
  });

  it('sends at most three codes in 15 minutes, silently', async () => {
    const person = await createAccount(test);
    for (let i = 0; i < 3; i++) await codeFor(person);
    const other = await createAccount(test);
    expect((await forgot(person.phone)).status).toBe(200);
    await codeFor(other);
    expect(await codesSentTo(test, person.phone)).toHaveLength(3);
    test.clock.advance(16);
    await codeFor(person);
  });

  it('says how long the new one must be without using the code up', async () => {
    await setSecurity(test, { require2FA: false, passwordMinLength: 12 });
    const person = await createAccount(test);
    const code = await codeFor(person);
    const short = await reset(person.phone, code, 'elevenchars');
    expect([short.status, short.json('error')]).toEqual([400, 'Password must be at least 12 characters long']);
    expect((await reset(person.phone, code, 'twelve-chars')).status).toBe(200);
  });

  it('is not replaced by one that is guessed first, and the code serves all the same', async () => {
    const person = await createAccount(test, { name: 'Adaobi Nwachukwu' });
    const code = await codeFor(person);
    const refusals = [
      await reset(person.phone, code, 'P@ssw0rd!'),
      await reset(person.phone, code, person.phone.replace('+234', '0')),
      await reset(person.phone, code, 'nwachukwu-77'),
    ];
    expect(refusals.map((reply) => [reply.status, reply.code, reply.json('fields.0.path')])).toEqual([
      [400, 'PASSWORD_TOO_COMMON', 'newPassword'],
      [400, 'PASSWORD_TOO_PERSONAL', 'newPassword'],
      [400, 'PASSWORD_TOO_PERSONAL', 'newPassword'],
    ]);
    expect((await reset(person.phone, code)).status).toBe(200);
  });

  it('does not answer the name of a person without the code', async () => {
    const person = await createAccount(test, { name: 'Adaobi Nwachukwu' });
    const known = await reset(person.phone, '000000', 'nwachukwu-77');
    const unknown = await reset(nextPhone(), '000000', 'nwachukwu-77');
    expect([known.code, unknown.code]).toEqual(['BAD_RESET_CODE', 'BAD_RESET_CODE']);
  });

  it('says that a number is no Nigerian mobile number', async () => {
    expect((await forgot('0700 123 4567')).code).toBe('BAD_PHONE');
  });
});

describe('changing the own password', () => {
  it('keeps this session and ends the others', async () => {
    const person = await createAccount(test);
    const [here, there] = [await signedIn(test, person), await signedIn(test, person)];
    expect((await change(here.accessToken, PASSWORD, NEW_PASSWORD)).status).toBe(200);
    expect((await me(here.accessToken)).status).toBe(200);
    expect((await me(there.accessToken)).code).toBe('SESSION_ENDED');
    expect((await login(test, person.phone, NEW_PASSWORD)).status).toBe(200);
    expect(await auditOf(test, person.id)).toContain('auth.password_changed');
  });

  it('refuses a wrong current one without ending the session, a weak one, and the same again', async () => {
    const person = await createAccount(test);
    const { accessToken } = await signedIn(test, person);
    const refusals = [
      await change(accessToken, 'wrong', NEW_PASSWORD),
      await change(accessToken, PASSWORD, 'short'),
      await change(accessToken, PASSWORD, 'liverpool1'),
      await change(accessToken, PASSWORD, person.phone.slice(1)),
      await change(accessToken, PASSWORD, PASSWORD),
    ];
    expect(refusals.map(({ status, code }) => [status, code])).toEqual([
      [400, 'WRONG_PASSWORD'],
      [400, 'PASSWORD_TOO_SHORT'],
      [400, 'PASSWORD_TOO_COMMON'],
      [400, 'PASSWORD_TOO_PERSONAL'],
      [400, 'PASSWORD_UNCHANGED'],
    ]);
    expect((await me(accessToken)).status).toBe(200);
    expect((await login(test, person.phone)).status).toBe(200);
  });

  it('locks out a caller who guesses the current one with a stolen token', async () => {
    const person = await createAccount(test);
    const { accessToken } = await signedIn(test, person);
    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, i) => change(accessToken, `guess-${i}`, NEW_PASSWORD)),
    );
    expect(guesses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      400, 400, 400, 400, 400, 423, 423, 423,
    ]);
    expect((await change(accessToken, PASSWORD, NEW_PASSWORD)).status).toBe(423);
  });

  it('is refused without a session', async () => {
    const reply = await test.anonymous.post('/auth/change-password', { currentPassword: 'a', newPassword: 'b' });
    expect([reply.status, reply.code]).toEqual([401, 'UNAUTHENTICATED']);
  });
});
