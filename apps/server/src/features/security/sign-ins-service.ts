import type { UserId } from '@ec/contract/common';
import { deviceOf } from '@ec/contract/devices';
import { locationType } from '@ec/contract/location-id';
import type { FailedSignInList, FailedSignInQuery, LockedAccountList } from '@ec/contract/security';
import type { ListQuery } from '@ec/contract/common';
import { maskPhone } from '@ec/contract/phones';
import { type Actor, areasOf } from '../../platform/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { loadNames } from '../../platform/locations.ts';
import { pageOf } from '../../platform/requests.ts';
import { findUser } from '../users/queries.ts';
import { unlockPhone } from './repository.ts';
import { mayActHere, reasonText } from './rules.ts';
import { countFailed, countLocked, type Known, listFailed, listLocked } from './sign-ins-queries.ts';

const PAGE = 25;

const linkTo = (user: Known | null) => user && { id: user.id, name: user.name, role: user.role };

/** The refused attempts of the last hours; whose, and from where, but no whole phone. */
export async function failedSignIns(
  { db }: ReadContext,
  actor: Actor,
  query: FailedSignInQuery,
): Promise<FailedSignInList> {
  const filter = { areas: areasOf(actor), hours: query.hours, q: query.q };
  const [rows, total] = await Promise.all([listFailed(db, filter, pageOf(query, PAGE)), countFailed(db, filter)]);
  return {
    attempts: rows.map((row) => ({
      at: row.at.toISOString(),
      phone: maskPhone(row.phone),
      user: linkTo(row.user),
      ip: row.ip,
      device: deviceOf(row.userAgent),
      reason: reasonText(row, row.user !== null),
    })),
    total,
  };
}

/** The phones that are locked at this moment. */
export async function lockedAccounts(
  { db, now }: ReadContext,
  actor: Actor,
  query: ListQuery,
): Promise<LockedAccountList> {
  const filter = { areas: areasOf(actor), now, q: query.q };
  const [rows, total] = await Promise.all([listLocked(db, filter, pageOf(query, PAGE)), countLocked(db, filter)]);
  const places = rows.flatMap(({ user }) => (user?.area ? [user.area] : []));
  const names = await loadNames(db, places);
  return {
    accounts: rows.map(({ user, ...row }) => ({
      user: linkTo(user),
      area: user?.area ? { id: user.area, type: locationType(user.area), name: names.get(user.area) ?? '' } : null,
      phone: maskPhone(row.phone),
      failures: row.failures,
      lastFailureAt: row.lastFailureAt.toISOString(),
      lockedUntil: row.lockedUntil.toISOString(),
      can: { unlock: user !== null && mayActHere(actor, user) },
    })),
    total,
  };
}

/** Lets somebody try again before the lock's time is over; their failures count from nothing. */
export async function unlockAccount(write: WriteContext, actor: Actor, userId: UserId): Promise<{ message: string }> {
  const { tx, now } = write;
  const user = await findUser(tx, userId, areasOf(actor));
  if (!user) throw new AppError('NOT_FOUND');
  if (!mayActHere(actor, user)) throw new AppError('NOT_BELOW_YOU');
  const lock = await unlockPhone(tx, user.phone, now);
  if (!lock) throw new AppError('NOT_LOCKED');
  await write.audit({
    event: 'security.unlocked',
    resourceId: userId,
    areaId: user.area,
    previous: { failures: lock.failures, lockedUntil: lock.locked_until },
  });
  return { message: `${user.name} can sign in again` };
}
