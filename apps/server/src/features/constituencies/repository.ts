import type { ElectionId } from '@ec/contract/base/common';
import type { ConstituencyKind } from '@ec/contract/constituencies/kinds';
import type { ConstituencyId } from '@ec/contract/constituencies/schemas';
import type { ElectionStatus, ElectionType } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { bigintArray, type Tx } from '../../platform/database/database.ts';
import { chainColumns } from '../../platform/database/places.ts';
import type { FileConstituency, Unnamed, WardsFile } from './rules.ts';

/** All wards of the register. */
export async function listWardIds(tx: Tx): Promise<Set<LocationId>> {
  const rows = await tx.selectFrom('locations').select('id').where('type', '=', 'ward').execute();
  return new Set(rows.map(({ id }) => id));
}

/** The constituency of each ward that has one, by kind. */
export async function listAssignments(
  tx: Tx,
  kinds: readonly ConstituencyKind[],
): Promise<{ ward: LocationId; kind: ConstituencyKind; constituency: ConstituencyId }[]> {
  if (kinds.length === 0) return [];
  return await tx
    .selectFrom('constituency_wards')
    .select(['ward_id as ward', 'kind', 'constituency_id as constituency'])
    .where('kind', 'in', [...kinds])
    .execute();
}

export async function listIds(tx: Tx): Promise<Set<ConstituencyId>> {
  const rows = await tx.selectFrom('constituencies').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/** Adds new constituencies under their number; a name of the file counts as given. */
export async function saveConstituencies(tx: Tx, all: readonly FileConstituency[]): Promise<void> {
  await sql`insert into constituencies (id, kind, code, state_id, name, named)
    select * from unnest(${all.map(({ id }) => id)}::text[], ${all.map(({ kind }) => kind)}::text[],
      ${all.map(({ code }) => code)}::int[], ${bigintArray(all.map(({ state }) => state))}::bigint[],
      ${all.map(({ name, id }) => name ?? id)}::text[], ${all.map(({ name }) => name !== null)}::boolean[])
    on conflict (id) do update set state_id = excluded.state_id,
      name = case when excluded.named then excluded.name else constituencies.name end,
      named = constituencies.named or excluded.named`.execute(tx);
}

export async function saveAssignments(tx: Tx, all: WardsFile['assignments']): Promise<void> {
  await sql`insert into constituency_wards (ward_id, kind, constituency_id)
    select * from unnest(${bigintArray(all.map(({ ward }) => ward))}::bigint[],
      ${all.map(({ kind }) => kind)}::text[], ${all.map(({ constituency }) => constituency)}::text[])
    on conflict (ward_id, kind) do update set constituency_id = excluded.constituency_id
    where constituency_wards.constituency_id <> excluded.constituency_id`.execute(tx);
}

/** Removes constituencies that no ward belongs to, that no election names and that no form of a collation is about. */
export async function removeEmpty(tx: Tx): Promise<void> {
  await sql`delete from constituencies c
    where not exists (select from constituency_wards w where w.constituency_id = c.id)
      and not exists (select from elections e where c.id = any (e.constituencies))
      and not exists (select from collations f where f.constituency_id = c.id)`.execute(tx);
}

/** The constituencies without a given name; one without wards keeps the name that it had. */
export async function listUnnamed(tx: Tx): Promise<Unnamed[]> {
  const { rows } = await sql<Unnamed>`select c.id, c.kind, c.code, s.name as state,
      coalesce((select array_agg(g.name order by g.id) from (
        select distinct l.id, l.name from constituency_wards w join locations u on u.id = w.ward_id
          join locations l on l.id = u.parent_id where w.constituency_id = c.id and w.kind = c.kind) g), '{}') as lgas
    from constituencies c join locations s on s.id = c.state_id where not c.named
      and exists (select from constituency_wards w where w.constituency_id = c.id)`.execute(tx);
  return rows;
}

export async function saveNames(tx: Tx, names: ReadonlyMap<ConstituencyId, string>): Promise<void> {
  await sql`update constituencies c set name = n.name
    from unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[]) n (id, name)
    where c.id = n.id and c.name <> n.name`.execute(tx);
}

/** Gives the name; answers the former one, undefined where there is no such constituency. */
export async function rename(tx: Tx, id: ConstituencyId, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ before: string }>`update constituencies c set name = ${name}, named = true
    from (select id, name from constituencies where id = ${id} for update) b where c.id = b.id
    returning b.name as before`.execute(tx);
  return rows[0]?.before;
}

export interface TouchedElection {
  id: ElectionId;
  name: string;
  status: ElectionStatus;
  constituencies: ConstituencyId[];
}

/** Elections held in one of the constituencies, locked. */
export async function lockElectionsIn(tx: Tx, ids: readonly ConstituencyId[]): Promise<TouchedElection[]> {
  const { rows } = await sql<TouchedElection>`
    select id, name, status, constituencies from elections where constituencies && ${[...ids]}::text[]
    order by id for update`.execute(tx);
  return rows;
}

/** A ward that comes to a constituency: from another one, or for the first time. */
export interface PlacedWard {
  ward: LocationId;
  constituency: ConstituencyId;
  moved: boolean;
}

/**
 * Elections of the types, locked, whose areas hold one of the wards and that are not held in its new constituency: those of whole areas, in which a moved
 * ward was counted elsewhere, and those of other constituencies, where the ward was added to an LGA that they cover as a whole.
 */
export async function lockElectionsOver(
  tx: Tx,
  types: readonly ElectionType[],
  wards: readonly PlacedWard[],
): Promise<TouchedElection[]> {
  if (wards.length === 0) return [];
  const { rows } = await sql<TouchedElection>`
    select e.id, e.name, e.status, e.constituencies from elections e where e.type = any (${[...types]}::text[])
      and exists (select from unnest(${bigintArray(wards.map(({ ward }) => ward))}::bigint[],
          ${wards.map(({ constituency }) => constituency)}::text[], ${wards.map(({ moved }) => moved)}::boolean[])
          w (id, constituency, moved)
        join election_areas a on a.election_id = e.id and a.location_id in (${chainColumns('w.id')})
        where case when e.constituencies = '{}' then w.moved else w.constituency <> all (e.constituencies) end)
    order by e.id for update of e`.execute(tx);
  return rows;
}

/** The state of a constituency. */
export async function stateOf(tx: Tx, id: ConstituencyId): Promise<LocationId | undefined> {
  const row = await tx.selectFrom('constituencies').select('state_id').where('id', '=', id).executeTakeFirst();
  return row?.state_id;
}
