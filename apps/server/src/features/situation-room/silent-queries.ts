import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { coversColumn } from '../elections/queries.ts';
import { inAreas } from '../../platform/database/area-filter.ts';
import type { Db } from '../../platform/database/database.ts';
import { EFFECTIVE_STATUS } from '../../platform/identity/person.ts';

export interface SilentRow {
  id: LocationId;
  name: string;
  code: string;
  wardId: LocationId;
  wardName: string;
  wardCode: string;
  registeredVoters: number | null;
  returned: boolean;
  officerId: UserId | null;
  officerName: string | null;
  officerPhone: string | null;
  lastActivity: Date | null;
}

/** The covered units of the area, inside the reader's own areas, without an official result or with a returned one. */
export async function listSilentUnits(
  db: Db,
  which: { electionId: ElectionId; area: LocationId; own: readonly LocationId[] },
): Promise<SilentRow[]> {
  const { rows } =
    await sql<SilentRow>`select l.id, l.name, l.code, w.id as "wardId", w.name as "wardName", w.code as "wardCode",
      l.registered_voters as "registeredVoters", r.id is not null as returned,
      o.id as "officerId", o.name as "officerName", o.phone as "officerPhone", o.last_login_at as "lastActivity"
    from locations l
    join locations w on w.id = l.parent_id
    left join results r on r.polling_unit_id = l.id and r.election_id = ${which.electionId} and r.source = 'official'
    left join lateral (
      select u.id, u.name, u.phone, u.last_login_at from users u
      where u.area_id = l.id and u.role = 'polling_unit_officer' and u.status <> 'DELETED'
        and ${EFFECTIVE_STATUS} = 'ACTIVE' limit 1
    ) o on true
    where l.type = 'polling_unit' and ${inAreas('l.id', [which.area])} and ${inAreas('l.id', which.own)}
      and (r.id is null or r.status = 'returned')
      and ${coversColumn(which.electionId, 'l.id')}
    order by l.id`.execute(db);
  return rows;
}
