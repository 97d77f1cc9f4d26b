import type { LockedAccountList } from '@ec/contract/security/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPerson, nextPhone, type Person, place } from '../../../../test/builders.ts';
import {
  auditOf,
  codesSentTo,
  createAccount,
  lastCodeSentTo,
  PASSWORD,
  setSecurity,
} from '../../../../test/credentials.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../../test/harness.ts';
import { buildApp } from '../../../app.ts';
import { newSecret } from '../../../platform/runtime/ids.ts';
import { newInviteCode } from '../../../platform/identity/invites.ts';
import { KNOWN_DEVICES } from '../../../platform/identity/known-devices.ts';
import { unlockFromServer } from '../../security/sign-ins-service.ts';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('super_admin', place('NG'));
});
beforeEach(() => setSecurity(test, { require2FA: false, allowConcurrentSessions: true, maxLoginAttempts: 5 }));
afterAll(() => test.close());

const HOME = '105.112.7.20';
const ELSEWHERE = '41.58.10.9';

interface Attempt {
  password?: string;
  from?: string;
  device?: string;
  twoFactorCode?: string;
}

async function post(path: string, payload: object, from: string, app = test.app): Promise<Reply> {
  const reply = await app.fastify.inject({ method: 'POST', url: `/api${path}`, payload, remoteAddress: from });
  return {
    status: reply.statusCode,
    code: reply.json<{ code?: string }>().code,
    headers: reply.headers,
    text: reply.body,
    json: () => reply.json(),
  };
}

const signIn = (phoneNumber: string, attempt: Attempt = {}, app = test.app) => {
  const { password = PASSWORD, from = HOME, ...more } = attempt;
  return post('/auth/login', { phoneNumber, password, ...more }, from, app);
};

async function guess(phone: string, times: number, from: string, device?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++)
    statuses.push((await signIn(phone, { password: `guess-${i}`, from, ...(device && { device }) })).status);
  return statuses;
}

/** A user who has signed in on a device, which is known since then. */
async function onDevice(): Promise<{ person: Person; device: string }> {
  const [person, device] = [await createAccount(test), newSecret()];
  expect((await signIn(person.phone, { device })).status).toBe(200);
  return { person, device };
}

/** Guesses from so many networks that all unknown devices are locked. */
async function guessEverywhere(phone: string): Promise<void> {
  for (let network = 0; network < 10; network++) await guess(phone, 5, `41.60.${network}.7`);
}

