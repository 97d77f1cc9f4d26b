import { deviceOf } from '@ec/contract/auth/devices';
import type { ListQuery, UserId } from '@ec/contract/base/common';
import { locationType } from '@ec/contract/geography/location-id';
import { ROLES } from '@ec/contract/permissions/roles';
import type { FailedSignInList, FailedSignInQuery, LockedAccountList } from '@ec/contract/security/schemas';
import { maskPhone } from '@ec/contract/users/phones';
import { saveAudit, SYSTEM_ORIGIN } from '../../platform/audit/audit.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { pageOf } from '../../platform/http/requests.ts';
import { readSource } from '../auth/sign-in/attempt-rules.ts';
import { findUser } from '../users/queries.ts';
import { findPhoneOwner, type Forgotten, unlockPhone } from './repository.ts';
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

function lockLine({ source, failures, lockedUntil }: Forgotten, now: Date): string {
  const { from, network } = readSource(source);
  const where = {
    network: `network ${network}`,
    device: 'a known device',
    everywhere: 'all unknown devices together',
  }[from];
  const until = lockedUntil !== null && lockedUntil > now ? `locked until ${lockedUntil.toISOString()}` : 'not locked';
  return `  ${where}: ${failures} failed attempts, ${until}`;
}

/** Removes all locks, failures, attempts at codes and requests for codes of the phone number, as the system; returns what it did, line by line. */
export async function unlockFromServer(
  { writes }: Pick<Database, 'writes'>,
  phone: string,
  now: Date,
): Promise<string[]> {
  return await inTransaction(writes, async (tx) => {
    const [owner, forgotten] = [await findPhoneOwner(tx, phone), await unlockPhone(tx, phone, now)];
    const { locks, tries, codes } = forgotten;
    const whose = owner ? `${owner.name}, ${ROLES[owner.role].title}` : 'no account has this number';
    if (locks.length === 0 && !tries && codes === 0) return [`${phone} (${whose}): nothing was locked or counted.`];
    await saveAudit(tx, SYSTEM_ORIGIN, {
      event: 'security.unlocked',
      resourceId: owner?.id,
      areaId: owner?.area,
      previous: { phone: maskPhone(phone), locks: auditLocks(locks), tries, codes },
    });
    return [
      `${phone} (${whose}): they can try to sign in, and to use or ask for a code, at once. Forgotten, and noted in the audit log:`,
      ...locks.map((each) => lockLine(each, now)),
      ...(tries ? ['  tries at invite codes'] : []),
      ...(codes > 0 ? [`  requests for reset codes: ${codes}`] : []),
    ];
  });
}
