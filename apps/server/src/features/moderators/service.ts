import { isDeepStrictEqual } from 'node:util';
import type { UserId } from '@ec/contract/base/common';
import type {
  CreatedModerator,
  CreateModeratorRequest,
  Moderator,
  ModeratorList,
  ModeratorListQuery,
  ModeratorPrivileges,
  UpdatePrivilegesRequest,
} from '@ec/contract/moderators/schemas';
import { isModeratorRole, type ModeratorRole, UNUSED_PRIVILEGES } from '@ec/contract/permissions/privileges';
import { STATUS_LABELS, UserSort } from '@ec/contract/users/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { pageOf } from '../../platform/http/requests.ts';
import { deactivate, type HeldUser, holdUser, requireSettled } from '../users/change.ts';
import { openInviteOf } from '../users/person-answers.ts';
import { findUser } from '../users/queries.ts';
import { auditValues, draftPerson, storePerson, notifyPeopleChanged } from '../users/people.ts';
import { holdsArea, mayActOn } from '../users/rules.ts';
import { readGrant } from './grants.ts';
import { toGranted, toModerators } from './moderator-answers.ts';
import { countModerators, findHolder, findModerator, listModerators } from './queries.ts';
import { findGrant, saveGrant, type StoredGrant } from './repository.ts';

const PAGE = 20;

/** One page of the moderators, with the number of each kind. */
export async function moderatorList({ db, now }: ReadContext, query: ModeratorListQuery): Promise<ModeratorList> {
  const sort = UserSort.safeParse(query.sort ?? 'name');
  if (!sort.success) {
    throw new AppError('VALIDATION_FAILED').at({ path: 'sort', message: 'The list cannot be sorted so' });
  }
  const [{ rows, total }, stats] = await Promise.all([
    listModerators(db, query, { sort: sort.data, ...pageOf(query, PAGE) }),
    countModerators(db),
  ]);
  return { moderators: await toModerators(db, rows, now), total, stats };
}

async function answer(context: ReadContext, id: UserId): Promise<{ moderator: Moderator }> {
  const row = await findModerator(context.db, id);
  const [moderator] = row ? await toModerators(context.db, [row], context.now) : [];
  if (!moderator) throw new AppError('NOT_FOUND');
  return { moderator };
}

/** A user's privileges: the super admin reads any user's, all others their own. */
export async function privilegesOf({ db, now }: ReadContext, actor: Actor, id: UserId): Promise<ModeratorPrivileges> {
  const row = actor.role === 'super_admin' || actor.userId === id ? await findHolder(db, id) : undefined;
  if (!row) throw new AppError('NOT_FOUND');
  return await toGranted(db, id, row, now);
}

const asAudited = (grant: StoredGrant | null) =>
  grant && { ...grant, validUntil: grant.validUntil?.toISOString() ?? null };

/** A new moderator who could do nothing is a slip. An existing one may be left without any: so privileges are withdrawn. */
function requireSome({ granted }: StoredGrant, role: ModeratorRole): void {
  if (granted.some((privilege) => !UNUSED_PRIVILEGES[role].includes(privilege))) return;
  throw new AppError('VALIDATION_FAILED').at({ path: 'privileges', message: 'Tick at least one privilege' });
}

/** Creates a moderator with privileges. */
export async function createModerator(
  write: WriteContext,
  actor: Actor,
  request: CreateModeratorRequest,
): Promise<CreatedModerator> {
  const { tx, now } = write;
  const { password, privileges } = request;
  const person = await draftPerson(tx, actor, request);
  if (!isModeratorRole(person.role)) throw new AppError('NOT_A_MODERATOR', { name: person.name });
  const grantee = { role: person.role, area: person.area };
  const sides = { granter: actor, grantee, now, prefix: 'privileges.' };
  const grant = privileges ? await readGrant(tx, privileges, sides) : null;
  if (grant) requireSome(grant, person.role);
  const id = await storePerson(write, person, actor, { password });
  if (grant) await saveGrant(tx, id, grant, { grantedBy: actor.userId, now });
  await write.audit({
    event: 'moderator.created',
    resourceId: id,
    areaId: person.area,
    next: { ...auditValues(person), privileges: asAudited(grant) },
  });
  await notifyPeopleChanged(write, person.area);
  const row = await findUser(tx, id, actor.areas);
  return { ...(await answer(write, id)), invite: row ? openInviteOf(actor, row) : null };
}

/** Locks the moderator until the transaction ends. Throws NOT_FOUND outside the actor's area, and an error for a user with another role. */
async function hold(write: WriteContext, actor: Actor, id: UserId): Promise<HeldUser & { role: ModeratorRole }> {
  const user = await holdUser(write, id);
  if (!user || !holdsArea(actor, user.area)) throw new AppError('NOT_FOUND');
  const { role } = user;
  if (!isModeratorRole(role)) throw new AppError('NOT_A_MODERATOR', { name: user.name });
  if (!mayActOn(actor, user)) throw new AppError('NOT_BELOW_YOU');
  return { ...user, role };
}

/** Replaces the privileges: they apply from the moderator's next call, and open consoles are notified. */
export async function changePrivileges(
  write: WriteContext,
  actor: Actor,
  id: UserId,
  request: UpdatePrivilegesRequest,
): Promise<{ moderator: Moderator }> {
  const { tx, now } = write;
  const user = await hold(write, actor, id);
  const enclosed = 'privileges' in request;
  const asked = enclosed ? request.privileges : request;
  const sides = { granter: actor, grantee: user, now, prefix: enclosed ? 'privileges.' : '' };
  const grant = asked && (await readGrant(tx, asked, sides));
  const before = await findGrant(tx, id);
  if (isDeepStrictEqual(before, grant)) {
    write.noChange();
    return await answer(write, id);
  }
  await saveGrant(tx, id, grant, { grantedBy: actor.userId, now });
  await write.audit({
    event: 'moderator.privileges_changed',
    resourceId: user.id,
    areaId: user.area,
    previous: { privileges: asAudited(before) },
    next: { privileges: asAudited(grant) },
  });
  await write.emit({ type: 'user.changed', userId: user.id });
  await notifyPeopleChanged(write, user.area);
  write.afterCommit(() => write.platform.sessions.forget(user.id));
  return await answer(write, id);
}

/** Deactivates a moderator: their sessions end, and they can no longer sign in. */
export async function deactivateModerator(
  write: WriteContext,
  actor: Actor,
  id: UserId,
  reason: string | undefined,
): Promise<{ moderator: Moderator }> {
  const user = await hold(write, actor, id);
  requireSettled(user);
  if (user.status !== 'ACTIVE') {
    throw new AppError('USER_STATE', {
      name: user.name,
      status: `${STATUS_LABELS[user.status].toLowerCase()} already`,
    });
  }
  await deactivate(write, user, { actor, by: actor });
  await write.audit({
    event: 'moderator.deactivated',
    resourceId: user.id,
    areaId: user.area,
    previous: { status: user.status },
    next: { status: 'INACTIVE', ...(reason && { reason }) },
  });
  return await answer(write, id);
}
