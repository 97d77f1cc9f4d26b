import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DEFAULT_SETTINGS, type Settings } from '@ec/contract/settings/schemas';
import { leastLength } from '../identity/password-choice.ts';
import type { Messages } from '../messages/messages.ts';
import type { Organisation } from '../runtime/organisation.ts';

const DIST = fileURLToPath(new URL('../../../../console/dist', import.meta.url));
const MANIFEST = 'app.webmanifest';
const WORKER = 'worker.js';
const NONCE = '__CSP_NONCE__';
const SYSTEM_NAME = '__SYSTEM_NAME__';
const PASSWORD_MIN = '__PASSWORD_MIN__';
const SMS = '__SMS__';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** The settings; while the database cannot be reached the page is served all the same, and says so itself. */
async function settingsOf(organisation: Organisation): Promise<Settings> {
  const state = await organisation.current().catch(() => null);
  return state?.settings ?? DEFAULT_SETTINGS;
}

/** The console's page for one request: with its nonce, and what the pages before sign-in show of the settings. */
export function fillPage(
  page: string,
  { nonce, settings, sms }: { nonce: string; settings: Settings; sms: boolean },
): string {
  return page
    .replaceAll(NONCE, nonce)
    .replaceAll(PASSWORD_MIN, String(leastLength(settings)))
    .replaceAll(SMS, sms ? 'yes' : 'no')
    .replaceAll(SYSTEM_NAME, () => escaped(settings.general.systemName));
}

/** A year where the name changes with the content, else an hour; the worker is requested again at each start. */
function cacheControl(file: string): string {
  if (file.includes(`${path.sep}assets${path.sep}`)) return 'public, max-age=31536000, immutable';
  return path.basename(file) === WORKER ? 'no-cache' : 'public, max-age=3600';
}

/**
 * Serves the built console in `dist`: its files, the web app manifest with the organisation's name, and the one page for every
 * address that is not the API's.
 */
export async function serveConsole(
  app: FastifyInstance,
  { organisation, messages }: { organisation: Organisation; messages: Pick<Messages, 'carries'> },
  dist = DIST,
): Promise<void> {
  const index = path.join(dist, 'index.html');
  if (!existsSync(index)) return;
  const page = readFileSync(index, 'utf8');
  const manifest = JSON.parse(readFileSync(path.join(dist, MANIFEST), 'utf8')) as object;
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/index.html', MANIFEST, '.vite/**', '**/*.{br,gz}'],
    setHeaders: (reply, file) => {
      reply.header('cache-control', cacheControl(file));
    },
  });
  app.get(`/${MANIFEST}`, { schema: { hide: true } }, async (_, reply) => {
    const { general } = await settingsOf(organisation);
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(JSON.stringify({ ...manifest, name: general.systemName }));
  });
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (request.url.startsWith('/api/')) return reply.callNotFound();
    const settings = await settingsOf(organisation);
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(fillPage(page, { nonce: reply.cspNonce, settings, sms: messages.carries('sms') }));
  });
}