describe('failures', () => {
  it('lock the account for their network only', async () => {
    const person = await createAccount(test);
    expect(await guess(person.phone, 6, ELSEWHERE)).toEqual([401, 401, 401, 401, 401, 423]);
    expect((await signIn(person.phone, { from: ELSEWHERE })).code).toBe('ACCOUNT_LOCKED');
    expect((await signIn(person.phone, { from: '41.58.10.250' })).code).toBe('ACCOUNT_LOCKED');
    expect((await signIn(person.phone, { from: '41.58.11.9' })).status).toBe(200);
    expect((await signIn(person.phone, { from: HOME })).status).toBe(200);
  });

  it.each([
    ['an account', async () => (await createAccount(test)).phone],
    ['an unknown number', async () => nextPhone()],
  ])('warn before the last try, for a phone of %s', async (_whose, phoneOf) => {
    const phone = await phoneOf();
    const answers: string[] = [];
    for (let i = 0; i < 6; i++) answers.push((await signIn(phone, { password: `guess-${i}`, from: ELSEWHERE })).text);
    const said = answers.map((text) => (JSON.parse(text) as { error: string }).error);
    const wrong = 'The phone number or the password is wrong.';
    const warned = `${wrong} One try is left before the account is locked for 15 minutes.`;
    const locked = 'Too many failed attempts. The account is locked for 15 minutes.';
    expect(said).toEqual([wrong, wrong, wrong, warned, wrong, locked]);
  });

  it('warn before the last try that any of the two counts leaves', async () => {
    const phone = nextPhone();
    for (let network = 0; network < 12; network++) await guess(phone, 4, `41.60.${network}.7`);
    expect((await signIn(phone, { from: ELSEWHERE, password: 'wrong' })).json('details')).toMatchObject({
      details: { lockMinutes: 15 },
    });
  });

  it('at the code of the second step warn as well', async () => {
    await setSecurity(test, { require2FA: true, maxLoginAttempts: 3 });
    const person = await createAccount(test);
    await signIn(person.phone);
    const errors: string[] = [];
    for (const code of ['000000', '000001']) {
      const { text } = await signIn(person.phone, { twoFactorCode: code });
      errors.push((JSON.parse(text) as { error: string }).error);
    }
    const wrong = 'The verification code is wrong or has expired.';
    expect(errors).toEqual([wrong, `${wrong} One try is left before the account is locked for 15 minutes.`]);
  });

  it('count by the /48 of an IPv6 address', async () => {
    const person = await createAccount(test);
    for (let i = 0; i < 5; i++) await guess(person.phone, 1, `2c0f:f5c0:1:${i}::1`);
    expect((await signIn(person.phone, { from: '2c0f:f5c0:1:ffff::1' })).code).toBe('ACCOUNT_LOCKED');
    expect((await signIn(person.phone, { from: '2c0f:f5c0:2::1' })).status).toBe(200);
  });

  it('are counted by all servers of a database together', async () => {
    const { config, clock } = test.app.platform;
    const other = await buildApp({ config, database: test.database, clock, runJobs: false });
    const person = await createAccount(test);
    for (const app of [test.app, other, test.app, other, test.app])
      await signIn(person.phone, { password: 'wrong', from: ELSEWHERE }, app);
    expect((await signIn(person.phone, { from: ELSEWHERE }, other)).code).toBe('ACCOUNT_LOCKED');
    await other.close();
  });

  it('long ago count no more', async () => {
    const person = await createAccount(test);
    await guess(person.phone, 4, HOME);
    test.clock.advance(61);
    admin = await test.signIn(admin.person);
    expect(await guess(person.phone, 4, HOME)).toEqual([401, 401, 401, 401]);
    expect((await signIn(person.phone)).status).toBe(200);
  });

  it('elsewhere are not forgiven when the owner signs in', async () => {
    const { person, device } = await onDevice();
    await guess(person.phone, 4, ELSEWHERE);
    expect((await signIn(person.phone, { device })).status).toBe(200);
    expect(await guess(person.phone, 2, ELSEWHERE)).toEqual([401, 423]);
  });

  it.each([
    ['an account', async () => (await createAccount(test)).phone],
    ['an unknown number', async () => nextPhone()],
  ])('from many networks lock every stranger to %s, whatever device key they make up', async (_whose, phoneOf) => {
    const phone = await phoneOf();
    await guessEverywhere(phone);
    for (const attempt of [{}, { device: newSecret() }, { from: '197.210.1.1' }]) {
      const reply = await signIn(phone, attempt);
      expect([reply.status, reply.json('details')]).toMatchObject([423, { details: { minutes: 15 } }]);
    }
    test.clock.advance(15);
    admin = await test.signIn(admin.person);
    expect((await signIn(phone)).status).not.toBe(423);
  });
});

describe('a known device', () => {
  it('is let in while strangers are locked out, from their own network too', async () => {
    const { person, device } = await onDevice();
    await guess(person.phone, 5, HOME);
    expect((await signIn(person.phone)).code).toBe('ACCOUNT_LOCKED');
    expect((await signIn(person.phone, { device })).status).toBe(200);
    await guessEverywhere(person.phone);
    expect((await signIn(person.phone, { device, from: '197.210.1.1' })).status).toBe(200);
  });

  it('has a count of its own, which locks it alone', async () => {
    const { person, device } = await onDevice();
    expect(await guess(person.phone, 6, HOME, device)).toEqual([401, 401, 401, 401, 401, 423]);
    expect((await signIn(person.phone, { device, from: ELSEWHERE })).code).toBe('ACCOUNT_LOCKED');
    expect((await signIn(person.phone)).status).toBe(200);
  });

  it('is known for the accounts that signed in on it, and no others', async () => {
    const { device } = await onDevice();
    const other = await createAccount(test);
    await guess(other.phone, 5, HOME, device);
    expect((await signIn(other.phone)).code).toBe('ACCOUNT_LOCKED');
  });

  it('is one of the last few', async () => {
    const { person, device } = await onDevice();
    for (let i = 0; i < KNOWN_DEVICES; i++) {
      test.clock.advance(1);
      await signIn(person.phone, { device: newSecret() });
    }
    await guess(person.phone, 5, HOME);
    expect((await signIn(person.phone, { device })).code).toBe('ACCOUNT_LOCKED');
    admin = await test.signIn(admin.person);
  });

  it.each<[string, (person: Person) => Promise<Reply>]>([
    [
      'an administrator resets the password',
      ({ id }) => admin.post('/auth/admin-reset-password', { userId: id, newPassword: PASSWORD }),
    ],
    [
      'the person signs out everywhere else',
      async (person) => (await test.signIn(person)).post('/auth/sessions/end-others'),
    ],
    [
      'an administrator ends its session',
      async ({ id }) => {
        const [session] = (await admin.get(`/security/sessions?userId=${id}`)).json<{ id: string }[]>('data.sessions');
        return await admin.delete(`/security/sessions/${session?.id}`);
      },
    ],
  ])('is known no more when %s', async (_when, end) => {
    const { person, device } = await onDevice();
    expect((await end(person)).status).toBe(200);
    await guess(person.phone, 5, HOME);
    expect((await signIn(person.phone, { device })).code).toBe('ACCOUNT_LOCKED');
  });

  it('stays known when the person signs out, and where sessions end each other', async () => {
    await setSecurity(test, { require2FA: false, allowConcurrentSessions: false });
    const { person, device } = await onDevice();
    await signIn(person.phone, { device: newSecret() });
    await guess(person.phone, 5, HOME);
    expect((await signIn(person.phone, { device })).status).toBe(200);
  });
});

