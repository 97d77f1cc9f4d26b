import type { UserId } from '@ec/contract/base/common';
import { areaRange, type LocationId, locationType, parentOf } from '@ec/contract/geography/location-id';
import type { ModuleLevels } from '@ec/contract/permissions/default-levels';
import { MODERATOR_ROLES } from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import type { Holder } from '../../platform/http/actor.ts';
import { areaColumn } from '../../platform/database/places.ts';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { likeEscaped } from '../../platform/database/sql-parts.ts';
import { EFFECTIVE_STATUS, PERSON_COLUMNS, type PersonRow, toHolder } from '../../platform/identity/person.ts';
import type { ChatRoles } from './rules.ts';

/** The parameters of membership: roles by their level in group chats, and the time. */
export interface Moment {
  levels: Record<Role, ModuleLevels>;
  now: Date;
}

/** A deleted user is never active; the indexes of users cover only this condition. */
const ACTIVE = sql<boolean>`u.status <> 'DELETED' and ${EFFECTIVE_STATUS} = 'ACTIVE'`;

const list = (values: readonly string[]) => `{${values.join(',')}}`;

async function holders(db: Db, { levels, now }: Moment, condition: ReturnType<typeof sql>): Promise<Holder[]> {
  const { rows } = await sql<PersonRow & { userId: UserId }>`select u.id as "userId", ${PERSON_COLUMNS}
    from users u left join moderator_privileges p on p.user_id = u.id
    where ${ACTIVE} and ${condition}`.execute(db);
  return rows.map((row) => toHolder(row, { userId: row.userId, levels: levels[row.role], now }));
}

/** The active ones of the users, with their areas. */
export async function findPeople(db: Db, moment: Moment, ids: readonly UserId[]): Promise<Holder[]> {
  if (ids.length === 0) return [];
  return await holders(db, moment, sql`u.id = any (${list(ids)}::uuid[])`);
}

/** Restricted moderators: few, and not found by their assignment, because they may act in a part of it or nowhere. */
export async function listNarrowed(db: Db, moment: Moment): Promise<Holder[]> {
  return await holders(db, moment, sql`p.user_id is not null and u.role = any (${list(MODERATOR_ROLES)}::text[])`);
}

const LGA_OF = areaColumn('u.area_id', 'lga');

/** The numbers of administrators by assigned area; ward admins count under their LGA. */
export async function tallyAdmins(
  db: Db,
  roles: ChatRoles,
  narrowed: readonly UserId[],
): Promise<{ area: LocationId; count: number }[]> {
  const { rows } = await sql<{ area: LocationId; count: number }>`select ${LGA_OF} as area, count(*) as count
    from users u where u.role = any (${list(roles.admins)}::text[]) and ${ACTIVE}
      and u.area_id is not null and u.id <> all (${list(narrowed)}::uuid[]) group by 1`.execute(db);
  return rows;
}

/** The numbers of other users in the places by assigned area; those below an LGA count under it. */
export async function tallyOthers(
  db: Db,
  roles: ChatRoles,
  { first, last }: { first: LocationId; last: LocationId },
): Promise<{ area: LocationId; count: number }[]> {
  const { rows } = await sql<{ area: LocationId; count: number }>`select ${LGA_OF} as area, count(*) as count
    from users u where u.area_id between ${first}::bigint and ${last}::bigint
      and u.role = any (${list(roles.others)}::text[]) and ${ACTIVE} group by 1`.execute(db);
  return rows;
}

/** The numbers of other users assigned to exactly these places. */
export async function tallyOthersAt(
  db: Db,
  roles: ChatRoles,
  places: readonly LocationId[],
): Promise<{ area: LocationId; count: number }[]> {
  const { rows } = await sql<{ area: LocationId; count: number }>`select u.area_id as area, count(*) as count
    from users u where u.area_id = any (${bigintArray(places)}::bigint[])
      and u.role = any (${list(roles.others)}::text[]) and ${ACTIVE} group by 1`.execute(db);
  return rows;
}

export interface MemberRow {
  id: UserId;
  name: string;
  phone: string;
  role: Role;
  area: LocationId | null;
}

/**
 * Channel members whose names contain the words, those starting with them first, and their number. SQL form of isMember; restricted moderators are
 * passed in, because isMember decides on each.
 */
export async function listMembers(
  db: Db,
  channel: LocationId,
  who: ChatRoles & { narrowed: readonly UserId[]; narrowedMembers: readonly UserId[] },
  { q, limit }: { q: string; limit: number },
): Promise<{ members: MemberRow[]; total: number }> {
  const { first, last } = areaRange(channel);
  const lastOfOthers = locationType(channel) === 'lga' ? last : channel;
  const words = likeEscaped(q);
  const { rows } = await sql<MemberRow & { total: number }>`
    select u.id, u.name, u.phone, u.role, u.area_id as area, count(*) over () as total from users u
    where ${ACTIVE} and lower(u.name) like lower(${`%${words}%`}) and u.search like lower(${`%${words}%`}) and (
      (u.role = any (${list(who.admins)}::text[])
        and (u.area_id between ${first}::bigint and ${last}::bigint or u.area_id = ${parentOf(channel)}::bigint)
        and u.id <> all (${list(who.narrowed)}::uuid[]))
      or (u.role = any (${list(who.others)}::text[])
        and u.area_id between ${first}::bigint and ${lastOfOthers}::bigint)
      or u.id = any (${list(who.narrowedMembers)}::uuid[]))
    order by lower(u.name) not like lower(${`${words}%`}), lower(u.name), u.id limit ${limit}`.execute(db);
  return {
    members: rows.map(({ id, name, phone, role, area }) => ({ id, name, phone, role, area })),
    total: rows[0]?.total ?? 0,
  };
}
