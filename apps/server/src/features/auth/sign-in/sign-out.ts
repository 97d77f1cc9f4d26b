import type { FastifyRequest } from 'fastify';
import type { WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { sha256 } from '../../../platform/runtime/ids.ts';
import { findOpenSession } from '../repository.ts';
import { endOne } from './session-ends.ts';

/** Ends the session of the access token, even an expired one: signing out must not require a renewal. */
export async function signOut(write: WriteContext, request: FastifyRequest): Promise<void> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const session = token ? await findOpenSession(write.tx, sha256(token)) : undefined;
  if (!session) throw new AppError('UNAUTHENTICATED');
  write.origin.userId = session.userId;
  await endOne(write, session.id, 'signed out');
  await write.audit({ event: 'auth.signed_out', resourceId: session.id });
}
