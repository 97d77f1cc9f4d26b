import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { DEFAULT_LEVELS } from '@ec/contract/permissions/default-levels';
import { DEFAULT_SETTINGS } from '@ec/contract/settings/schemas';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Organisation } from '../runtime/organisation.ts';
import { fillPage, serveConsole } from './console-files.ts';
import { secureHeaders } from './secure-headers.ts';

const PAGE =
  '<meta name="csp-nonce" content="__CSP_NONCE__" /><meta name="password-min" content="__PASSWORD_MIN__" /><meta name="sms" content="__SMS__" /><title>__SYSTEM_NAME__</title>';

const named = (systemName: string) => ({ ...DEFAULT_SETTINGS, general: { ...DEFAULT_SETTINGS.general, systemName } });

it('writes the name of the organisation into the page as words, whatever signs it has', () => {
  const name = '</title><script>alert("1 & $& 2")</script>';
  const filled = fillPage(PAGE, { nonce: 'n1', settings: named(name), sms: false });
  expect(filled).toContain('content="n1"');
  expect(filled).toContain('name="password-min" content="8"');
  expect(filled).toContain('name="sms" content="no"');
  expect(filled).toContain(
    '<title>&lt;/title&gt;&lt;script&gt;alert(&quot;1 &amp; $&amp; 2&quot;)&lt;/script&gt;</title>',
  );
});

describe('the files of the console', () => {
  const app = fastify();
  const name = 'Night of "the" count';
  const organisation: Organisation = {
    current: async () => ({
      settings: named(name),
      electionMode: false,
      electionModeChangedAt: null,
      levels: DEFAULT_LEVELS,
    }),
    invalidate: () => undefined,
  };
  let dist: string;
  beforeAll(async () => {
    dist = await mkdtemp(path.join(os.tmpdir(), 'ec-dist-'));
    await mkdir(path.join(dist, 'assets'));
    await writeFile(path.join(dist, 'index.html'), PAGE);
    await writeFile(path.join(dist, 'worker.js'), '// worker');
    await writeFile(path.join(dist, 'icon-192.png'), 'icon');
    await writeFile(path.join(dist, 'assets/index-1.js'), '// console');
    await writeFile(path.join(dist, 'assets/index-1.js.br'), brotliCompressSync('// console'));
    await writeFile(
      path.join(dist, 'app.webmanifest'),
      JSON.stringify({ name: 'Election console', display: 'standalone' }),
    );
    secureHeaders(app, false);
    await serveConsole(app, { organisation, messages: { carries: () => true } }, dist);
  });
  afterAll(async () => {
    await app.close();
    await rm(dist, { recursive: true });
  });

  it.each([
    ['/worker.js', 'application/javascript; charset=utf-8', 'no-cache'],
    ['/app.webmanifest', 'application/manifest+json; charset=utf-8', 'no-cache'],
    ['/icon-192.png', 'image/png', 'public, max-age=3600'],
    ['/assets/index-1.js', 'application/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/submit-results', 'text/html; charset=utf-8', 'no-cache'],
  ])('%s has its type and is kept as long as it may be', async (url, type, kept) => {
    const { statusCode, headers } = await app.inject(url);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, type, kept]);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', undefined],
    ['', undefined],
  ])('sends what the build has compressed to who accepts "%s"', async (accepted, encoding) => {
    const { statusCode, headers, rawPayload } = await app.inject({
      url: '/assets/index-1.js',
      headers: { 'accept-encoding': accepted },
    });
    expect([statusCode, headers['content-encoding'], headers['vary']]).toEqual([200, encoding, 'accept-encoding']);
    expect(headers['content-type']).toBe('application/javascript; charset=utf-8');
    expect(String(encoding ? brotliDecompressSync(rawPayload) : rawPayload)).toBe('// console');
    expect((await app.inject('/assets/index-1.js.br')).headers['content-type']).toMatch(/^text\/html/);
  });

  it('names the organisation in the manifest', async () => {
    expect((await app.inject('/app.webmanifest')).json()).toEqual({ name, display: 'standalone' });
  });

  it('lets the page have a worker and a manifest of its own origin alone', async () => {
    const policy = String((await app.inject('/')).headers['content-security-policy']);
    expect(policy).toContain("worker-src 'self';");
    expect(policy).toContain("manifest-src 'self';");
  });
});
