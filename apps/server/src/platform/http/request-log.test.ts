import { once } from 'node:events';
import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { place } from '../../../test/builders.ts';
import { type App, buildApp } from '../../app.ts';

let test: TestApp;
let app: App;
let admin: Client;
const lines: string[] = [];

beforeAll(async () => {
  test = await testApp();
  admin = await test.as('state_admin', place('24'));
  const config = { ...test.app.platform.config, logLevel: 'debug' as const, trustProxy: ['10.0.0.0/8', '127.0.0.1'] };
  const logTo = { write: (line: string) => void lines.push(line) };
  app = await buildApp({ config, database: test.database, clock: test.clock, runJobs: false, logTo });
});
afterAll(async () => {
  await app.close();
  await test.close();
});
beforeEach(() => {
  lines.length = 0;
});

const requests = () =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'request');
const call = async (url: string, headers: Record<string, string> = {}, remoteAddress = '203.0.113.9') =>
  await app.fastify.inject({ url, headers, remoteAddress });

it('says in one line who requested what, how it ended and how long it took', async () => {
  const authorization = `Bearer ${admin.token}`;
  const answer = await call('/api/users/0190aaaa-0000-7000-8000-000000000000?secret=hunter2', { authorization });
  expect(answer.statusCode).toBe(404);
  expect(requests()).toEqual([
    expect.objectContaining({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      reqId: answer.headers['x-request-id'],
      method: 'GET',
      route: '/api/users/:id',
      status: 404,
      code: 'NOT_FOUND',
      ms: expect.any(Number),
      userId: admin.person.id,
      ip: '203.0.113.9',
    }),
  ]);
  const text = lines.join('');
  for (const secret of ['hunter2', '0190aaaa', admin.token, admin.person.phone, admin.person.phone.slice(4)]) {
    expect(text).not.toContain(secret);
  }
});

it('names no address of what is not there', async () => {
  await call('/api/reset/hunter2?token=hunter2');
  expect(requests()).toMatchObject([{ route: 'none', status: 404 }]);
  expect(lines.join('')).not.toContain('hunter2');
});

it('keeps what programs ask for again and again for those who debug', async () => {
  await call('/api/health');
  await call('/api/metrics', {}, '127.0.0.1');
  expect(requests()).toMatchObject([
    { level: 'debug', route: '/api/health' },
    { level: 'debug', route: '/api/metrics' },
  ]);
});

it("answers with the request's id, and takes one from our own proxies alone", async () => {
  const id = { 'x-request-id': 'from-the-proxy-0001' };
  for (const proxy of ['127.0.0.1', '10.9.8.7', '::ffff:10.9.8.7']) {
    expect((await call('/api/health', id, proxy)).headers['x-request-id'], proxy).toBe('from-the-proxy-0001');
  }
  for (const stranger of ['203.0.113.9', '11.0.0.1', '::1']) {
    expect((await call('/api/health', id, stranger)).headers['x-request-id'], stranger).toMatch(/^[\da-f-]{36}$/);
  }
  for (const bad of ['short', 'a'.repeat(65), 'a line\tbreak-"x"', '{"level":"error"}']) {
    const answer = await call('/api/health', { 'x-request-id': bad }, '127.0.0.1');
    expect(answer.headers['x-request-id'], bad).toMatch(/^[\da-f-]{36}$/);
  }
  const refused = await call('/api/users');
  expect(refused.json<{ requestId: string }>().requestId).toBe(refused.headers['x-request-id']);
});

it('says of streams and of callers who went away that they ended, too', async () => {
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const ended = (msg: string) => lines.some((line) => line.includes(`"msg":"${msg}"`));
  const ticket = await app.fastify.inject({
    method: 'POST',
    url: '/api/notifications/stream-ticket',
    payload: {},
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const token = ticket.json<{ data: { ticket: string } }>().data.ticket;
  lines.length = 0;
  const stream = ask({ port, path: `/api/notifications/stream?token=${token}` }).end();
  const [opened] = (await once(stream, 'response')) as [NodeJS.ReadableStream];
  await once(opened, 'readable');
  expect(lines).toEqual([]);
  stream.destroy();
  await expect.poll(() => ended('stream ended'), { timeout: 10_000 }).toBe(true);
  expect(lines.join('')).not.toContain(token);

  lines.length = 0;
  const upload = ask({
    port,
    path: '/api/users',
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', 'content-length': 100 },
  });
  upload.on('error', () => undefined);
  const seen = once(app.fastify.server, 'request');
  upload.write('{"secret":"hunter2"');
  await seen;
  upload.destroy();
  await expect.poll(() => ended('request'), { timeout: 10_000 }).toBe(true);
  expect(requests()).toMatchObject([{ route: '/api/users', method: 'POST' }]);
  expect(lines.join('')).not.toContain('hunter2');
});
