import type { UserId } from '@ec/contract/base/common';
import { deviceOf } from '@ec/contract/auth/devices';
import { locationType } from '@ec/contract/geography/location-id';
import type { FailedSignInList, FailedSignInQuery, LockedAccountList } from '@ec/contract/security/schemas';
import type { ListQuery } from '@ec/contract/base/common';
import { maskPhone } from '@ec/contract/users/phones';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { loadNames } from '../../platform/database/locations.ts';
import { pageOf } from '../../platform/http/requests.ts';
import { findUser } from '../users/queries.ts';
import { readSource } from '../auth/sign-in/attempt-rules.ts';
import { type Forgotten, unlockPhone } from './repository.ts';
import { mayActHere, reasonText } from './rules.ts';
import { countFailed, countLocked, type Known, listFailed, listLocked } from './sign-ins-queries.ts';

const PAGE = 25;

/** The removed locks as the audit log stores them. */
export const auditLocks = (forgotten: readonly Forgotten[]) =>
  forgotten.map(({ source, failures, lockedUntil }) => ({ ...readSource(source), failures, lockedUntil }));

const linkTo = (user: Known | null) => user && { id: user.id, name: user.name, role: user.role };

/** The failed attempts of the last hours with user and address, but no complete phone number. */
export async function failedSignIns(
  { db }: ReadContext,
  actor: Actor,
  query: FailedSignInQuery,
): Promise<FailedSignInList> {
  const filter = { areas: areasOf(actor), hours: query.hours, reader: actor, q: query.q };
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

/** The phone numbers locked now. */
export async function lockedAccounts(
  { db, now }: ReadContext,
  actor: Actor,
  query: ListQuery,
): Promise<LockedAccountList> {
  const filter = { areas: areasOf(actor), now, reader: actor, q: query.q };
  const [rows, total] = await Promise.all([listLocked(db, filter, pageOf(query, PAGE)), countLocked(db, filter)]);
  const places = rows.flatMap(({ user }) => (user?.area ? [user.area] : []));
  const names = await loadNames(db, places);
  return {
    accounts: rows.map(({ user, locks, ...row }) => ({
      user: linkTo(user),
      area: user?.area ? { id: user.area, type: locationType(user.area), name: names.get(user.area) ?? '' } : null,
      phone: maskPhone(row.phone),
      failures: row.failures,
      lastFailureAt: row.lastFailureAt.toISOString(),
      lockedUntil: row.lockedUntil.toISOString(),
      locks: locks.map(({ source, failures, lockedUntil }) => ({
        ...readSource(source),
        failures,
        lockedUntil: new Date(lockedUntil).toISOString(),
      })),
      can: { unlock: user !== null && mayActHere(actor, user) },
    })),
    total,
  };
}

/** Unlocks a phone number from all sources before the lock's end; all failure counts restart. */
export async function unlockAccount(write: WriteContext, actor: Actor, userId: UserId): Promise<{ message: string }> {
  const { tx, now } = write;
  const user = await findUser(tx, userId, areasOf(actor));
  if (!user) throw new AppError('NOT_FOUND');
  if (!mayActHere(actor, user)) throw new AppError('NOT_BELOW_YOU');
  const { locks, tries, codes } = await unlockPhone(tx, user.phone, now);
  const locked = locks.some(({ lockedUntil }) => lockedUntil !== null && lockedUntil > now);
  if (!locked && !tries && codes === 0) throw new AppError('NOT_LOCKED');
  await write.audit({
    event: 'security.unlocked',
    resourceId: userId,
    areaId: user.area,
    previous: { locks: auditLocks(locks), tries, codes },
  });
  return { message: `${user.name} can sign in again` };
}
