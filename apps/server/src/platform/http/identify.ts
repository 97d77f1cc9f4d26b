import type { AccessNeed } from '@ec/contract/permissions/decide-access';
import type { FastifyRequest } from 'fastify';
import { type Actor, requireAccess } from './actor.ts';
import type { Platform } from './context.ts';
import { AppError } from './errors.ts';
import { isWallToken, type RunningWall } from '../identity/walls.ts';

/**
 * Who may call: anyone ('public'), any signed-in person about their own account ('signed-in'; also while a change of
 * password is due), only a wall screen ('wall'), or what AccessNeed says. Without `own` there, a moderator whose privileges
 * have lapsed is refused. The service checks the record's area.
 */
export type RouteAccess = 'public' | 'signed-in' | 'wall' | AccessNeed;

function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** A body that arrives within this time after the head is accepted under the identity checked with the head. */
const AT_ONCE_MS = 1000;

/**
 * Sets the call's actor or wall screen; a wall token opens only routes for walls. Throws UNAUTHENTICATED, SESSION_ENDED, WALL_ENDED, WALL_ONLY,
 * PASSWORD_CHANGE_REQUIRED, and what requireAccess throws.
 */
export async function identify(platform: Platform, request: FastifyRequest, access: RouteAccess): Promise<void> {
  const token = bearer(request);
  request.identifiedAt = platform.clock.now().getTime();
  if (access === 'wall') {
    if (!token) throw new AppError('UNAUTHENTICATED');
    request.wall = await platform.walls.authenticate(token);
    return;
  }
  if (token && isWallToken(token)) throw new AppError('WALL_ONLY');
  request.actor = await identifyPerson(platform, token, access);
}

/** Identifies again after a slow body, because a session, role or privilege may have ended meanwhile. Throws what identify throws. */
export async function identifyAfterBody(
  platform: Platform,
  request: FastifyRequest,
  access: RouteAccess,
): Promise<void> {
  const elapsed = platform.clock.now().getTime() - request.identifiedAt;
  if (elapsed > AT_ONCE_MS) await identify(platform, request, access);
}

async function identifyPerson(
  platform: Platform,
  token: string | undefined,
  access: Exclude<RouteAccess, 'wall'>,
): Promise<Actor | null> {
  if (access === 'public') return null;
  if (!token) throw new AppError('UNAUTHENTICATED');
  const actor = await platform.sessions.authenticate(token);
  if (access === 'signed-in') return actor;
  if (actor.mustChangePassword) throw new AppError('PASSWORD_CHANGE_REQUIRED');
  const { electionMode } = await platform.organisation.current();
  requireAccess({ ...actor, electionMode }, access);
  return actor;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    wall: RunningWall | null;
    /** When the call's person or wall screen was last looked up, in milliseconds of the clock. */
    identifiedAt: number;
  }
}
