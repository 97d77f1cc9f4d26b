import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import { newSecret } from '../src/platform/runtime/ids.ts';
import { createAccount, PASSWORD, setSecurity } from './credentials.ts';
import { type TestApp, testApp } from './harness.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
  await setSecurity(test, { require2FA: false });
});
afterAll(() => test.close());

it('holds no password, token, ticket or secret, however much is logged', async () => {
  const lines: string[] = [];
  const { platform } = test.app;
  const config = { ...platform.config, logLevel: 'trace' as const };
  const logTo = { write: (line: string) => void lines.push(line) };
  const app = await buildApp({ config, database: test.database, clock: platform.clock, runJobs: false, logTo });
  const call = async (url: string, payload: object, token?: string, method: 'POST' | 'GET' = 'POST') =>
    await app.fastify.inject({
      method,
      url: `/api${url}`,
      ...(method === 'POST' && { payload }),
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    });

  const person = await createAccount(test);
  const wrong = 'zobo-and-chin-chin';
  const device = newSecret();
  await call('/auth/login', { phoneNumber: person.phone, password: wrong, device });
  const first = (await call('/auth/login', { phoneNumber: person.phone, password: PASSWORD, device })).json<{
    accessToken: string;
    refreshToken: string;
  }>();
  const { accessToken, refreshToken } = first;
  const renewed = (await call('/auth/refresh', { refreshToken })).json<{ data: { accessToken: string } }>();
  const token = renewed.data.accessToken;
  const { ticket } = (await call('/notifications/stream-ticket', {}, token)).json<{ data: { ticket: string } }>().data;
  // The ticket stands in the address, so a log of addresses would hold it.
  await call(`/notifications/stream?token=${ticket}x`, {}, undefined, 'GET');
  await call(`/notifications/stream?token=${ticket}%ff`, {}, undefined, 'GET');
  const { secret } = (await call('/auth/2fa/enroll', { password: PASSWORD }, token)).json<{
    data: { secret: string };
  }>().data;
  const bare = secret.replaceAll(' ', '');
  const code = generateSync({ secret: bare, epoch: Math.floor(test.clock.now().getTime() / 1000) });
  const { recoveryCodes } = (await call('/auth/2fa/confirm', { code }, token)).json<{
    data: { recoveryCodes: string[] };
  }>().data;
  // And where something breaks, the broken request is logged with its error.
  await call('/users/%ff', { password: wrong }, token);
  app.fastify.log.info('the last line');
  await app.close();

  const log = lines.join('');
  expect(log).toContain('the last line');
  const secrets = [PASSWORD, wrong, device, accessToken, refreshToken, token, ticket, bare, secret, ...recoveryCodes];
  for (const text of secrets) expect(text.length).toBeGreaterThan(6);
  expect(secrets.filter((text) => log.includes(text))).toEqual([]);
});
