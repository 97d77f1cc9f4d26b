import type { UserStatus } from '@ec/contract/auth/schemas';
import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { isModeratorRole } from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import type { SettableStatus } from '@ec/contract/users/schemas';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { PersonData } from '../../platform/database/tables/users.ts';
import { forgetDevices } from '../../platform/identity/known-devices.ts';
import type { Limits } from './rules.ts';

const COLUMNS = [
  'id',
  'name',
  'first_name as firstName',
  'last_name as lastName',
  'email',
  'phone',
  'role',
  'status',
  'status_before as statusBefore',
  'area_id as area',
  'personal_area_id as personalArea',
  'password_hash as passwordHash',
  'invite_code as inviteCode',
  'invited_by as invitedBy',
  'updated_at as updatedAt',
] as const;

/** A user, locked until the transaction ends; undefined if they do not exist or were deleted. */
export async function lockUser(tx: Tx, id: UserId) {
  return await tx
    .selectFrom('users')
    .select(COLUMNS)
    .select(sql<boolean>`exists (select from national_office o where o.first_user_id = users.id)`.as('madeAlone'))
    .where('id', '=', id)
    .where('status', '!=', 'DELETED')
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

/** The holder of the office, other than the given user. */
export async function findHolder(
  db: Db,
  office: { role: Role; area: LocationId },
  except?: UserId,
): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', office.role)
    .where('area_id', '=', office.area)
    .where('status', '!=', 'DELETED')
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ('' as UserId)))
    .executeTakeFirst();
  return row?.id;
}

/** Active super admins, locked in a fixed order so that two who remove each other wait for one another. */
export async function lockSuperAdmins(tx: Tx): Promise<UserId[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'super_admin')
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

const columnsOf = (data: Partial<PersonData>) => ({
  ...(data.name !== undefined && { name: data.name }),
  ...(data.firstName !== undefined && { first_name: data.firstName }),
  ...(data.lastName !== undefined && { last_name: data.lastName }),
  ...(data.email !== undefined && { email: data.email }),
  ...(data.phone !== undefined && { phone: data.phone }),
  ...(data.role !== undefined && { role: data.role }),
  ...(data.status !== undefined && { status: data.status }),
  ...(data.area !== undefined && { area_id: data.area }),
  ...(data.personalArea !== undefined && { personal_area_id: data.personalArea }),
});

export async function insertUser(
  tx: Tx,
  person: PersonData & { id: UserId; storedStatus: UserStatus; passwordHash: string | null; now: Date },
): Promise<void> {
  const { id, storedStatus, passwordHash, now, ...data } = person;
  await tx
    .insertInto('users')
    .values({
      id,
      name: data.name,
      phone: data.phone,
      role: data.role,
      ...columnsOf(data),
      status: storedStatus,
      password_hash: passwordHash,
      must_change_password: passwordHash !== null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export async function updateUser(tx: Tx, id: UserId, change: Partial<PersonData>, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...columnsOf(change), updated_at: now })
    .where('id', '=', id)
    .execute();
  if (change.phone !== undefined) await voidCodes(tx, id, now);
  // A role without restrictions loses the stored ones; if the user gets the old role back, they start empty.
  if (change.role !== undefined && !isModeratorRole(change.role)) await forgetPrivileges(tx, id);
}

/** Codes sent to the old phone number must not open the account. */
async function voidCodes(tx: Tx, id: UserId, now: Date): Promise<void> {
  await tx
    .updateTable('one_time_codes')
    .set({ expires_at: now })
    .where('user_id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
}

async function forgetPrivileges(tx: Tx, id: UserId): Promise<void> {
  await tx.deleteFrom('moderator_privileges').where('user_id', '=', id).execute();
}

/** Narrows users to the limits, those who are narrowed already to what both have in common. Answers what the first of them has now. */
export async function narrowTo(
  tx: Tx,
  ids: readonly UserId[],
  { granted, roles, validUntil }: Limits,
  { by, now }: { by: UserId; now: Date },
): Promise<(Limits & { areas: LocationId[] }) | undefined> {
  const { rows } = await sql<Limits & { areas: LocationId[] }>`
    insert into moderator_privileges as held (user_id, granted, managed_roles, valid_until, granted_by, created_at, updated_at)
    select id, ${granted}::text[], ${roles}::text[], ${validUntil}::timestamptz, ${by}::uuid, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${[...ids]}::uuid[]) id
    on conflict (user_id) do update set
      granted = array(select unnest(held.granted) intersect select unnest(excluded.granted)),
      managed_roles = array(select unnest(held.managed_roles) intersect select unnest(excluded.managed_roles)),
      valid_until = least(held.valid_until, excluded.valid_until),
      granted_by = excluded.granted_by, updated_at = excluded.updated_at
    returning granted, areas, managed_roles as roles, valid_until as "validUntil"`.execute(tx);
  return rows[0];
}

/** Sets the user's status; `before` is stored while a deletion is pending. */
export async function setStatus(
  tx: Tx,
  id: UserId,
  status: UserStatus,
  now: Date,
  before: SettableStatus | null = null,
): Promise<void> {
  await tx.updateTable('users').set({ status, status_before: before, updated_at: now }).where('id', '=', id).execute();
}

/** Voids all that opens the account: password, invite, authenticator, recovery codes, codes on their way and known devices. */
export async function clearCredentials(tx: Tx, id: UserId, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      password_hash: null,
      must_change_password: false,
      invite_code: null,
      invited_by: null,
      totp_secret: null,
      totp_last_step: null,
      totp_pending_secret: null,
      totp_pending_at: null,
      two_factor_enabled: false,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', id).execute();
  await tx
    .updateTable('one_time_codes')
    .set({ expires_at: now })
    .where('user_id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  await forgetDevices(tx, id);
}

/** Marks the person deleted: their phone, office and centres become free, and nothing is left that opens the account. */
export async function markDeleted(tx: Tx, id: UserId, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      status: 'DELETED',
      status_before: null,
      transcriber: false,
      password_hash: null,
      invite_code: null,
      invited_by: null,
      totp_secret: null,
      totp_pending_secret: null,
      two_factor_enabled: false,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('collation_agents').where('user_id', '=', id).execute();
  await forgetPrivileges(tx, id);
}

export async function saveInvite(
  tx: Tx,
  id: UserId,
  { sealed, by, now }: { sealed: string; by: UserId; now: Date },
): Promise<void> {
  const invite = { invite_code: sealed, invited_at: now, invited_by: by };
  await tx.updateTable('users').set(invite).where('id', '=', id).execute();
}

/** Stores a password set by an administrator, to be changed at the next sign-in. */
export async function savePassword(tx: Tx, id: UserId, passwordHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      must_change_password: true,
      invite_code: null,
      invited_by: null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Held until the transaction ends, so that of two concurrent callers the second sees the first. */
export async function lockOffice(tx: Tx): Promise<void> {
  await tx.selectFrom('national_office').select('may_begin').forUpdate().execute();
}

/** Records the national admin created without a second approval; a trigger records that there is one. */
export async function noteFirst(tx: Tx, id: UserId): Promise<void> {
  await tx.updateTable('national_office').set({ first_user_id: id }).execute();
}

/** Lets the only remaining super admin create a national admin alone once more. */
export async function allowBeginning(tx: Tx): Promise<void> {
  await tx.updateTable('national_office').set({ may_begin: true }).execute();
}
