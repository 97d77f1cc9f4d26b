import type { ConstituencyKind } from '@ec/contract/constituencies/kinds';
import type { Constituency, ConstituencyId } from '@ec/contract/constituencies/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { areaColumn, inAreas } from '../../platform/database/places.ts';
import { likeEscaped } from '../../platform/database/sql-parts.ts';

/** One piece of a constituency: an LGA that is whole in it, or a ward of an LGA that is split. */
export interface Part {
  constituencyId: ConstituencyId;
  areaId: LocationId;
  units: number;
  registered: number;
}

/**
 * The pieces of sets of wards: each LGA all of whose wards are in the set, and the single wards of all others.
 * `wards` selects `constituency_id, ward_id`.
 */
const partsOf = (wards: RawBuilder<unknown>) => sql`mine as materialized (${wards}),
  per_lga as (select constituency_id, ${areaColumn('ward_id', 'lga')} as lga_id, count(*) as wards
    from mine group by 1, 2),
  held as materialized (select p.constituency_id, p.lga_id, p.wards = (
      select count(*) from locations w where w.parent_id = p.lga_id) as whole
    from per_lga p),
  parts as (
    select constituency_id, lga_id as area_id from held where whole
    union all
    select m.constituency_id, m.ward_id from mine m
      join held h on h.constituency_id = m.constituency_id and h.lga_id = ${areaColumn('m.ward_id', 'lga')}
      where not h.whole)`;

/** The pieces of each constituency of the kind. */
export async function listParts(db: Db, kind: ConstituencyKind): Promise<Part[]> {
  const wards = sql`select constituency_id, ward_id from constituency_wards where kind = ${kind}`;
  const { rows } = await sql<Part>`/* constituencies.parts */ with ${partsOf(wards)}
    select p.constituency_id as "constituencyId", p.area_id as "areaId", l.units,
      coalesce(l.registered_voters, 0)::bigint as registered
    from parts p join locations l on l.id = p.area_id order by p.constituency_id, p.area_id`.execute(db);
  return rows;
}

/** The areas that the constituencies make up together: whole LGAs, and single wards of LGAs that they hold in part. */
export async function areasOfConstituencies(db: Db, ids: readonly ConstituencyId[]): Promise<LocationId[]> {
  const wards = sql`select '' as constituency_id, ward_id from constituency_wards
    where constituency_id = any (${[...ids]}::text[])`;
  const { rows } = await sql<{ id: LocationId }>`/* constituencies.areas */ with ${partsOf(wards)}
    select area_id as id from parts order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

export interface ConstituencyName {
  id: ConstituencyId;
  kind: ConstituencyKind;
  code: number;
  name: string;
  /** Its state. */
  stateId: LocationId;
  state: string;
}

/** The existing ones of the constituencies, in the order of their names. */
export async function namesOfConstituencies(db: Db, ids: readonly ConstituencyId[]): Promise<ConstituencyName[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ConstituencyName>`/* constituencies.names */ select c.id, c.kind, c.code, c.name,
    c.state_id as "stateId", s.name as state from constituencies c join locations s on s.id = c.state_id
    where c.id = any (${[...ids]}::text[]) order by c.state_id, c.name, c.code`.execute(db);
  return rows;
}

export interface ConstituencyFilter {
  within: readonly LocationId[];
  kind: ConstituencyKind;
  q?: string | undefined;
  id?: ConstituencyId | undefined;
}

/** Constituencies with a ward in one of the areas, in the order of states and names. */
export async function listConstituencies(
  db: Db,
  { within, kind, q, id }: ConstituencyFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Constituency[]; total: number }> {
  const words = q && `%${likeEscaped(q)}%`;
  const where = sql.join(
    [
      sql`c.kind = ${kind}`,
      sql`exists (select from constituency_wards w where w.constituency_id = c.id and w.kind = c.kind
        and ${inAreas('w.ward_id', within)})`,
      ...(id ? [sql`c.id = ${id}`] : []),
      ...(words
        ? [
            sql`(c.name ilike ${words} or s.name ilike ${words} or exists (select from constituency_wards w
              join locations l on l.id = ${areaColumn('w.ward_id', 'lga')}
              where w.constituency_id = c.id and w.kind = c.kind and l.name ilike ${words}))`,
          ]
        : []),
    ],
    sql` and `,
  );
  const from = sql`from constituencies c join locations s on s.id = c.state_id where ${where}`;
  const [page, count] = await Promise.all([
    sql<Constituency>`with page as (select c.id, c.kind, c.code, c.name, c.state_id, s.name as state ${from}
        order by c.state_id, c.name, c.code limit ${limit} offset ${offset}),
      per_lga as (select w.constituency_id, l.id, l.name, count(*) as wards, sum(u.units) as units,
          sum(coalesce(u.registered_voters, 0)) as registered,
          count(*) < (select count(*) from locations o where o.parent_id = l.id) as part
        from page p join constituency_wards w on w.constituency_id = p.id and w.kind = p.kind
          join locations u on u.id = w.ward_id join locations l on l.id = u.parent_id group by 1, 2, 3)
      select p.id, p.kind as type, p.code, p.name, json_build_object('id', p.state_id, 'name', p.state) as state,
        (select json_agg(json_build_object('id', g.id, 'name', g.name, 'part', g.part) order by g.id)
          from per_lga g where g.constituency_id = p.id) as lgas,
        (select sum(g.wards)::bigint from per_lga g where g.constituency_id = p.id) as wards,
        (select sum(g.units)::bigint from per_lga g where g.constituency_id = p.id) as units,
        (select sum(g.registered)::bigint from per_lga g where g.constituency_id = p.id) as registered
      from page p order by p.state_id, p.name, p.code`.execute(db),
    sql<{ total: number }>`select count(*) as total ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** Wards of the areas that belong to no constituency of the kind: how many, and the first of them by code. */
export async function countUnassigned(
  db: Db,
  kind: ConstituencyKind,
  within: readonly LocationId[],
  most: number,
): Promise<{ count: number; wards: { id: LocationId; code: string; name: string }[] }> {
  const { rows } = await sql<{ id: LocationId; code: string; name: string; count: number }>`
    select l.id, l.code, l.name, count(*) over () as count from locations l
    where l.type = 'ward' and ${inAreas('l.id', within)}
      and not exists (select from constituency_wards w where w.ward_id = l.id and w.kind = ${kind})
    order by l.id limit ${Math.max(1, most)}`.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    wards: rows.slice(0, most).map(({ id, code, name }) => ({ id, code, name })),
  };
}

/** Wards of the areas that belong to no constituency of the kind, by state. */
export async function countUnassignedByState(
  db: Db,
  kind: ConstituencyKind,
  within: readonly LocationId[],
): Promise<Map<LocationId, number>> {
  const { rows } = await sql<{ state: LocationId; wards: number }>`/* constituencies.unassigned */ select
      ${areaColumn('l.id', 'state')} as state, count(*) as wards from locations l
    where l.type = 'ward' and ${inAreas('l.id', within)}
      and not exists (select from constituency_wards w where w.ward_id = l.id and w.kind = ${kind}) group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ state, wards }) => [state, wards]));
}
