import { ERRORS, type FieldError } from '@ec/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { fromDatabaseError } from './constraints.ts';
import { AppError } from './errors.ts';

const FRAMEWORK_CODES: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('BODY_TOO_LARGE'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('UNSUPPORTED_MEDIA_TYPE'),
  FST_REQ_FILE_TOO_LARGE: () => new AppError('FILE_TOO_LARGE', { megabytes: 10 }),
};

function validationError(error: FastifyError): AppError | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  const fields = error.validation.map(
    (issue): FieldError => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? 'Not valid',
    }),
  );
  return new AppError('VALIDATION_FAILED').at(...fields);
}

/** The application error that anything thrown stands for; undefined for a bug. */
export function toAppError(error: FastifyError | Error): AppError | undefined {
  if (error instanceof AppError) return error;
  const validation = validationError(error as FastifyError);
  if (validation) return validation;
  const database = fromDatabaseError(error);
  if (database) return database;
  const { code, statusCode } = error as FastifyError;
  const known = code ? FRAMEWORK_CODES[code] : undefined;
  if (known) return known();
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? new AppError('MALFORMED_REQUEST')
    : undefined;
}

/** Every answer that is not a success leaves through here. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const error = toAppError(thrown) ?? new AppError('INTERNAL');
    if (error.status >= 500) request.log.error({ err: thrown, code: error.code }, 'request failed');
    if (error.code === 'UNAVAILABLE') reply.header('retry-after', '5');
    return reply.code(error.status).send(error.toBody(request.id));
  });
  app.setNotFoundHandler((request, reply) => {
    const error = new AppError('NOT_FOUND');
    return reply.code(ERRORS.NOT_FOUND.status).send(error.toBody(request.id));
  });
}