describe('codes', () => {
  const ask = (phoneNumber: string, device: string | undefined, from = HOME) =>
    post('/auth/forgot-password', { phoneNumber, ...(device && { device }) }, from);
  const use = (phoneNumber: string, resetCode: string, device: string | undefined, from = HOME) =>
    post(
      '/auth/reset-password',
      { phoneNumber, resetCode, newPassword: 'egusi-soup-10', ...(device && { device }) },
      from,
    );
  const wrongOf = (code: string) => (code === '111111' ? '222222' : '111111');

  async function codeFor(phone: string, device: string | undefined, from = HOME): Promise<string> {
    const before = (await codesSentTo(test, phone)).length;
    await ask(phone, device, from);
    await expect.poll(() => codesSentTo(test, phone)).toHaveLength(before + 1);
    return await lastCodeSentTo(test, phone);
  }

  it('for a reset are not used up by strangers, who cannot try them either', async () => {
    const { person, device } = await onDevice();
    const code = await codeFor(person.phone, device);
    for (let i = 0; i < 6; i++) await use(person.phone, wrongOf(code), newSecret(), ELSEWHERE);
    for (let i = 0; i < 6; i++) await use(person.phone, wrongOf(code), undefined, '41.59.1.1');
    expect((await use(person.phone, code, newSecret(), ELSEWHERE)).code).toBe('BAD_RESET_CODE');
    expect((await use(person.phone, code, device)).status).toBe(200);
  });

  it('go on being tried on every device, known or new, whatever strangers try on theirs', async () => {
    const { person, device } = await onDevice();
    const fresh = newSecret();
    const [code, other] = [await codeFor(person.phone, device), await codeFor(person.phone, fresh)];
    // More than any total limit would allow, some of them from the owner's own network.
    for (const from of [HOME, ...Array.from({ length: 5 }, (_, network) => `41.61.${network}.1`)])
      for (let i = 0; i < 10; i++) await use(person.phone, '000000', undefined, from);
    expect((await use(person.phone, '000000', undefined, HOME)).code).toBe('BAD_RESET_CODE');
    expect((await use(person.phone, other, fresh)).status).toBe(200);
    expect((await use(person.phone, code, device)).status).toBe(200);
  });

  it('of an invite are accepted from the owner’s network, whatever others try from theirs', async () => {
    const person = await createPerson(test.database.db, {
      role: 'moderator',
      area: place('24-11'),
      passwordHash: null,
    });
    const code = newInviteCode();
    const invited = { invite_code: code, invited_at: test.clock.now(), invited_by: admin.person.id };
    await test.database.db.updateTable('users').set(invited).where('id', '=', person.id).execute();
    const accept = (inviteCode: string, from: string) =>
      post('/auth/accept-invite', { phoneNumber: person.phone, inviteCode, newPassword: 'egusi-soup-10' }, from);
    for (let network = 0; network < 11; network++)
      for (let i = 0; i < 10; i++) await accept('AAAAA-AAAAA', `41.60.${network}.7`);
    expect((await accept(code, '41.60.0.7')).code).toBe('TOO_MANY_REQUESTS');
    await guessEverywhere(person.phone);
    expect((await accept(code, HOME)).status).toBe(200);
  });

  it('that a stranger asks for do not take the place of the owner’s, nor of their number', async () => {
    const { person, device } = await onDevice();
    const code = await codeFor(person.phone, device);
    for (let i = 0; i < 3; i++) await codeFor(person.phone, newSecret(), ELSEWHERE);
    await ask(person.phone, newSecret(), ELSEWHERE);
    for (let i = 0; i < 3; i++) await codeFor(person.phone, newSecret(), '41.60.1.1');
    // Unknown devices have reached their limit; a network without a request still gets its first, up to an hourly limit.
    for (let network = 2; network < 8; network++) {
      await codeFor(person.phone, newSecret(), `41.60.${network}.1`);
      await ask(person.phone, newSecret(), `41.60.${network}.1`);
    }
    await ask(person.phone, newSecret(), '41.60.9.1');
    const again = await codeFor(person.phone, device);
    expect(await codesSentTo(test, person.phone)).toHaveLength(14);
    expect((await use(person.phone, code, device)).code).toBe(again === code ? undefined : 'BAD_RESET_CODE');
    // The administrator's unlock, and the command, let the user request again.
    expect((await admin.post('/security/locked-accounts/unlock', { userId: person.id })).status).toBe(200);
    const fresh = newSecret();
    expect((await use(person.phone, await codeFor(person.phone, fresh, '41.60.9.1'), fresh)).status).toBe(200);
  });

  it('can be tried and requested again once the phone is unlocked on the server', async () => {
    const person = await createAccount(test);
    for (let i = 0; i < 3; i++) await codeFor(person.phone, undefined);
    for (let i = 0; i < 11; i++) await use(person.phone, '000000', undefined);
    const lines = (await unlockFromServer(test.database, person.phone, test.clock.now())).join('\n');
    expect(lines).toMatch(/requests for reset codes: 3$/);
    expect((await use(person.phone, await codeFor(person.phone, undefined), undefined)).status).toBe(200);
  });

  it('of the second step serve the device alone that gave the password', async () => {
    await setSecurity(test, { require2FA: true });
    const [person, device] = [await createAccount(test), newSecret()];
    await signIn(person.phone, { device });
    const twoFactorCode = await lastCodeSentTo(test, person.phone);
    const wrong = wrongOf(twoFactorCode);
    // An attacker who has the password too uses up their own attempts and locks their own network.
    for (let i = 0; i < 6; i++)
      await signIn(person.phone, { device: newSecret(), twoFactorCode: wrong, from: ELSEWHERE });
    expect((await signIn(person.phone, { from: ELSEWHERE })).code).toBe('ACCOUNT_LOCKED');
    expect((await signIn(person.phone, { device, twoFactorCode })).status).toBe(200);
  });
});

