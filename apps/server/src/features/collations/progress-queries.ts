import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { CollationLevel } from '@ec/contract/collations/chain';
import type { CollationId, CollationSource, CollationStatus } from '@ec/contract/collations/schemas';
import { KIND_OF_ELECTION } from '@ec/contract/constituencies/kinds';
import { areaRange, type LocationId, type LocationType } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { areaColumn } from '../../platform/database/places.ts';
import { EFFECTIVE_STATUS, takenUp } from '../../platform/identity/person.ts';
import { touchesColumn } from '../elections/queries.ts';
import { unitsOf } from './compare-queries.ts';
import { COUNTS_FIRST } from './gap-queries.ts';
import type { CollatedElection } from './queries.ts';

export interface CentreForm {
  id: CollationId;
  level: CollationLevel;
  areaId: LocationId;
  formCode: string;
  constituencyId: string | null;
  constituency: string | null;
  source: CollationSource;
  status: CollationStatus;
  submittedAt: Date;
  outOfDate: boolean;
}

/** The forms that count of the levels in the area. */
export async function listCentreForms(
  db: Db,
  electionId: ElectionId,
  area: LocationId,
  levels: readonly CollationLevel[],
): Promise<CentreForm[]> {
  const { first, last } = areaRange(area);
  const { rows } =
    await sql<CentreForm>`/* collations.centreForms */ select distinct on (c.level, c.area_id, c.constituency_id) c.id, c.level,
      c.area_id as "areaId", c.form_code as "formCode", c.constituency_id as "constituencyId", n.name as constituency, c.source, c.status,
      c.submitted_at as "submittedAt", c.out_of_date_at is not null as "outOfDate"
    from collations c left join constituencies n on n.id = c.constituency_id
    where c.election_id = ${electionId} and c.level = any (${[...levels]}::text[]) and c.status <> 'returned'
      and c.area_id between ${first}::bigint and ${last}::bigint
    order by c.level, c.area_id, c.constituency_id, ${COUNTS_FIRST}`.execute(db);
  return rows;
}

/** The places of the type in the area that a form is in from or from a place in them; a form of a wider place stands for itself. */
export async function listStarted(
  db: Db,
  electionId: ElectionId,
  area: LocationId,
  type: LocationType,
): Promise<LocationId[]> {
  const { first, last } = areaRange(area);
  const { rows } = await sql<{
    id: LocationId;
  }>`select distinct ${areaColumn('c.area_id', type)} as id from collations c
    where c.election_id = ${electionId} and c.status <> 'returned' and c.area_id between ${first}::bigint and ${last}::bigint`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Units of each ward in which the election is held, and those whose own sheet is in. */
export async function countSheets(
  db: Db,
  electionId: ElectionId,
  area: LocationId,
): Promise<{ ward: LocationId; units: number; in: number }[]> {
  const { first, last } = areaRange(area);
  const { rows } = await sql<{
    ward: LocationId;
    units: number;
    in: number;
  }>`/* collations.sheets */ select l.id as ward, ${unitsOf(electionId, 'ward')} as units,
      coalesce((select sum(t.units) from tallies t where t.election_id = ${electionId} and t.source = 'official' and t.level = 'ward'
        and t.area_id = l.id and t.status <> 'returned'), 0)::int as in
    from locations l where l.type = 'ward' and l.id between ${first}::bigint and ${last}::bigint`.execute(db);
  return rows;
}

/** How many places of the type in which the election is held lie in each of the areas; in constituencies each part of one. */
export async function countPlaces(
  db: Db,
  election: Pick<CollatedElection, 'id' | 'type'>,
  area: LocationId,
  type: 'state' | 'lga' | 'ward',
  above: 'national' | 'state' | 'lga',
): Promise<{ area: LocationId; places: number }[]> {
  const { first, last } = areaRange(area);
  const kind = KIND_OF_ELECTION[election.type];
  // Wards are the smallest pieces of a constituency.
  const piece = kind ? 'ward' : type;
  const parts = kind ? sql`join constituency_wards w on w.ward_id = l.id and w.kind = ${kind}` : sql``;
  const place = kind ? sql`distinct (${areaColumn('l.id', type)}, w.constituency_id)` : sql`*`;
  const { rows } = await sql<{
    area: LocationId;
    places: number;
  }>`select ${areaColumn('l.id', above)} as area, count(${place})::int as places
    from locations l ${parts} where l.type = ${piece} and l.id between ${first}::bigint and ${last}::bigint
      and ${touchesColumn(election.id, 'l.id', piece)}
    group by 1`.execute(db);
  return rows;
}

export interface CentrePerson {
  id: UserId;
  name: string;
  role: Role;
  phone: string;
  /** The area of their office, which decides who reads their phone number. */
  office: LocationId | null;
  centre: LocationId;
  agent: boolean;
}

/** Active agents of the centres in the election, and the administrators whose office each is. */
export async function listPeopleOf(
  db: Db,
  electionId: ElectionId,
  centres: readonly LocationId[],
): Promise<CentrePerson[]> {
  if (centres.length === 0) return [];
  const ids = bigintArray([...centres]);
  const { rows } =
    await sql<CentrePerson>`/* collations.people */ select u.id, u.name, u.role, u.phone, u.area_id as office, g.area_id as centre,
      true as agent
    from collation_agents g join users u on u.id = g.user_id
    where g.election_id = ${electionId} and g.area_id = any (${ids}::bigint[]) and ${EFFECTIVE_STATUS} = 'ACTIVE'
    union all
    select u.id, u.name, u.role, u.phone, u.area_id, u.area_id, false from users u
    where u.area_id = any (${ids}::bigint[]) and u.role in ('ward_admin', 'lga_admin', 'state_admin')
      and ${EFFECTIVE_STATUS} = 'ACTIVE' and ${takenUp('u')}
    order by centre, agent desc, name`.execute(db);
  return rows;
}
