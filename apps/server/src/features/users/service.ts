import type { UserId } from '@ec/contract/common';
import {
  type AdminResetPasswordRequest,
  type CreateUserRequest,
  Justification,
  type UpdateUserRequest,
  type UserOutcome,
} from '@ec/contract/users';
import type { Actor } from '../../platform/actor.ts';
import type { WriteContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { requireGoodPassword } from '../../platform/password-choice.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { endSessions } from '../../platform/sessions.ts';
import { closeRequestAbout } from '../approvals/close.ts';
import { raiseRequest } from '../approvals/raise.ts';
import { notify } from '../notifications/notify.ts';
import { applyChange, dataOf, type HeldUser, holdUser, removePerson, requireSettled } from './change.ts';
import { auditValues, draftChange, draftPerson, storePerson, tellPeopleChanged } from './people.ts';
import { toDetail } from './person-answers.ts';
import { findUser } from './queries.ts';
import { savePassword } from './repository.ts';
import { hasPrivilege, holdsArea, mayActOn, mayResetPassword, pathToChange, pathToCreate } from './rules.ts';

/** Why something is asked for; whoever's act becomes a request must say so. */
function requireJustification(text: string | undefined): string {
  const read = Justification.safeParse(text);
  if (read.success) return read.data;
  const error = new AppError('JUSTIFICATION_REQUIRED');
  throw error.at({ path: 'justification', message: error.message });
}

async function outcome(write: WriteContext, actor: Actor, id: UserId): Promise<UserOutcome> {
  const row = await findUser(write.tx, id, actor.areas);
  return {
    outcome: 'done',
    user: row ? await toDetail(write.tx, write.platform.secrets, actor, row) : null,
    requestId: null,
  };
}

const requested = (requestId: string): UserOutcome => ({ outcome: 'requested', user: null, requestId });

/** Creates a user at once where the person may, else raises the request for it. */
export async function createUser(write: WriteContext, actor: Actor, request: CreateUserRequest): Promise<UserOutcome> {
  const path = pathToCreate(actor);
  if (path === 'no') throw new AppError('NOT_PERMITTED', { action: 'create users' });
  if (path === 'request') {
    const justification = requireJustification(request.justification);
    return requested(
      await raiseRequest(write, actor, { kind: 'create', input: request, justification, priority: 'MEDIUM' }),
    );
  }
  const person = await draftPerson(write.tx, actor, request);
  const id = await storePerson(write, person, { password: request.password });
  await write.audit({ event: 'user.created', resourceId: id, areaId: person.area, next: auditValues(person) });
  await tellPeopleChanged(write, person.area);
  return await outcome(write, actor, id);
}

/** The person in the actor's area, held; 404 for anybody else. */
async function requireVisible(write: WriteContext, actor: Actor, id: UserId): Promise<HeldUser> {
  const user = await holdUser(write, id);
  if (!user || !holdsArea(actor, user.area)) throw new AppError('NOT_FOUND');
  return user;
}

function requirePath(actor: Actor, user: HeldUser, privilege: 'canEditUsers' | 'canDeleteUsers'): 'direct' | 'request' {
  const path = pathToChange(actor, user, privilege);
  if (path !== 'no') return path;
  if (hasPrivilege(actor, privilege) && !mayActOn(actor, user)) throw new AppError('NOT_BELOW_YOU');
  throw new AppError('PRIVILEGE_DENIED', {
    action: privilege === 'canEditUsers' ? 'edit' : 'delete',
    resource: 'users',
  });
}

/** Changes a user at once where the person may, else raises the request for it. */
export async function updateUser(
  write: WriteContext,
  actor: Actor,
  id: UserId,
  request: UpdateUserRequest,
): Promise<UserOutcome> {
  const user = await requireVisible(write, actor, id);
  const path = requirePath(actor, user, 'canEditUsers');
  if (request.updatedAt !== undefined && request.updatedAt !== user.updatedAt.toISOString()) {
    throw new AppError('CONFLICT');
  }
  if (path === 'request') {
    const justification = requireJustification(request.justification);
    const deactivates = request.status === 'INACTIVE' && Object.keys(request).every((key) => ONLY_STATUS.has(key));
    const kind = deactivates && user.status === 'ACTIVE' ? 'deactivate' : 'modify';
    const asked = { kind, target: user, input: request, justification, priority: 'MEDIUM' } as const;
    return requested(await raiseRequest(write, actor, asked));
  }
  requireSettled(user);
  const after = await draftChange(write.tx, actor, dataOf(user), request);
  await applyChange(write, user, after);
  return await outcome(write, actor, id);
}

const ONLY_STATUS: ReadonlySet<string> = new Set(['status', 'justification', 'updatedAt']);

/** Deletes a user at once where the person may, else raises the request for it. */
export async function deleteUser(
  write: WriteContext,
  actor: Actor,
  id: UserId,
  reason: string | undefined,
): Promise<UserOutcome> {
  const user = await requireVisible(write, actor, id);
  if (requirePath(actor, user, 'canDeleteUsers') === 'request') {
    const justification = requireJustification(reason);
    const asked = { kind: 'delete', target: user, input: {}, justification, priority: 'MEDIUM' } as const;
    return requested(await raiseRequest(write, actor, asked));
  }
  await closeRequestAbout(write, actor, id);
  await removePerson(write, user);
  return { outcome: 'done', user: null, requestId: null };
}

/** Sets a password for somebody below; they must change it at their next sign-in, and their sessions end. */
export async function resetPasswordOf(
  write: WriteContext,
  actor: Actor,
  request: AdminResetPasswordRequest,
): Promise<void> {
  const user = await requireVisible(write, actor, request.userId);
  if (!mayResetPassword(actor, user)) throw new AppError('NOT_BELOW_YOU');
  requireSettled(user);
  requireGoodPassword(request.newPassword, { settings: write.organisation.settings, owner: user });
  await savePassword(write.tx, user.id, await hashPassword(request.newPassword), write.now);
  const reason = 'password reset by an administrator';
  const ended = await endSessions(write.tx, { userId: user.id }, reason, write.now);
  for (const { id } of ended) {
    await write.emit({ type: 'session.ended', userId: user.id, sessionId: id, reason });
  }
  await write.audit({ event: 'auth.password_reset_by_admin', resourceId: user.id, areaId: user.area });
  await notify(write, {
    userIds: [user.id],
    topic: 'account',
    type: 'warning',
    title: 'Your password was reset',
    message: `${actor.name} set a new password for your account. If you did not ask for it, tell your administrator.`,
    actionUrl: '/account',
  });
  await write.emit({ type: 'user.changed', userId: user.id });
  write.afterCommit(() => write.platform.sessions.forget(user.id));
}
