import type { DisputeId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import { inAreas } from '../../platform/database/places.ts';
import type { Db } from '../../platform/database/database.ts';
import { inCharge } from '../users/in-charge-queries.ts';

/** A user's name, if their own area is in one of the areas. */
export async function findName(db: Db, areas: readonly LocationId[], id: UserId): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select u.name from users u
    where u.id = ${id} and ${inAreas('u.area_id', areas)}`.execute(db);
  return rows[0]?.name;
}

/**
 * The participants who can still see the dispute: who raised it, its assignee and its commenters, limited to the given roles (those with read access
 * to disputes).
 */
export async function listParticipants(
  db: Db,
  dispute: { id: DisputeId; pollingUnitId: LocationId },
  roles: readonly Role[],
): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`select u.id from users u where u.id in (
      select raised_by from disputes where id = ${dispute.id}
      union select assignee_id from disputes where id = ${dispute.id}
      union select by_user_id from dispute_entries where dispute_id = ${dispute.id} and kind = 'comment'
    ) and ${inCharge(dispute.pollingUnitId, roles)}`.execute(db);
  return rows.map(({ id }) => id);
}