describe('a lock', () => {
  it('is shown with its network and count, and its alert arises once', async () => {
    const person = await createAccount(test);
    await guess(person.phone, 9, ELSEWHERE);
    const digits = person.phone.replace('+234', '');
    const { accounts, total } = (await admin.get(`/security/locked-accounts?q=${digits}`)).json<LockedAccountList>(
      'data',
    );
    const lockedUntil = new Date(test.clock.now().getTime() + 15 * 60_000).toISOString();
    expect([total, accounts[0]?.locks]).toEqual([
      1,
      [{ from: 'network', network: '41.58.10.0/24', failures: 5, lockedUntil }],
    ]);
    expect((await auditOf(test, person.id)).filter((event) => event === 'auth.locked')).toHaveLength(1);
  });

  it('is shown once for an account that is locked in several ways, and lifted in all', async () => {
    const { person, device } = await onDevice();
    await guessEverywhere(person.phone);
    await guess(person.phone, 5, HOME, device);
    const digits = person.phone.replace('+234', '');
    const { accounts, total } = (await admin.get(`/security/locked-accounts?q=${digits}`)).json<LockedAccountList>(
      'data',
    );
    expect([total, accounts.length]).toEqual([1, 1]);
    expect(new Set(accounts[0]?.locks.map(({ from }) => from))).toEqual(new Set(['network', 'everywhere', 'device']));
    expect(JSON.stringify(accounts)).not.toMatch(/[\da-f]{64}/);
    expect((await admin.post('/security/locked-accounts/unlock', { userId: person.id })).status).toBe(200);
    for (const attempt of [{ device }, {}, { from: '41.60.1.7' }])
      expect((await signIn(person.phone, attempt)).status).toBe(200);
  });

  it('is taken off on the server, as the system, and says what it did', async () => {
    const person = await createAccount(test);
    await guess(person.phone, 5, HOME);
    const lines = await unlockFromServer(test.database, person.phone, test.clock.now());
    expect(lines.join('\n')).toMatch(
      /they can try to sign in, and to use or ask for a code, at once[\s\S]*network 105\.112\.7\.0\/24: 5 failed attempts/,
    );
    expect((await signIn(person.phone)).status).toBe(200);
    const entry = await test.database.db
      .selectFrom('audit_entries')
      .select(['event', 'user_id', 'area_id'])
      .where('resource_id', '=', person.id)
      .where('event', '=', 'security.unlocked')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ event: 'security.unlocked', user_id: null, area_id: person.area });
    expect(await unlockFromServer(test.database, nextPhone(), test.clock.now())).toEqual([
      expect.stringMatching(/no account has this number\): nothing was locked or counted\.$/),
    ]);
  });
});
