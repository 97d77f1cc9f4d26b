import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTooComplex } from '../src/platform/http/input/json-body.ts';
import { createWard, place, setElectionMode } from './builders.ts';
import { type Client, type TestApp, testApp } from './harness.ts';

let test: TestApp;
let national: Client;
let officer: Client;
beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
  const { units } = await createWard(test.database.db, 1);
  national = await test.as('national_admin', place('NG'));
  officer = await test.as('polling_unit_officer', units[0] ?? place('24'));
});
afterAll(() => test.close());

const json = { 'content-type': 'application/json' };
const brackets = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a body of nested brackets', () => {
  it('is refused on each public call by its size, before it is parsed', async () => {
    const calls = test.app.router.routes.filter(({ access, method }) => access === 'public' && method !== 'GET');
    expect(calls.map(({ path }) => path)).toEqual(expect.arrayContaining(['/auth/login', '/auth/refresh']));
    for (const { method, path } of calls) {
      const url = `/api${path}`;
      const large = await test.anonymous.send({ method, url, headers: json, payload: brackets(130_000) });
      expect([path, large.status, large.code]).toEqual([path, 413, 'BODY_TOO_LARGE']);
      const small = await test.anonymous.send({ method, url, headers: json, payload: brackets(1000) });
      expect([path, small.status, small.code]).toEqual([path, 400, 'BODY_TOO_COMPLEX']);
    }
  });

  it('is refused for signed-in people by its depth, wherever it stands', async () => {
    const deep = `{"name":"x","configuration":${brackets(14_000)}}`;
    const reply = await national.send({ method: 'POST', url: '/api/elections', headers: json, payload: deep });
    expect([reply.status, reply.code]).toEqual([400, 'BODY_TOO_COMPLEX']);
  });

  it('is refused by the number of its values', async () => {
    const payload = `{"requestIds":[${'1,'.repeat(12_000)}1]}`;
    const url = '/api/approvals/bulk-approve';
    const reply = await national.send({ method: 'POST', url, headers: json, payload });
    expect([reply.status, reply.code]).toEqual([400, 'BODY_TOO_COMPLEX']);
  });

  it('is measured outside of texts alone', () => {
    expect(isTooComplex(Buffer.from(JSON.stringify({ a: '[[[['.repeat(100), b: '\\"[['.repeat(100) })))).toBe(false);
    expect(isTooComplex(Buffer.from(`{"a":"\\\\","b":${brackets(40)}}`))).toBe(true);
    expect(isTooComplex(Buffer.from('"never ends [[['))).toBe(false);
  });
});

it('takes the longest announcement that its schema takes, in the longest spelling', async () => {
  const body = { title: 'Ọ'.repeat(160), content: 'ọ̀'.repeat(5000), priority: 'low' };
  const reply = await national.post('/announcements', body, { 'idempotency-key': 'longest' });
  expect(reply.status, reply.text).toBe(201);
});

describe('a form, whatever its content type says', () => {
  const UPLOADS = [
    '/files',
    '/users/upload-profile-picture',
    '/users/import/file',
    '/geographical-data/import',
    '/chat/files',
    '/elections/logos',
  ];
  const part = 'content-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\r\n';
  const send = (url: string, type: string, boundary: string) => {
    const client = url === '/files' ? officer : national;
    const payload = `--${boundary}\r\n${part}--${boundary}--\r\n`;
    return client.send({ method: 'POST', url: `/api${url}`, headers: { 'content-type': type }, payload });
  };

  it.each(UPLOADS)('with a boundary of 5,000 characters is refused by %s as unreadable', async (url) => {
    const boundary = 'b'.repeat(5000);
    const reply = await send(url, `multipart/form-data; boundary=${boundary}`, boundary);
    expect([reply.status, reply.code]).toEqual([400, 'MALFORMED_REQUEST']);
  });

  it.each(UPLOADS)('is never a fault of the server: %s', async (url) => {
    const boundary = fc.oneof(
      fc.string({ minLength: 0, maxLength: 80 }),
      fc.nat(6000).map((length) => '-'.repeat(length)),
      fc.constantFrom('', '"', '""', '\\', "x*=utf-8''%ff", ';;', '=', 'a; boundary=b'),
    );
    const shape = fc.constantFrom(
      (b: string) => `multipart/form-data; boundary=${b}`,
      (b: string) => `multipart/form-data; boundary="${b}"`,
      (b: string) => `multipart/form-data;${b}`,
      (b: string) => `MULTIPART/FORM-DATA; charset=${b}; boundary=${b}`,
      (b: string) => `multipart/form-data; boundary*0=${b}; boundary*1=${b}`,
    );
    const attempts = fc.asyncProperty(boundary, shape, async (b, typed) => {
      const { status } = await send(url, typed(b.replaceAll(/[^\x20-\x7e]/g, '')), b);
      expect(status).toBeLessThan(500);
    });
    await fc.assert(attempts, { numRuns: 60, seed: 20_270_116 });
  });
});
