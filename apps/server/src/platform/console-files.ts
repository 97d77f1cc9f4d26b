import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const DIST = fileURLToPath(new URL('../../../console/dist', import.meta.url));
const NONCE = '__CSP_NONCE__';

/** Serves the built console: hashed assets for a year, and the one page for every address that is not the API's. */
export async function serveConsole(app: FastifyInstance): Promise<void> {
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
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    if (request.url.startsWith('/api/')) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE, reply.cspNonce.style));
  });
}
