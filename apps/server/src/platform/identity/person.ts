import type { SessionId, UserId } from '@ec/contract/base/common';
import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import type { ModuleLevels } from '@ec/contract/permissions/default-levels';
import { heldPrivileges, isModeratorRole, MODERATOR_ROLES, type Privilege } from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Actor, ActorPrivileges, Holder } from '../http/actor.ts';

/** The columns needed to build the actor of a call. */
export interface PersonRow {
  name: string;
  phone: string;
  role: Role;
  area_id: LocationId | null;
  must_change_password: boolean;
  granted: Privilege[] | null;
  allowed_areas: LocationId[] | null;
  managed_roles: Role[] | null;
  valid_until: Date | null;
  transcriber: boolean;
}

/** The columns of PersonRow, from users as `u` and moderator_privileges as `p` (left join). */
export const PERSON_COLUMNS = sql`u.name, u.phone, u.role, u.area_id, u.must_change_password, u.transcriber,
  p.granted, p.areas as allowed_areas, p.managed_roles, p.valid_until`;

/** The hash of the session's device as Actor holds it, from sessions as `s`. */
export const DEVICE = sql<string | null>`encode(s.device, 'hex')`;

/** The status for access checks: an account with a pending deletion keeps its former status until the decision. */
export const EFFECTIVE_STATUS = sql<string>`coalesce(u.status_before, u.status)`;

/**
 * Whether the owner has taken up the account: it has a password that the owner chose or has signed in with before. Until then an invite is open or
 * the first password must be changed, and the account cannot act. An administrator's password reset changes nothing. `users` is the table's alias.
 */
export const takenUp = (users: string) =>
  sql<boolean>`(${sql.ref(`${users}.password_hash`)} is not null
    and (not ${sql.ref(`${users}.must_change_password`)} or ${sql.ref(`${users}.last_login_at`)} is not null))`;

/** SQL form of lapsed privileges (withdrawn or expired), for statements that cannot call `toHolder`; `userId` is a column. */
export const privilegesLapsed = (userId: RawBuilder<unknown>, now: Date) => sql<boolean>`exists (
  select from moderator_privileges lapsed join users moderator on moderator.id = lapsed.user_id
  where lapsed.user_id = ${userId} and moderator.role = any (${`{${MODERATOR_ROLES.join(',')}}`}::text[])
    and (lapsed.granted = '{}' or lapsed.valid_until <= ${now}))`;

/** The areas where the user acts: the assigned area, reduced to a moderator's allowed areas; none if these do not overlap. */
function areasOf({ area_id: own, allowed_areas: allowed }: PersonRow, narrowed: boolean): LocationId[] {
  if (own === null) return [];
  if (!narrowed || !allowed || allowed.length === 0) return [own];
  return allowed.some((area) => isInside(own, area)) ? [own] : allowed.filter((area) => isInside(area, own));
}

function privilegesOf(row: PersonRow, areas: readonly LocationId[], now: Date): ActorPrivileges | null {
  const { role, granted, managed_roles: roles, valid_until: validUntil } = row;
  if (granted === null || !isModeratorRole(role)) return null;
  const held = heldPrivileges(role, { granted, validUntil, areas }, now);
  return { ...held, roles: held.lapse === null ? (roles ?? []) : [], validUntil };
}

/** The rights that the user has at this moment. Lapsed privileges leave no right and no area. */
export function toHolder(row: PersonRow, at: { userId: UserId; levels: ModuleLevels; now: Date }): Holder {
  const assigned = areasOf(row, row.granted !== null && isModeratorRole(row.role));
  const privileges = privilegesOf(row, assigned, at.now);
  const areas = privileges?.lapse ? [] : assigned;
  return {
    userId: at.userId,
    name: row.name,
    phone: row.phone,
    role: row.role,
    area: areas[0] ?? null,
    areas,
    levels: at.levels,
    privileges,
    transcriber: row.transcriber,
    mustChangePassword: row.must_change_password,
  };
}

/** The user as the actor of a call. */
export function toActor(
  row: PersonRow,
  session: { userId: UserId; sessionId: SessionId; device: string | null; levels: ModuleLevels; now: Date },
): Actor {
  return { ...toHolder(row, session), sessionId: session.sessionId, device: session.device };
}
