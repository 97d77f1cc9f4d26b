import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DEFAULT_SETTINGS } from '@ec/contract/settings/schemas';
import type { Organisation } from '../runtime/organisation.ts';

const DIST = fileURLToPath(new URL('../../../../console/dist', import.meta.url));
const NONCE = '__CSP_NONCE__';
const SYSTEM_NAME = '__SYSTEM_NAME__';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** The organisation's name; while the database cannot be reached the page is served all the same, and says so itself. */
async function systemName(organisation: Organisation): Promise<string> {
  const state = await organisation.current().catch(() => null);
  return (state?.settings ?? DEFAULT_SETTINGS).general.systemName;
}

/** The console's page for one request: with its nonce, and with the name that stands above the sign-in. */
export function fillPage(page: string, values: { nonce: string; name: string }): string {
  return page.replaceAll(NONCE, values.nonce).replaceAll(SYSTEM_NAME, () => escaped(values.name));
}

/** Serves the built console: hashed assets for a year, and the one page for every address that is not the API's. */
export async function serveConsole(app: FastifyInstance, organisation: Organisation): Promise<void> {
  const index = path.join(DIST, 'index.html');
  if (!existsSync(index)) return;
  const page = readFileSync(index, 'utf8');
  await app.register(fastifyStatic, {
    root: DIST,
    index: false,
    wildcard: false,
    globIgnore: ['**/index.html', '.vite/**'],
    setHeaders: (reply, file) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (request.url.startsWith('/api/')) return reply.callNotFound();
    const name = await systemName(organisation);
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(fillPage(page, { nonce: reply.cspNonce, name }));
  });
}
