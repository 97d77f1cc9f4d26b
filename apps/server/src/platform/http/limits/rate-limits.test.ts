import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, createAccount } from '../../../../test/credentials.ts';
import { type TestApp, testApp } from '../../../../test/harness.ts';
import { buildApp } from '../../../app.ts';
import { COSTLY, networkOf, tidyRateLimits, WRITES } from './rate-limits.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp({ signInRatePerMinute: 4 });
});
afterAll(() => test.close());

const badSignIn = { phoneNumber: '08030001111', password: 'not-this-one' };

describe('how often a call may be made', () => {
  it('is counted for an address by all servers of a database together, and anew each minute', async () => {
    const { config, clock } = test.app.platform;
    const other = await buildApp({ config, database: test.database, clock, runJobs: false });
    const remoteAddress = '203.0.113.7';
    const from = (app: TestApp['app']) =>
      app.fastify.inject({ method: 'POST', url: '/api/auth/login', payload: badSignIn, remoteAddress });
    const statuses: number[] = [];
    for (const app of [test.app, other, test.app, other, test.app]) statuses.push((await from(app)).statusCode);
    expect(statuses.slice(0, 4)).not.toContain(429);
    expect(statuses[4]).toBe(429);
    const refused = await from(other);
    expect(refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    test.clock.advance(1);
    expect((await from(other)).statusCode).not.toBe(429);
    await other.close();
  });

  it('takes nothing from another address', async () => {
    const reply = await test.anonymous.send({
      method: 'POST',
      url: '/api/auth/login',
      payload: badSignIn,
      remoteAddress: '203.0.113.8',
    });
    expect(reply.status).not.toBe(429);
  });

  it('is counted for a person from every address, and only for them', async () => {
    const [one, another] = await Promise.all([createAccount(test), createAccount(test)]);
    const call = async (token: string, index: number) =>
      await test.anonymous.send({
        method: 'POST',
        url: '/api/notifications/stream-ticket',
        headers: { authorization: `Bearer ${token}` },
        remoteAddress: `198.51.100.${index % 200}`,
      });
    const { token } = await test.signIn(one);
    const statuses = await Promise.all(
      Array.from({ length: COSTLY.ticket.person + 1 }, async (_, index) => (await call(token, index)).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await call((await test.signIn(another)).token, 1)).status).toBe(200);
  });

  it('bounds the audit entries that a person can leave by choosing back and forth', async () => {
    const person = await test.as('polling_unit_officer', null);
    const replies = [];
    for (let turn = 0; turn < 50; turn++)
      replies.push(await person.put('/auth/preferences', { theme: turn % 2 ? 'dark' : 'light' }));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(WRITES.own.person);
    expect(replies.at(-1)?.code).toBe('TOO_MANY_REQUESTS');
    expect(await auditOf(test, person.person.id)).toHaveLength(WRITES.own.person);
    test.clock.advance(1);
    expect((await person.put('/auth/preferences', { theme: 'system' })).status).toBe(200);
  });

  it('bounds every other call that leaves an entry', async () => {
    const person = await test.as('super_admin', null);
    const call = () => person.patch('/alerts/0190aaaa-0000-7000-8000-000000000000/read');
    const replies = await Promise.all(Array.from({ length: WRITES.any.person + 5 }, call));
    expect(replies.filter(({ code }) => code === 'TOO_MANY_REQUESTS')).toHaveLength(5);
  });

  it('is forgotten once it is over', async () => {
    await test.database.pool.query("insert into rate_limits (subject, minute, calls) values ('old', 1, 1)");
    await tidyRateLimits(test.database.db);
    const { rows } = await test.database.pool.query("select from rate_limits where subject = 'old'");
    expect(rows).toEqual([]);
  });
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
