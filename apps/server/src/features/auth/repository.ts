import type { SessionId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { type CompiledQuery, type Selectable, sql, type Updateable } from 'kysely';
import type { AuditOrigin } from '../../platform/audit/audit.ts';
import { type Db, statement, type Statements, type Tx } from '../../platform/database/database.ts';
import type { UsersTable } from '../../platform/database/tables/shared.ts';
import { NETWORK } from './sign-in/attempt-rules.ts';
import type { CodePurpose } from '../../platform/database/tables/users.ts';

/** The columns of a user needed for sign-in, codes and own settings. */
export type Person = Pick<
  Selectable<UsersTable>,
  | 'id'
  | 'name'
  | 'phone'
  | 'email'
  | 'role'
  | 'area_id'
  | 'password_hash'
  | 'must_change_password'
  | 'status'
  | 'two_factor_enabled'
  | 'totp_secret'
  | 'totp_last_step'
  | 'profile_picture_id'
  | 'last_login_at'
  | 'totp_pending_secret'
  | 'totp_pending_at'
  | 'invite_code'
  | 'invited_at'
  | 'invited_by'
  | 'preferences'
>;

const PERSON = `select id, name, phone, email, role, area_id, password_hash, must_change_password,
    coalesce(status_before, status) as status, two_factor_enabled, totp_secret, totp_last_step, profile_picture_id,
    last_login_at, totp_pending_secret, totp_pending_at, invite_code, invited_at, invited_by, preferences
  from users where status <> 'DELETED'`;
const personById = statement<Person>('auth.person', `${PERSON} and id = $1`);
const personByPhone = statement<Person>('auth.person_by_phone', `${PERSON} and phone = $1`);
const personHeld = statement<Person>('auth.person_held', `${PERSON} and id = $1 for no key update`);

export async function findPerson(db: Db, id: UserId): Promise<Person | undefined> {
  return (await personById(db, [id]))[0];
}

export async function findPersonByPhone(db: Statements, phone: string): Promise<Person | undefined> {
  return (await personByPhone(db, [phone]))[0];
}

/** Locks the user's row until the transaction ends, so that codes and passwords change one at a time. */
export async function lockPerson(tx: Statements, id: UserId): Promise<Person | undefined> {
  return (await personHeld(tx, [id]))[0];
}

/** Users with an authenticator, active or being enrolled, each locked until the transaction ends. */
export async function listAuthenticators(tx: Tx) {
  return await tx
    .selectFrom('users')
    .select(['id', 'totp_secret', 'totp_pending_secret'])
    .where((eb) => eb.or([eb('totp_secret', 'is not', null), eb('totp_pending_secret', 'is not', null)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

type PersonChange = Pick<
  Updateable<UsersTable>,
  | 'password_hash'
  | 'must_change_password'
  | 'two_factor_enabled'
  | 'totp_secret'
  | 'totp_last_step'
  | 'totp_pending_secret'
  | 'totp_pending_at'
  | 'invite_code'
  | 'invited_by'
  | 'preferences'
>;

export async function updatePerson(tx: Tx, id: UserId, change: PersonChange): Promise<void> {
  await tx.updateTable('users').set(change).where('id', '=', id).execute();
}

/** The number of codes for this purpose sent to the user since the given time: requested from the source, and from all unknown devices. */
export async function countCodes(
  tx: Tx,
  sent: { userId: UserId; purpose: CodePurpose; source: string; since: Date },
): Promise<{ own: number; strangers: number }> {
  const row = await tx
    .selectFrom('one_time_codes')
    .select(({ fn }) => fn.countAll<number>().filterWhere('source', '=', sent.source).as('own'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('source', 'like', `${NETWORK}%`).as('strangers'))
    .where('user_id', '=', sent.userId)
    .where('purpose', '=', sent.purpose)
    .where('created_at', '>', sent.since)
    .executeTakeFirstOrThrow();
  return row;
}

/** The user, purpose and device of a code. */
export interface CodeFor {
  userId: UserId;
  purpose: CodePurpose;
  device: Buffer | null;
}

/** Stores a code, which replaces any valid code of the same device; those of other devices stay valid. */
export async function saveCode(
  tx: Tx,
  code: CodeFor & { id: string; hash: Buffer; source: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { id, userId, purpose, device, hash, source, now, expiresAt } = code;
  await tx
    .updateTable('one_time_codes')
    .set({ expires_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('device', 'is not distinct from', device)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  await tx
    .insertInto('one_time_codes')
    .values({ id, user_id: userId, purpose, device, source, code_hash: hash, expires_at: expiresAt, created_at: now })
    .execute();
}

/** Attempts allowed per code, and for all codes of the device since a time; fewer if an unknown device requested it. */
export interface Tries {
  allowed: number;
  ofStranger: number;
  over: readonly { since: Date; allowed: number }[];
}

/**
 * The valid code of this device, after counting this attempt: it is counted before the result is known. Attempts are stored in the rows of codes, so
 * without a code there is nothing to count. The caller must hold the user's lock.
 */
export async function takeTry(
  tx: Tx,
  asked: CodeFor & { now: Date; tries: Tries },
): Promise<{ id: string; code_hash: Buffer } | undefined> {
  const { userId, purpose, device } = asked;
  const { allowed, ofStranger, over } = asked.tries;
  const triedSince = (since: Date) => sql`(select coalesce(sum(e.tries), 0) from one_time_codes e
    where e.user_id = ${userId} and e.purpose = ${purpose} and e.device is not distinct from ${device}
      and e.source is not null and e.created_at > ${since})`;
  return await tx
    .updateTable('one_time_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', asked.userId)
    .where('purpose', '=', asked.purpose)
    .where('device', 'is not distinct from', asked.device)
    .where('used_at', 'is', null)
    .where('expires_at', '>', asked.now)
    .where(
      'tries',
      '<',
      sql<number>`case when source like ${`${NETWORK}%`} then ${ofStranger}::int else ${allowed}::int end`,
    )
    .where((eb) => eb.and(over.map(({ since, allowed: most }) => sql<boolean>`${triedSince(since)} < ${most}::int`)))
    .returning(['id', 'code_hash'])
    .executeTakeFirst();
}

export async function useCode(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('one_time_codes').set({ used_at: now }).where('id', '=', id).execute();
}

export interface RenewedSession {
  id: SessionId;
  user_id: UserId;
  refresh_hash: Buffer;
  previous_refresh_hash: Buffer | null;
  refreshed_at: Date | null;
  access_used_at: Date | null;
  created_at: Date;
  last_seen_at: Date;
  ended_at: Date | null;
  /** The user's. */
  status: Person['status'];
}

const sessionByRefresh = statement<RenewedSession>(
  'auth.session_by_refresh',
  `select s.id, s.user_id, s.refresh_hash, s.previous_refresh_hash, s.refreshed_at, s.access_used_at, s.created_at,
     s.last_seen_at, s.ended_at,
     coalesce(u.status_before, u.status) as status
   from sessions s join users u on u.id = s.user_id
   where s.refresh_hash = $1 or s.previous_refresh_hash = $1 or s.refresh_family = $2 for update of s`,
);

/** The session of a refresh token, locked until the transaction ends. */
export async function lockSessionByRefresh(
  tx: Statements,
  hash: Buffer,
  family: Buffer,
): Promise<RenewedSession | undefined> {
  return (await sessionByRefresh(tx, [hash, family]))[0];
}

const renewed = statement<never>(
  'auth.renewed',
  `update sessions set access_hash = $2, access_expires_at = $3, refresh_hash = $4, refresh_family = $5,
     previous_refresh_hash = $6, refreshed_at = $7, last_seen_at = $8, refreshed_ip = $9, refreshed_user_agent = $10,
     access_used_at = null
   where id = $1`,
);

/** The query that gives a session its next tokens and records the address of the request. */
export function renewalWrite(
  id: SessionId,
  renewal: {
    accessHash: Buffer;
    accessExpiresAt: Date;
    refreshHash: Buffer;
    family: Buffer;
    previousHash: Buffer;
    refreshedAt: Date;
    now: Date;
    from: Pick<AuditOrigin, 'ip' | 'userAgent'>;
  },
): CompiledQuery<unknown> {
  const { accessHash, accessExpiresAt, refreshHash, family, previousHash, refreshedAt, now, from } = renewal;
  const tokens = [accessHash, accessExpiresAt, refreshHash, family, previousHash];
  return renewed.of([id, ...tokens, refreshedAt, now, from.ip, from.userAgent]);
}

/** The session of an access token that has not ended, even if the token has expired. */
export async function findOpenSession(
  db: Db,
  accessHash: Buffer,
): Promise<{ id: SessionId; userId: UserId } | undefined> {
  return await db
    .selectFrom('sessions')
    .select(['id', 'user_id as userId'])
    .where('access_hash', '=', accessHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

export async function isOwnSession(db: Db, userId: UserId, id: SessionId): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Creates the first super admin if there is none; false if there is one. Of two servers that start at once, one creates it. */
export async function createFirstSuperAdmin(
  tx: Tx,
  person: {
    id: UserId;
    phone: string;
    name: string;
    passwordHash: string;
    mustChangePassword: boolean;
    area: LocationId;
  },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('first super admin'))`.execute(tx);
  if (await hasSuperAdmin(tx)) return false;
  await tx
    .insertInto('users')
    .values({
      id: person.id,
      phone: person.phone,
      name: person.name,
      role: 'super_admin',
      area_id: person.area,
      password_hash: person.passwordHash,
      must_change_password: person.mustChangePassword,
    })
    .execute();
  return true;
}

export async function hasSuperAdmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'super_admin')
    .where('status', '!=', 'DELETED')
    .executeTakeFirst();
  return row !== undefined;
}

/** The next users by id whose invite does not start with the prefix; each locked until the transaction ends. */
export async function unsealedInvites(
  tx: Tx,
  { prefix, after, limit }: { prefix: string; after: string | null; limit: number },
): Promise<{ id: UserId; stored: string }[]> {
  const { rows } = await sql<{ id: UserId; stored: string }>`select id, invite_code as stored from users
    where invite_code is not null and not starts_with(invite_code, ${prefix}) and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}::int for no key update`.execute(tx);
  return rows;
}

export async function putInvites(tx: Tx, invites: readonly { id: UserId; sealed: string }[]): Promise<void> {
  if (invites.length === 0) return;
  await sql`update users u set invite_code = i.sealed
    from unnest(${`{${invites.map(({ id }) => id).join(',')}}`}::uuid[], ${invites.map(({ sealed }) => sealed)}::text[]) as i (id, sealed)
    where u.id = i.id`.execute(tx);
}
