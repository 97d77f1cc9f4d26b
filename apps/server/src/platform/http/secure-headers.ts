import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

type Directives = NonNullable<Exclude<HelmetOptions['contentSecurityPolicy'], boolean | undefined>['directives']>;

/**
 * Strict headers for every answer: tokens lie in local storage, so no foreign script may ever run beside them.
 * `https` is false where the service is reached by plain HTTP (a first try on one machine).
 */
export function secureHeaders(app: FastifyInstance, https: boolean): void {
  // Built once: building them for each answer took a tenth of the processor at thousands of answers a second.
  const forAnswers = headersWith(https, { defaultSrc: ["'none'"], formAction: ["'none'"] });
  const forPages = headersWith(https, {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", (_, reply) => `'nonce-${nonces.get(reply) ?? ''}'`],
    imgSrc: ["'self'", 'blob:', 'data:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    workerSrc: ["'self'"],
    manifestSrc: ["'self'"],
    objectSrc: ["'none'"],
    formAction: ["'self'"],
  });
  const nonces = new WeakMap<object, string>();

  app.decorateReply('cspNonce', '');
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=()');
    const isAnswer = request.url.startsWith('/api/');
    if (isAnswer) reply.header('cache-control', 'no-store');
    else nonces.set(reply.raw, (reply.cspNonce = randomBytes(16).toString('base64')));
    (isAnswer ? forAnswers : forPages)(request.raw, reply.raw, (error) => done(error as Error | undefined));
  });
}

function headersWith(https: boolean, directives: Directives): ReturnType<typeof helmet> {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...directives,
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: https ? { policy: 'same-origin' } : false,
    originAgentCluster: https,
  });
}

declare module 'fastify' {
  interface FastifyReply {
    /** The nonce that permits the page's own style elements; only for pages. */
    cspNonce: string;
  }
}
