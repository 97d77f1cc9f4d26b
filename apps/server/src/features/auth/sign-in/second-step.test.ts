import { generateSecret, generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../../test/builders.ts';
import {
  auditOf,
  codesSentTo,
  createAccount,
  lastCodeSentTo,
  login,
  PASSWORD,
  setSecurity,
} from '../../../../test/credentials.ts';
import { type TestApp, testApp } from '../../../../test/harness.ts';
import { sha256 } from '../../../platform/runtime/ids.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
beforeEach(() => setSecurity(test, { require2FA: true }));
afterAll(() => test.close());

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const codeAt = (secret: string, secondsFromNow = 0) =>
  generateSync({ secret, epoch: Math.floor(test.clock.now().getTime() / 1000) + secondsFromNow });

async function askedForCode(person: Person): Promise<string> {
  const reply = await login(test, person.phone);
  expect(reply.json()).toEqual({ success: true, requires2FA: true, twoFactorMethod: 'sms' });
  return await lastCodeSentTo(test, person.phone);
}

async function enrol(person: Person): Promise<string> {
  const secret = generateSecret();
  const totp_secret = test.app.platform.secrets.seal(secret, person.id);
  await test.database.db.updateTable('users').set({ totp_secret }).where('id', '=', person.id).execute();
  return secret;
}

describe('a code by SMS', () => {
  it('is sent once the password is right, and opens the session with the same credentials', async () => {
    const person = await createAccount(test);
    const code = await askedForCode(person);
    expect(code).toMatch(/^\d{6}$/);
    const reply = await login(test, person.phone, PASSWORD, code);
    expect(reply.status).toBe(200);
    expect(reply.json('user.id')).toBe(person.id);
    expect(await auditOf(test, person.id)).toEqual(['auth.code_sent']);
  });

  it('is not sent for a wrong password', async () => {
    const person = await createAccount(test);
    expect((await login(test, person.phone, 'wrong')).code).toBe('BAD_CREDENTIALS');
    expect(await codesSentTo(test, person.phone)).toEqual([]);
  });

  it('is of no use without the password', async () => {
    const person = await createAccount(test);
    const code = await askedForCode(person);
    expect((await login(test, person.phone, 'wrong', code)).code).toBe('BAD_CREDENTIALS');
  });

  it('serves once', async () => {
    const person = await createAccount(test);
    const code = await askedForCode(person);
    const both = await Promise.all([
      login(test, person.phone, PASSWORD, code),
      login(test, person.phone, PASSWORD, code),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const again = await login(test, person.phone, PASSWORD, code);
    expect([again.status, again.code]).toEqual([401, 'BAD_CODE']);
  });

  it('serves for five minutes', async () => {
    const person = await createAccount(test);
    const code = await askedForCode(person);
    test.clock.advance(5);
    expect((await login(test, person.phone, PASSWORD, code)).code).toBe('BAD_CODE');
  });

  it('serves for five tries, after which the right one fails too', async () => {
    await setSecurity(test, { require2FA: true, maxLoginAttempts: 10 });
    const person = await createAccount(test);
    const code = await askedForCode(person);
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await login(test, person.phone, PASSWORD, otherThan(code))).code).toBe('BAD_CODE');
    }
    expect((await login(test, person.phone, PASSWORD, code)).code).toBe('BAD_CODE');
  });

  it('locks the account when wrong ones reach the set number', async () => {
    await setSecurity(test, { require2FA: true, maxLoginAttempts: 3 });
    const person = await createAccount(test);
    const code = await askedForCode(person);
    for (let attempt = 0; attempt < 3; attempt++) await login(test, person.phone, PASSWORD, otherThan(code));
    expect((await login(test, person.phone, PASSWORD, code)).code).toBe('ACCOUNT_LOCKED');
  });

  it('leaves at most every 30 seconds, and a new one replaces the old', async () => {
    const person = await createAccount(test);
    const first = await askedForCode(person);
    await Promise.all([askedForCode(person), askedForCode(person)]);
    expect(await codesSentTo(test, person.phone)).toHaveLength(1);
    test.clock.advance(0.5);
    const second = await askedForCode(person);
    expect(await codesSentTo(test, person.phone)).toHaveLength(2);
    if (first !== second) expect((await login(test, person.phone, PASSWORD, first)).code).toBe('BAD_CODE');
    expect((await login(test, person.phone, PASSWORD, second)).status).toBe(200);
  });

  it('is required of a user who chose it where the organisation does not require it', async () => {
    await setSecurity(test, { require2FA: false });
    const person = await createAccount(test);
    await test.database.db.updateTable('users').set({ two_factor_enabled: true }).where('id', '=', person.id).execute();
    expect(await askedForCode(person)).toMatch(/^\d{6}$/);
  });

  it('is marked in the outbox as written to the log where no gateway is configured', async () => {
    const person = await createAccount(test);
    await askedForCode(person);
    await expect
      .poll(async () => {
        const row = await test.database.db
          .selectFrom('messages')
          .select(['status', 'attempts'])
          .where('recipient', '=', person.phone)
          .executeTakeFirst();
        return row;
      })
      .toEqual({ status: 'logged', attempts: 1 });
  });
});

describe('an authenticator', () => {
  it('is requested where enrolled, and sends nothing', async () => {
    const person = await createAccount(test);
    const secret = await enrol(person);
    const reply = await login(test, person.phone);
    expect(reply.json()).toEqual({ success: true, requires2FA: true, twoFactorMethod: 'authenticator' });
    expect(await codesSentTo(test, person.phone)).toEqual([]);
    expect((await login(test, person.phone, PASSWORD, codeAt(secret))).status).toBe(200);
  });

  it('may be a step early or late, not two', async () => {
    for (const [seconds, status] of [
      [-30, 200],
      [30, 200],
      [-90, 401],
      [90, 401],
    ] as const) {
      const person = await createAccount(test);
      const secret = await enrol(person);
      expect((await login(test, person.phone, PASSWORD, codeAt(secret, seconds))).status, `${seconds} s`).toBe(status);
    }
  });

  it('has each of its codes taken once', async () => {
    const person = await createAccount(test);
    const secret = await enrol(person);
    const code = codeAt(secret);
    expect((await login(test, person.phone, PASSWORD, code)).status).toBe(200);
    expect((await login(test, person.phone, PASSWORD, code)).code).toBe('BAD_CODE');
    test.clock.advance(0.5);
    expect((await login(test, person.phone, PASSWORD, codeAt(secret))).status).toBe(200);
  });

  it('gives way to a recovery code, once', async () => {
    const person = await createAccount(test);
    await enrol(person);
    await test.database.db
      .insertInto('recovery_codes')
      .values({ user_id: person.id, code_hash: sha256('K7PM2XQA9WDR') })
      .execute();
    expect((await login(test, person.phone, PASSWORD, 'k7pm-2xqa-9wdr')).status).toBe(200);
    expect((await login(test, person.phone, PASSWORD, 'k7pm-2xqa-9wdr')).code).toBe('BAD_CODE');
  });
});
