import { RESET_WINDOW_MINUTES } from '@ec/contract/auth/reset-codes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesSentTo, createAccount, lastCodeSentTo, PASSWORD, setSecurity } from '../../../../test/credentials.ts';
import { nextPhone } from '../../../../test/builders.ts';
import { type TestApp, testApp } from '../../../../test/harness.ts';
import { newSecret } from '../../../platform/runtime/ids.ts';
import { networkLimits } from '../recovery/password-reset.ts';
import {
  CODE_TRIES,
  CODE_TRIES_PER_HOUR,
  STRANGE_RESET_TRIES,
  STRANGE_RESETS_OF_NETWORK_PER_DAY,
  STRANGE_RESETS_OF_NETWORK_PER_HOUR,
} from '../rules.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp({ trustProxy: ['127.0.0.1'] });
  await setSecurity(test, { require2FA: false });
});
afterAll(() => test.close());

const HOME = '41.58.1.10';
const post = (url: string, body: object, from = HOME) => test.anonymous.post(url, body, { 'x-forwarded-for': from });
const reset = (phoneNumber: string, device: string, resetCode: string) =>
  post('/auth/reset-password', { phoneNumber, resetCode, newPassword: 'egusi-soup-10', device });
const wrongOf = (code: string) => (code === '111111' ? '222222' : '111111');

async function codeFor(phoneNumber: string, device: string, from = HOME): Promise<string> {
  const before = (await codesSentTo(test, phoneNumber)).length;
  await post('/auth/forgot-password', { phoneNumber, device }, from);
  await expect.poll(() => codesSentTo(test, phoneNumber)).toHaveLength(before + 1);
  return await lastCodeSentTo(test, phoneNumber);
}

async function guess(times: number, phone: string, device: string, code: string): Promise<(string | undefined)[]> {
  const codes: (string | undefined)[] = [];
  for (let time = 0; time < times; time++) codes.push((await reset(phone, device, wrongOf(code))).code);
  return codes;
}

const knownDevice = async (phoneNumber: string) => {
  const device = newSecret();
  expect((await post('/auth/login', { phoneNumber, password: PASSWORD, device })).status).toBe(200);
  return device;
};

describe('tries at a reset code', () => {
  it('are fewer on a device that is not known', async () => {
    const { phone } = await createAccount(test);
    const device = await knownDevice(phone);
    const code = await codeFor(phone, device);
    await guess(CODE_TRIES - 1, phone, device, code);
    expect((await reset(phone, device, code)).status).toBe(200);

    const strange = newSecret();
    const other = await codeFor(phone, strange);
    await guess(STRANGE_RESET_TRIES, phone, strange, other);
    expect((await reset(phone, strange, other)).code).toBe('BAD_RESET_CODE');
    const again = await codeFor(phone, strange);
    await guess(STRANGE_RESET_TRIES - 1, phone, strange, again);
    expect((await reset(phone, strange, again)).status).toBe(200);
  });

  it('end after so many in an hour, over all codes of a device', async () => {
    const { phone } = await createAccount(test);
    const device = await knownDevice(phone);
    for (let tries = 0; tries < CODE_TRIES_PER_HOUR; tries += CODE_TRIES)
      await guess(CODE_TRIES, phone, device, await codeFor(phone, device));
    expect((await reset(phone, device, await codeFor(phone, device))).code).toBe('BAD_RESET_CODE');
    test.clock.advance(60);
    expect((await reset(phone, device, await codeFor(phone, device))).status).toBe(200);
  });

  it('that is open nowhere are counted nowhere, and answered alike for a known and an unknown phone', async () => {
    const { phone } = await createAccount(test);
    const rows = async () => (await sql`select from rate_limits`.execute(test.database.db)).rows.length;
    await reset(phone, newSecret(), '000000');
    const before = await rows();
    const times = CODE_TRIES_PER_HOUR + 2;
    const known = Array.from({ length: times }, async () => (await reset(phone, newSecret(), '000000')).code);
    const unknown = Array.from({ length: times }, async () => (await reset(nextPhone(), newSecret(), '000000')).code);
    expect(new Set(await Promise.all([...known, ...unknown]))).toEqual(new Set(['BAD_RESET_CODE']));
    expect(await rows()).toBe(before);
  });
});

it.each([
  ['an hour', 0, STRANGE_RESETS_OF_NETWORK_PER_HOUR],
  ['a day', 1, STRANGE_RESETS_OF_NETWORK_PER_DAY],
])(
  'reset codes that strangers of one network are sent end after so many in %s, for all phones',
  async (_, which, most) => {
    const network = `41.7${which}.1`;
    const limits = networkLimits(`network ${network}.0/24`, 1).slice(which, which + 1);
    const { rateLimits } = test.app.platform;
    const count = () => rateLimits.countWithin(limits, test.clock.now());
    await Promise.all(Array.from({ length: most - 1 }, count));
    const [first, second] = [await createAccount(test), await createAccount(test)];
    const device = await knownDevice(second.phone);
    await codeFor(first.phone, newSecret(), `${network}.7`);
    await post('/auth/forgot-password', { phoneNumber: second.phone, device: newSecret() }, `${network}.8`);
    // A known device there gets its own code, and so does an unknown device of another network.
    await codeFor(second.phone, device, `${network}.8`);
    await codeFor(second.phone, newSecret(), '41.90.1.1');
    expect(await codesSentTo(test, second.phone)).toHaveLength(2);
    test.clock.advance(RESET_WINDOW_MINUTES);
  },
);

it('tries at an invite code end after so many in an hour', async () => {
  const phoneNumber = nextPhone();
  const codes: (string | undefined)[] = [];
  for (let tries = 0; tries <= CODE_TRIES_PER_HOUR; tries++) {
    const invite = { phoneNumber, inviteCode: 'AAAAA-AAAAA', newPassword: 'okra-soup-9' };
    codes.push((await post('/auth/accept-invite', invite)).code);
  }
  expect(codes.at(-2)).not.toBe('TOO_MANY_REQUESTS');
  expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
});
