import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../../test/builders.ts';
import { auditOf, codesSentTo, createAccount, login, PASSWORD, setSecurity } from '../../../../test/credentials.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../../test/harness.ts';
import { sha256 } from '../../../platform/runtime/ids.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
beforeEach(() => setSecurity(test, { require2FA: false, allowConcurrentSessions: true, sessionTimeout: 120 }));
afterAll(() => test.close());

const codeOf = (secret: string, secondsFromNow = 0) =>
  generateSync({ secret, epoch: Math.floor(test.clock.now().getTime() / 1000) + secondsFromNow });
const nextStep = () => test.clock.advance(0.5);
const enroll = (client: Client, password = PASSWORD) => client.post('/auth/2fa/enroll', { password });
const confirm = (client: Client, code: string) => client.post('/auth/2fa/confirm', { code });
const disable = (client: Client, code: string, password = PASSWORD) =>
  client.post('/auth/2fa/disable', { password, code });
const renewCodes = (client: Client, code: string, password = PASSWORD) =>
  client.post('/auth/2fa/recovery-codes', { password, code });
const optIn = (client: Client, on: boolean, password = PASSWORD) => client.post('/auth/2fa/opt-in', { on, password });
const stateOf = async (client: Client) =>
  (await client.get('/auth/account')).json<Record<string, unknown>>('data.twoFactor');
const outcome = (reply: Reply) => [reply.status, reply.code];

async function someone(): Promise<Client> {
  return await test.signIn(await createAccount(test));
}

async function start(client: Client): Promise<string> {
  const reply = await enroll(client);
  expect(reply.status).toBe(200);
  return reply.json<string>('data.secret').replaceAll(' ', '');
}

async function enrolled(): Promise<{ client: Client; secret: string; recoveryCodes: string[] }> {
  const client = await someone();
  const secret = await start(client);
  const reply = await confirm(client, codeOf(secret));
  expect(reply.status).toBe(200);
  nextStep();
  return { client, secret, recoveryCodes: reply.json<string[]>('data.recoveryCodes') };
}

const signInWith = (person: Person, code: string) => login(test, person.phone, PASSWORD, code);

