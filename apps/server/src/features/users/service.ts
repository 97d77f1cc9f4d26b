import type { UserId } from '@ec/contract/base/common';
import { holdsPrivilege } from '@ec/contract/permissions/privileges';
import { isSecondPersonRole, ROLES } from '@ec/contract/permissions/roles';
import {
  type AdminResetPasswordRequest,
  type CreateUserRequest,
  Justification,
  needsSecondPerson,
  type RevealedInvite,
  type UpdateUserRequest,
  type UserOutcome,
} from '@ec/contract/users/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { noteControl } from '../../platform/identity/account-controls.ts';
import { AppError } from '../../platform/http/errors.ts';
import { openInvite, showInviteCode } from '../../platform/identity/invites.ts';
import { requireGoodPassword } from '../../platform/identity/password-choice.ts';
import { hashPassword } from '../../platform/identity/passwords.ts';
import { endSessions } from '../../platform/identity/sessions.ts';
import { notify } from '../notifications/notify.ts';
import { applyChange, dataOf, type HeldUser, holdUser, removePerson, requireSettled } from './change.ts';
import { auditValues, draftChange, draftPerson, notifyPeopleChanged, passLimitsOn, storePerson } from './people.ts';
import { toDetail } from './person-answers.ts';
import { findUser, mayBegin } from './queries.ts';
import { lockOffice, noteFirst, savePassword } from './repository.ts';
import { holdsArea, mayActOn, mayResetPassword, maySeeInvite, pathToChange, pathToCreate } from './rules.ts';
import type { PersonData } from '../../platform/database/tables/users.ts';
import type { Requests } from './requests.ts';

/** The justification; required for an action that becomes a request. */
export function justificationOf(text: string | undefined): string {
  const read = Justification.safeParse(text);
  if (read.success) return read.data;
  const error = new AppError('JUSTIFICATION_REQUIRED');
  throw error.atField('justification');
}

async function outcome(write: WriteContext, actor: Actor, id: UserId): Promise<UserOutcome> {
  const row = await findUser(write.tx, id, actor.areas);
  return {
    outcome: 'done',
    user: row ? await toDetail(write.tx, actor, row) : null,
    requestId: null,
  };
}

const requested = (requestId: string): UserOutcome => ({ outcome: 'requested', user: null, requestId });

/** True for the first national admin, created by the only super admin: there is no second approver yet. */
async function isFirst(write: WriteContext, actor: Actor, person: PersonData): Promise<boolean> {
  if (actor.role !== 'super_admin' || person.role !== 'national_admin' || person.status !== 'ACTIVE') return false;
  await lockOffice(write.tx);
  return await mayBegin(write.tx, actor.userId);
}

/** A write that may raise a request if the user cannot act directly. */
export type RequestingWrite = WriteContext & { requests: Requests };

/** Creates a user directly if allowed, else raises the request. */
export async function createUser(
  write: RequestingWrite,
  actor: Actor,
  request: CreateUserRequest,
): Promise<UserOutcome> {
  const path = pathToCreate(actor);
  if (path === 'no') throw new AppError('NOT_PERMITTED', { action: 'create users' });
  const person = path === 'direct' ? await draftPerson(write.tx, actor, request) : undefined;
  const first = person !== undefined && (await isFirst(write, actor, person));
  if (!person || (needsSecondPerson(null, person) && !first)) {
    const justification = justificationOf(request.justification);
    return requested(
      await write.requests.raise(write, actor, { kind: 'create', input: request, justification, priority: 'MEDIUM' }),
    );
  }
  const id = await storePerson(write, person, actor, { password: request.password });
  if (first) await noteFirst(write.tx, id);
  const event = first ? 'user.first_national_admin' : 'user.created';
  const limits = await passLimitsOn(write, [id], person.role, [actor]);
  await write.audit({ event, resourceId: id, areaId: person.area, next: { ...auditValues(person), ...limits } });
  await notifyPeopleChanged(write, person.area);
  return await outcome(write, actor, id);
}

/** The user, locked. Throws NOT_FOUND outside the actor's area. */
export async function requireVisible(write: WriteContext, actor: Actor, id: UserId): Promise<HeldUser> {
  const user = await holdUser(write, id);
  if (!user || !holdsArea(actor, user.area)) throw new AppError('NOT_FOUND');
  return user;
}

