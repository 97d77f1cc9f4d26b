import type { UserId } from '@ec/contract/base/common';
import { chainOf, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Role } from '@ec/contract/permissions/roles';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import type { OrganisationState } from '../../platform/runtime/organisation.ts';
import { EFFECTIVE_STATUS, PERSON_COLUMNS, type PersonRow, toHolder } from '../../platform/identity/person.ts';
import { type Administrator, officesOf } from './rules.ts';

export interface AdministratorOfPlace extends Administrator {
  id: UserId;
}

/** The active administrators who may take care of alerts, of the places and all areas that hold them, by their area. */
export async function listAdministrators(
  db: Db,
  places: readonly LocationId[],
  { organisation, now }: { organisation: OrganisationState; now: Date },
): Promise<Map<LocationId, AdministratorOfPlace[]>> {
  const areas = [...new Set(places.flatMap(chainOf))];
  const roles = officesOf(organisation.levels);
  const { rows } = await sql<PersonRow & { id: UserId; role: Role }>`
    select u.id, ${PERSON_COLUMNS} from users u left join moderator_privileges p on p.user_id = u.id
    where u.area_id = any (${bigintArray(areas)}::bigint[]) and u.role = any (${`{${roles.join(',')}}`}::text[])
      and u.status <> 'DELETED' and ${EFFECTIVE_STATUS} = 'ACTIVE' order by u.id`.execute(db);
  const people = rows.flatMap((row): AdministratorOfPlace[] => {
    if (row.area_id === null) return [];
    const { areas: own } = toHolder(row, { userId: row.id, levels: organisation.levels[row.role], now });
    return [{ id: row.id, role: row.role, area: row.area_id, areas: own }];
  });
  return Map.groupBy(people, ({ area }) => area);
}
