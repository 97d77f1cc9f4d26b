import type { SessionEndReason } from '@ec/contract/auth/session-ends';
import type { UserId } from '@ec/contract/base/common';
import { joinsOffice, type SettableStatus, STATUS_LABELS } from '@ec/contract/users/schemas';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { noteControl } from '../../platform/identity/account-controls.ts';
import type { PhoneReader } from '../../platform/identity/phones.ts';
import { endSessions } from '../../platform/identity/sessions.ts';
import { auditValues, invite, notifyPeopleChanged, passLimitsOn, requireFree } from './people.ts';
import {
  clearCredentials,
  type LockedUser,
  lockSuperAdmins,
  lockUser,
  markDeleted,
  setStatus,
  updateUser,
} from './repository.ts';
import { changedParts, type Giver, isSettled } from './rules.ts';
import type { PersonData } from '../../platform/database/tables/users.ts';

/** A user locked for a change. */
export type HeldUser = LockedUser;

/** Locks the user until the transaction ends; undefined if they do not exist or were deleted. */
export async function holdUser(write: WriteContext, id: UserId): Promise<HeldUser | undefined> {
  return await lockUser(write.tx, id);
}

/** The stored fields of a user that a change can affect. */
export function dataOf(user: HeldUser): PersonData {
  const { name, firstName, lastName, email, phone, role, area, personalArea, status, statusBefore } = user;
  const settled = statusBefore ?? (isSettled(status) ? status : 'ACTIVE');
  return { name, firstName, lastName, email, phone, role, area, personalArea, status: settled };
}

/** Throws for a user who is pending approval or deletion. */
export function requireSettled(user: HeldUser): void {
  if (isSettled(user.status)) return;
  throw new AppError('USER_STATE', { name: user.name, status: STATUS_LABELS[user.status].toLowerCase() });
}

/** One active super admin must always remain. */
async function requireSuperAdminLeft(write: WriteContext, user: HeldUser): Promise<void> {
  if (user.role !== 'super_admin' || user.status !== 'ACTIVE') return;
  const others = (await lockSuperAdmins(write.tx)).filter((id) => id !== user.id);
  if (others.length === 0) throw new AppError('USER_STATE', { name: user.name, status: 'the last active super admin' });
}

async function endTheirSessions(write: WriteContext, userId: UserId, reason: SessionEndReason): Promise<void> {
  const ended = await endSessions(write.tx, { userId }, reason, write.now);
  await Promise.all(ended.map(({ id }) => write.emit({ type: 'session.ended', userId, sessionId: id, reason })));
}

async function notifyChanged(write: WriteContext, user: HeldUser, areas: readonly PersonData['area'][]): Promise<void> {
  await write.emit({ type: 'user.changed', userId: user.id });
  for (const area of new Set(areas)) await notifyPeopleChanged(write, area);
  write.afterCommit(() => write.platform.sessions.forget(user.id));
}

/** A change of a user: `actor` makes the call and gets any refusal, `by` requested it. */
interface Change {
  actor: PhoneReader & Giver;
  by: Giver;
}

/** Stores the changed fields of the user with an audit entry. */
export async function applyChange(
  write: WriteContext,
  user: HeldUser,
  after: PersonData,
  { actor, by }: Change,
): Promise<void> {
  const before = dataOf(user);
  const change = changedParts(before, after);
  if (Object.keys(change).length === 0) {
    write.noChange();
    return;
  }
  const leavesOffice = change.role !== undefined || (change.status !== undefined && change.status !== 'ACTIVE');
  if (leavesOffice) await requireSuperAdminLeft(write, user);
  await requireFree(write, actor, after, user);
  await updateUser(write.tx, user.id, change, write.now);
  const joins = joinsOffice(before, after);
  if (joins) await clearCredentials(write.tx, user.id, write.now);
  if (change.phone !== undefined) await noteControl(write.tx, { userId: user.id, by: by.userId, act: 'phone_changed' });
  if (after.status !== 'ACTIVE') await endTheirSessions(write, user.id, 'account not active');
  // Administrators below may have set the password, read the invite or signed in: the approved person gets new credentials.
  else if (joins) await endTheirSessions(write, user.id, 'joined the national office');
  // Codes now go to another phone number: the user must prove the account again on every device.
  else if (change.phone !== undefined) await endTheirSessions(write, user.id, 'phone changed');
  const reaches = change.status === 'ACTIVE' || change.phone !== undefined;
  // A user who becomes active for the first time has nothing yet to sign in with, and a code sent to a wrong phone is void.
  if (after.status === 'ACTIVE' && (joins || (reaches && user.passwordHash === null)))
    await invite(write, { id: user.id, ...after }, by.userId);
  const limits = change.role && (await passLimitsOn(write, [user.id], change.role, [actor, by]));
  const statusOnly = Object.keys(change).length === 1 && change.status !== undefined;
  const previous = Object.fromEntries(Object.keys(change).map((key) => [key, before[key as keyof PersonData]]));
  await write.audit({
    event: statusOnly ? 'user.status_changed' : 'user.updated',
    resourceId: user.id,
    areaId: after.area,
    previous,
    next: { ...auditValues(change), ...limits },
  });
  await notifyChanged(write, user, [before.area, after.area]);
}

export async function deactivate(write: WriteContext, user: HeldUser, change: Change): Promise<void> {
  await applyChange(write, user, { ...dataOf(user), status: 'INACTIVE' }, change);
}

/** Marks the user deleted: phone number and office become free, sessions end. */
export async function removePerson(write: WriteContext, user: HeldUser): Promise<void> {
  await requireSuperAdminLeft(write, user);
  await markDeleted(write.tx, user.id, write.now);
  await endTheirSessions(write, user.id, 'account deleted');
  await write.audit({
    event: 'user.deleted',
    resourceId: user.id,
    areaId: user.area,
    previous: { name: user.name, phone: user.phone, role: user.role, status: user.status },
  });
  await notifyChanged(write, user, [user.area]);
}

/** The user stays in office while the deletion is pending. */
export async function awaitDeletion(write: WriteContext, user: HeldUser): Promise<void> {
  requireSettled(user);
  await setStatus(write.tx, user.id, 'PENDING_DELETION', write.now, user.status as SettableStatus);
}

/** The deletion was rejected or withdrawn: the user gets the former status back. */
export async function keepPerson(write: WriteContext, user: HeldUser): Promise<void> {
  if (user.statusBefore) await setStatus(write.tx, user.id, user.statusBefore, write.now);
}

/** A registration requested by `by` was approved by `actor`: the user can sign in with the code that is sent to them. */
export async function activate(
  write: WriteContext,
  user: HeldUser,
  { status, actor, by }: { status: SettableStatus; actor: Giver; by: Giver },
): Promise<void> {
  await setStatus(write.tx, user.id, status, write.now);
  if (user.passwordHash === null) await invite(write, { ...user, status }, by.userId);
  const limits = await passLimitsOn(write, [user.id], user.role, [actor, by]);
  await write.audit({
    event: 'user.status_changed',
    resourceId: user.id,
    areaId: user.area,
    previous: { status: user.status },
    next: { status, ...limits },
  });
  await notifyChanged(write, user, [user.area]);
}