/** How the actor changes or deletes the user. Throws where they cannot. */
export function requirePath(
  actor: Actor,
  user: HeldUser,
  privilege: 'canEditUsers' | 'canDeleteUsers',
): 'direct' | 'request' {
  const path = pathToChange(actor, user, privilege);
  if (path !== 'no') return path;
  if (holdsPrivilege(actor, privilege) && !mayActOn(actor, user)) throw new AppError('NOT_BELOW_YOU');
  throw new AppError('PRIVILEGE_DENIED', {
    action: privilege === 'canEditUsers' ? 'edit' : 'delete',
    resource: 'users',
  });
}

/** Changes a user directly if allowed, else raises the request. */
export async function updateUser(
  write: RequestingWrite,
  actor: Actor,
  id: UserId,
  request: UpdateUserRequest,
): Promise<UserOutcome> {
  const user = await requireVisible(write, actor, id);
  const requestId = await changeOrAsk(write, actor, user, request);
  return requestId === null ? await outcome(write, actor, id) : requested(requestId);
}

/** Changes the locked user, or raises the request and returns its id. */
export async function changeOrAsk(
  write: RequestingWrite,
  actor: Actor,
  user: HeldUser,
  request: UpdateUserRequest,
): Promise<string | null> {
  const path = requirePath(actor, user, 'canEditUsers');
  if (request.updatedAt !== undefined && request.updatedAt !== user.updatedAt.toISOString()) {
    throw new AppError('CONFLICT');
  }
  if (path === 'request') {
    const justification = justificationOf(request.justification);
    const deactivates = request.status === 'INACTIVE' && Object.keys(request).every((key) => ONLY_STATUS.has(key));
    const kind = deactivates && user.status === 'ACTIVE' ? 'deactivate' : 'modify';
    const asked = { kind, target: user, input: request, justification, priority: 'MEDIUM' } as const;
    return await write.requests.raise(write, actor, asked);
  }
  requireSettled(user);
  const after = await draftChange(write.tx, actor, dataOf(user), request);
  if (needsSecondPerson(dataOf(user), after)) {
    const justification = justificationOf(request.justification);
    const asked = { kind: 'modify', target: user, input: request, justification, priority: 'MEDIUM' } as const;
    return await write.requests.raise(write, actor, asked);
  }
  await applyChange(write, user, after, { actor, by: actor });
  return null;
}

const ONLY_STATUS: ReadonlySet<string> = new Set(['status', 'justification', 'updatedAt']);

/** Deletes a user directly if allowed, else raises the request. */
export async function deleteUser(
  write: RequestingWrite,
  actor: Actor,
  id: UserId,
  reason: string | undefined,
): Promise<UserOutcome> {
  const user = await requireVisible(write, actor, id);
  if (requirePath(actor, user, 'canDeleteUsers') === 'request') {
    const justification = justificationOf(reason);
    const asked = { kind: 'delete', target: user, input: {}, justification, priority: 'MEDIUM' } as const;
    return requested(await write.requests.raise(write, actor, asked));
  }
  await write.requests.closeAbout(write, actor, id);
  await removePerson(write, user);
  return { outcome: 'done', user: null, requestId: null };
}

/** The code of an open invite, for its inviter; reading it is audited. */
export async function revealInvite(write: WriteContext, actor: Actor, id: UserId): Promise<RevealedInvite> {
  const user = await requireVisible(write, actor, id);
  const stored = user.inviteCode;
  if (stored === null || !maySeeInvite(actor, user)) throw new AppError('NOT_FOUND');
  if (user.invitedBy !== actor.userId) throw new AppError('INVITE_NOT_YOURS');
  const code = openInvite(write.platform.secrets, id, stored);
  if (code === undefined) throw new AppError('NOT_FOUND');
  await write.audit({ event: 'user.invite_shown', resourceId: id, areaId: user.area });
  return { code: showInviteCode(code) };
}

/** Sets the password of a subordinate user, who must change it at the next sign-in; their sessions end. */
export async function resetPasswordOf(
  write: WriteContext,
  actor: Actor,
  request: AdminResetPasswordRequest,
): Promise<void> {
  const user = await requireVisible(write, actor, request.userId);
  if (isSecondPersonRole(user.role)) throw new AppError('PASSWORD_OF_OWNER', { role: ROLES[user.role].title });
  if (!mayResetPassword(actor, user)) throw new AppError('NOT_BELOW_YOU');
  requireSettled(user);
  requireGoodPassword(request.newPassword, { settings: write.organisation.settings, owner: user });
  await savePassword(write.tx, user.id, await hashPassword(request.newPassword), write.now);
  await noteControl(write.tx, { userId: user.id, by: actor.userId, act: 'password_set' });
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
