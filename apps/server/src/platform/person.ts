import type { SessionId, UserId } from '@ec/contract/common';
import { isInside, type LocationId } from '@ec/contract/location-id';
import type { ModuleLevels } from '@ec/contract/permissions';
import { flags, isInForce, isModeratorRole, type Privilege } from '@ec/contract/privileges';
import type { Role } from '@ec/contract/roles';
import { sql } from 'kysely';
import type { Actor, Holder } from './actor.ts';

/** What is read of a person to know for whom a call acts. */
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
}

/** The columns of PersonRow, from users as `u` with moderator_privileges left joined as `p`. */
export const PERSON_COLUMNS = sql`u.name, u.phone, u.role, u.area_id, u.must_change_password,
  p.granted, p.areas as allowed_areas, p.managed_roles, p.valid_until`;

/** What the person may do as: somebody whose deletion is asked for stays what they were until it is decided. */
export const EFFECTIVE_STATUS = sql<string>`coalesce(u.status_before, u.status)`;

/** Where the person acts: their assignment, or what of it a moderator was narrowed to; nowhere, where these do not meet. */
function areasOf(row: PersonRow, narrowed: boolean): LocationId[] {
  const { area_id: own, allowed_areas: allowed } = row;
  if (own === null) return [];
  if (!narrowed || !allowed || allowed.length === 0) return [own];
  return allowed.some((area) => isInside(own, area)) ? [own] : allowed.filter((area) => isInside(area, own));
}

/** What the person may do at the moment, however they are known. Privileges whose time is over grant nothing. */
export function toHolder(row: PersonRow, at: { userId: UserId; levels: ModuleLevels; now: Date }): Holder {
  const narrowed = row.granted !== null && isModeratorRole(row.role);
  const areas = areasOf(row, narrowed);
  const { granted, managed_roles: roles, valid_until: validUntil } = row;
  const inForce = isInForce(validUntil, at.now);
  return {
    userId: at.userId,
    name: row.name,
    phone: row.phone,
    role: row.role,
    area: areas[0] ?? null,
    areas,
    levels: at.levels,
    privileges:
      narrowed && granted
        ? {
            granted: flags((privilege) => inForce && granted.includes(privilege)),
            roles: inForce ? (roles ?? []) : [],
            validUntil,
          }
        : null,
    mustChangePassword: row.must_change_password,
  };
}

/** The person as the actor of a call of theirs. */
export function toActor(
  row: PersonRow,
  session: { userId: UserId; sessionId: SessionId; levels: ModuleLevels; now: Date },
): Actor {
  return { ...toHolder(row, session), sessionId: session.sessionId };
}