describe('enrolling an authenticator', () => {
  it('answers what the app needs, keeps it pending, and asks for it at sign-in once a code has proved it', async () => {
    const client = await someone();
    const reply = await enroll(client);
    expect(Object.keys(reply.json<object>('data')).sort()).toEqual(['otpauthUrl', 'secret']);
    expect(reply.json('data.secret')).toMatch(/^([A-Z2-7]{4} )+[A-Z2-7]{4}$/);
    const url = new URL(reply.json<string>('data.otpauthUrl'));
    const secret = reply.json<string>('data.secret').replaceAll(' ', '');
    expect([url.protocol, url.searchParams.get('secret')]).toEqual(['otpauth:', secret]);
    expect(decodeURIComponent(url.pathname)).toContain(`Election Console:${client.person.phone}`);
    expect((await login(test, client.person.phone)).json('requires2FA')).toBeUndefined();

    const codes = (await confirm(client, codeOf(secret))).json<string[]>('data.recoveryCodes');
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect((await login(test, client.person.phone)).json('twoFactorMethod')).toBe('authenticator');
    nextStep();
    expect((await signInWith(client.person, codeOf(secret))).status).toBe(200);
    expect(await stateOf(client)).toMatchObject({
      required: false,
      optedIn: true,
      method: 'authenticator',
      enrolledAt: expect.any(String),
      recoveryCodesLeft: 10,
    });
    expect(await auditOf(test, client.person.id)).toEqual(['auth.two_factor_started', 'auth.two_factor_enabled']);
  });

  it('keeps no recovery code and no secret in the audit log or in the clear', async () => {
    const { client, secret, recoveryCodes } = await enrolled();
    const kept = await test.database.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('user_id', '=', client.person.id)
      .execute();
    const quick = recoveryCodes.map((code) => sha256(code.replaceAll('-', '')).toString('hex'));
    expect(kept).toHaveLength(10);
    // Nor a fast hash of it.
    for (const { code_hash } of kept) expect(quick).not.toContain(code_hash.toString('hex'));
    const entries = await test.database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('resource_id', '=', client.person.id)
      .execute();
    for (const told of [secret, ...recoveryCodes]) expect(JSON.stringify(entries)).not.toContain(told);
  });

  it('does not take the code that proved it for a sign-in as well', async () => {
    const client = await someone();
    const secret = await start(client);
    const code = codeOf(secret);
    await confirm(client, code);
    expect((await signInWith(client.person, code)).code).toBe('BAD_CODE');
  });

  it('is refused by a wrong password and a wrong first code, at their fields', async () => {
    const client = await someone();
    const wrong = await enroll(client, 'wrong');
    expect([...outcome(wrong), wrong.json<{ path: string }[]>('fields').map(({ path }) => path)]).toEqual([
      400,
      'WRONG_PASSWORD',
      ['password'],
    ]);
    const secret = await start(client);
    const other = await confirm(client, codeOf(secret, 300));
    expect([...outcome(other), other.json<{ path: string }[]>('fields').map(({ path }) => path)]).toEqual([
      400,
      'BAD_AUTHENTICATOR_CODE',
      ['code'],
    ]);
    expect((await confirm(client, 'abcdef')).code).toBe('VALIDATION_FAILED');
    expect((await confirm(client, codeOf(secret))).status).toBe(200);
  });

  it('has to be started, within ten minutes, and a new start voids the one before', async () => {
    const client = await someone();
    expect(outcome(await confirm(client, '123456'))).toEqual([409, 'TWO_FACTOR_NOT_STARTED']);
    const late = await start(client);
    test.clock.advance(10);
    const again = await test.signIn(client.person);
    expect((await confirm(again, codeOf(late))).code).toBe('TWO_FACTOR_NOT_STARTED');
    const first = await start(again);
    const second = await start(again);
    expect((await confirm(again, codeOf(first))).code).toBe('BAD_AUTHENTICATOR_CODE');
    expect((await confirm(again, codeOf(second))).status).toBe(200);
  });

  it('is done once: neither a second confirmation nor a new start replaces an enrolled one', async () => {
    const client = await someone();
    const secret = await start(client);
    const code = codeOf(secret);
    const both = await Promise.all([confirm(client, code), confirm(client, code)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(outcome(await enroll(client))).toEqual([409, 'TWO_FACTOR_STATE']);
  });

  it('counts guesses of the password and of the code together, and locks', async () => {
    const client = await someone();
    await start(client);
    for (let guess = 0; guess < 2; guess++) await enroll(client, `guess-${guess}`);
    const codes = await Promise.all(['000001', '000002', '000003', '000004'].map((code) => confirm(client, code)));
    expect(codes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([400, 400, 400, 423]);
    expect((await login(test, client.person.phone)).status).toBe(423);
    expect(await auditOf(test, client.person.id)).toContain('auth.locked');
  });
});

describe('removing the authenticator', () => {
  it('takes the password and a code, and leaves neither secret nor recovery codes', async () => {
    const { client, secret, recoveryCodes } = await enrolled();
    expect(outcome(await disable(client, codeOf(secret), 'wrong'))).toEqual([400, 'WRONG_PASSWORD']);
    expect(outcome(await disable(client, codeOf(secret, 300)))).toEqual([400, 'BAD_AUTHENTICATOR_CODE']);
    expect((await disable(client, codeOf(secret))).status).toBe(200);
    expect(await stateOf(client)).toEqual({
      required: false,
      optedIn: false,
      method: 'none',
      enrolledAt: null,
      recoveryCodesLeft: 0,
    });
    expect((await login(test, client.person.phone)).json('requires2FA')).toBeUndefined();
    expect((await disable(client, recoveryCodes[0] ?? '')).code).toBe('TWO_FACTOR_STATE');
    expect(await auditOf(test, client.person.id)).toContain('auth.two_factor_disabled');
  });

  it('takes a recovery code for a lost phone, and codes by SMS follow where the organisation asks for them', async () => {
    const { client, recoveryCodes } = await enrolled();
    await setSecurity(test, { require2FA: true });
    expect((await disable(client, (recoveryCodes[3] ?? '').toLowerCase())).status).toBe(200);
    expect((await login(test, client.person.phone)).json('twoFactorMethod')).toBe('sms');
    expect(await codesSentTo(test, client.person.phone)).toHaveLength(1);
  });

  it('does not take a code that opened a session', async () => {
    const { client, secret } = await enrolled();
    const code = codeOf(secret);
    expect((await signInWith(client.person, code)).status).toBe(200);
    expect((await disable(client, code)).code).toBe('BAD_AUTHENTICATOR_CODE');
  });
});

describe('recovery codes', () => {
  it('serve once each at sign-in, and are counted down', async () => {
    const { client, recoveryCodes } = await enrolled();
    const code = recoveryCodes[0] ?? '';
    const both = await Promise.all([signInWith(client.person, code), signInWith(client.person, code)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await stateOf(client)).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('are replaced as a whole: the old ones serve no more', async () => {
    const { client, secret, recoveryCodes } = await enrolled();
    expect(outcome(await renewCodes(client, codeOf(secret), 'wrong'))).toEqual([400, 'WRONG_PASSWORD']);
    const code = codeOf(secret);
    const reply = await renewCodes(client, code);
    const fresh = reply.json<string[]>('data.recoveryCodes');
    expect(fresh.filter((one) => recoveryCodes.includes(one))).toEqual([]);
    expect((await renewCodes(client, code)).code).toBe('BAD_AUTHENTICATOR_CODE');
    expect((await signInWith(client.person, recoveryCodes[0] ?? '')).code).toBe('BAD_CODE');
    expect((await signInWith(client.person, fresh[0] ?? '')).status).toBe(200);
    expect(await auditOf(test, client.person.id)).toContain('auth.recovery_codes_made');
  });

  it('are not to be had without an authenticator', async () => {
    expect(outcome(await renewCodes(await someone(), '123456'))).toEqual([409, 'TWO_FACTOR_STATE']);
  });
});

describe('codes by SMS of one’s own accord', () => {
  it('are switched on and off with the password, each once', async () => {
    const client = await someone();
    expect(outcome(await optIn(client, true, 'wrong'))).toEqual([400, 'WRONG_PASSWORD']);
    expect((await optIn(client, true)).status).toBe(200);
    expect(outcome(await optIn(client, true))).toEqual([409, 'TWO_FACTOR_STATE']);
    expect((await login(test, client.person.phone)).json('twoFactorMethod')).toBe('sms');
    expect(await stateOf(client)).toMatchObject({ optedIn: true, method: 'sms', enrolledAt: null });
    expect((await optIn(client, false)).status).toBe(200);
    expect((await login(test, client.person.phone)).json('requires2FA')).toBeUndefined();
    expect(await auditOf(test, client.person.id)).toEqual(
      expect.arrayContaining(['auth.two_factor_enabled', 'auth.two_factor_disabled']),
    );
  });

  it('are not the person’s to switch where the organisation asks everybody for them', async () => {
    const client = await someone();
    await setSecurity(test, { require2FA: true });
    expect(outcome(await optIn(client, false))).toEqual([409, 'TWO_FACTOR_REQUIRED']);
    expect(await stateOf(client)).toMatchObject({ required: true, method: 'sms' });
  });

  it('do not switch an enrolled authenticator off', async () => {
    const { client } = await enrolled();
    expect(outcome(await optIn(client, false))).toEqual([409, 'TWO_FACTOR_STATE']);
  });
});

it('is refused to a user who must change their password first, and without a session', async () => {
  const person = await createAccount(test);
  await test.database.db.updateTable('users').set({ must_change_password: true }).where('id', '=', person.id).execute();
  expect(outcome(await enroll(await test.signIn(person)))).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
  expect(outcome(await test.anonymous.post('/auth/2fa/enroll', { password: PASSWORD }))).toEqual([
    401,
    'UNAUTHENTICATED',
  ]);
});
