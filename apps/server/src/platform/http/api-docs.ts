import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** The page's own policy knows the hashes of its scripts, but would let fonts, styles and frames of others in. */
function tightened(policy: string): string {
  const hashes = (directive: string) =>
    /'sha256-[^']+'/g[Symbol.match](policy.split(`${directive} `)[1]?.split(';')[0] ?? '') ?? [];
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes('script-src')].join(' '),
    ['style-src', "'self'", ...hashes('style-src')].join(' '),
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');
}

/** GET /api/openapi.json and /api/docs, made from the schemas that validate. Register before the routes. */
export async function documentApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Election Console',
        version,
        description: 'Answers are { success, data } or { success: false, error, code, fields? }.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true, transformStaticCSP: tightened });
}
