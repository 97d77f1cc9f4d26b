import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from './builders.ts';
import { type Client, type TestApp, testApp } from './harness.ts';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await testApp({ publicUrl: 'https://console.example.org' });
  admin = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

const directives = (policy: unknown) =>
  new Map(
    String(policy)
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );

describe.each([
  ['an answer', '/api/settings'],
  ['a refusal', '/api/users/0190aaaa-0000-7000-8000-000000000000'],
  ['a path that is none', '/api/nothing'],
  ['an address that cannot be read', '/api/users/%ff'],
  ['the description of the API', '/api/openapi.json'],
  ['the pages about the API', '/api/docs/'],
  ['a download', '/api/audit-logs/export.csv'],
])('%s', (_what, url) => {
  it('lets no foreign code run beside it, nor itself into a foreign frame', async () => {
    const { headers } = await admin.send({ method: 'GET', url });
    const policy = directives(headers['content-security-policy']);
    const allowed = [...policy.values()].flat();
    expect(allowed.filter((source) => /unsafe|^https?:|^\*|^data:$/.test(source) && source !== 'data:')).toEqual([]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect([...(policy.get('script-src') ?? policy.get('default-src') ?? [])].join(' ')).not.toContain('data:');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
    // Only the pages about the API, which are the same for everybody, may be kept on the way.
    expect(url.startsWith('/api/docs') || String(headers['cache-control']).includes('no-store')).toBe(true);
  });
});

it('lets an answer of the API load nothing at all', async () => {
  const policy = directives((await admin.get('/settings')).headers['content-security-policy']);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.has('style-src')).toBe(false);
});

it('gives each page a nonce of its own', async () => {
  const nonceOf = async () =>
    directives((await test.anonymous.send({ method: 'GET', url: '/nowhere' })).headers['content-security-policy']).get(
      'style-src',
    )?.[1];
  const [first, second] = [await nonceOf(), await nonceOf()];
  expect(first).toMatch(/^'nonce-[\w+/]{22}=='$/);
  expect(second).not.toBe(first);
});

it('over HTTPS demands HTTPS for a year, of subdomains too, and keeps to its own origin', async () => {
  const { headers } = await admin.get('/settings');
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['permissions-policy']).toContain('microphone=()');
});

it('answers no other origin, and no method that it does not know', async () => {
  const preflight = await test.anonymous.send({
    method: 'OPTIONS',
    url: '/api/results',
    headers: { origin: 'https://example.org', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(404);
  expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  const trace = await test.anonymous.send({ method: 'TRACE', url: '/api/health' });
  expect(trace.status).toBe(404);
});
