import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS } from '@ec/contract/base/errors';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromDatabaseError } from './constraints.ts';
import { AppError } from './errors.ts';

const FRAMEWORK_CODES: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('BODY_TOO_LARGE'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('UNSUPPORTED_MEDIA_TYPE'),
  // Longer than any id.
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError('NOT_FOUND'),
};

/** The application error for a thrown value; undefined for a bug. */
function toAppError(error: FastifyError | Error): AppError | undefined {
  if (error instanceof AppError) return error;
  const database = fromDatabaseError(error);
  if (database) return database;
  const { code, statusCode } = error as FastifyError;
  const known = code ? FRAMEWORK_CODES[code] : undefined;
  if (known) return known();
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? new AppError('MALFORMED_REQUEST')
    : undefined;
}

/** Sends every answer that is not a success. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const error = toAppError(thrown) ?? new AppError('INTERNAL');
    request.refusal = error.code;
    if (error.status >= 500) request.log.error({ err: thrown, code: error.code }, 'request failed');
    if (error.status === 503) reply.header('retry-after', '5');
    const { seconds } = error.details;
    if (error.status === 429 && typeof seconds === 'number') reply.header('retry-after', seconds);
    return reply.code(error.status).send(error.toBody(request.id));
  });
  app.setNotFoundHandler((request, reply) => {
    const error = new AppError('NOT_FOUND');
    request.refusal = error.code;
    return reply.code(ERRORS.NOT_FOUND.status).send(error.toBody(request.id));
  });
}

/** Before there is a route no hook runs, so these answers carry their headers themselves. */
const BARE_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Answers an address that cannot be read, and so belongs to no route, in the form of all other errors. */
export function answerUnroutable(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const error = toAppError(thrown) ?? new AppError('INTERNAL');
  void reply.code(error.status).headers(BARE_HEADERS).send(error.toBody(request.id));
}

/**
 * Answers input that is not HTTP, or a request whose head takes too long, and closes the connection. A connection on which nothing came is closed without
 * an answer: browsers open some ahead of need, and would take it as the answer to a request that is just on its way.
 */
export function answerUnreadable(thrown: ConnectionError, socket: Socket): void {
  if (thrown.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const error = new AppError(thrown.code === 'HPE_HEADER_OVERFLOW' ? 'BODY_TOO_LARGE' : 'MALFORMED_REQUEST');
  const { requestId: _none, ...body } = error.toBody('');
  const text = JSON.stringify(body);
  const headers = { ...BARE_HEADERS, 'content-length': String(Buffer.byteLength(text)), connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`, ...lines, '', text].join('\r\n'));
}
