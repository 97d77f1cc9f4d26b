import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { takenUp } from '../../platform/identity/person.ts';

/** A person, whether they are active and have taken up the account, and whether they are a transcriber. */
export async function findCandidate(
  db: Db,
  id: UserId,
): Promise<{ name: string; role: Role; area: LocationId | null; active: boolean; transcriber: boolean } | undefined> {
  const { rows } = await sql<{
    name: string;
    role: Role;
    area: LocationId | null;
    active: boolean;
    transcriber: boolean;
  }>`select u.name, u.role, u.area_id as area, u.transcriber,
      coalesce(u.status_before, u.status) = 'ACTIVE' and ${takenUp('u')} as active
    from users u where u.id = ${id}`.execute(db);
  return rows[0];
}
