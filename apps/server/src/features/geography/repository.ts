import { chainOf, type LocationId, type LocationType, parentOf } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { bigintArray, type Db, type Tx } from '../../platform/database/database.ts';
import type { PlaceUses } from './rules.ts';

export interface NewLocation {
  id: LocationId;
  type: LocationType;
  name: string;
  code: string;
  parentId: LocationId | null;
  /** Of a unit that is added by hand; the register brings those of all others. */
  registeredVoters?: number | undefined;
}

export async function hasLocation(tx: Tx, id: LocationId): Promise<boolean> {
  return (await tx.selectFrom('locations').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Inserts missing places in one statement, so parents and children may come together. */
export async function insertLocations(tx: Tx, places: readonly NewLocation[]): Promise<void> {
  await sql`insert into locations (id, type, name, code, parent_id, units, registered_voters)
    select id, type, name, code, "parentId", case type when 'polling_unit' then 1 else 0 end, "registeredVoters"
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as place (id bigint, type text, name text, code text, "parentId" bigint, "registeredVoters" int)
    on conflict do nothing`.execute(tx);
}

/** Renames a place; key columns are not written, so results that refer to it do not wait. */
export async function renameLocation(tx: Tx, id: LocationId, name: string): Promise<void> {
  await tx.updateTable('locations').set({ name, placeholder: false }).where('id', '=', id).execute();
}

/** Waits for transactions that refer to the place, and blocks new references until the transaction ends. False if it is gone. */
export async function lockForDelete(tx: Tx, id: LocationId): Promise<boolean> {
  const row = await tx.selectFrom('locations').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

const FOREIGN_KEY = '23503';

/** False if an uncounted record still refers to the place; the transaction is then aborted. */
export async function deleteLocation(tx: Tx, id: LocationId): Promise<boolean> {
  try {
    await tx.deleteFrom('locations').where('id', '=', id).execute();
    return true;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === FOREIGN_KEY) return false;
    throw error;
  }
}

/** Locks a place against concurrent changes of its children; undefined if it does not exist. */
export async function lockLocation(tx: Tx, id: LocationId): Promise<{ name: string } | undefined> {
  return await tx.selectFrom('locations').select('name').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** The highest child number below the parent, 0 if none. For states INEC's numbers are nationwide. */
export async function highestChild(tx: Tx, parent: LocationId): Promise<LocationId | null> {
  const row = await tx
    .selectFrom('locations')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('parent_id', '=', parent)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function highestStateCode(tx: Tx): Promise<number> {
  const { rows } = await sql<{ highest: number }>`
    select coalesce(max(code::int), 0) as highest from locations where type = 'state'`.execute(tx);
  return rows[0]?.highest ?? 0;
}

export async function nameTaken(
  tx: Tx,
  parent: LocationId | null,
  name: string,
  except?: LocationId,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select exists (select from locations
      where parent_id = ${parent} and lower(name) = lower(${name}) and id <> ${except ?? 0}) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
}

/** The number of references to the place, by kind. */
export async function countUses(tx: Tx, id: LocationId): Promise<PlaceUses> {
  const { rows } = await sql<PlaceUses>`select
      (select count(*) from locations where parent_id = ${id}) as children,
      (select count(*) from users where area_id = ${id} and status <> 'DELETED') as users,
      (select count(*) from users where personal_area_id = ${id} and status <> 'DELETED'
        and area_id is distinct from personal_area_id) as residents,
      (select count(*) from users where (area_id = ${id} or personal_area_id = ${id}) and status = 'DELETED')
        as "formerUsers",
      (select count(*) from approval_requests where area_id = ${id}) as requests,
      (select count(*) from moderator_privileges where ${id}::bigint = any (areas)) as moderators,
      (select count(*) from results where polling_unit_id = ${id}) as results,
      (select count(*) from election_areas where location_id = ${id}) as elections,
      (select count(*) from chat_messages where channel_id = ${id}) as messages,
      (select count(*) from announcements where ${id}::bigint = any (areas) or ${id}::bigint = any (author_areas))
        as announcements`.execute(tx);
  const [uses] = rows;
  if (!uses) throw new Error('A row of counts was expected');
  return uses;
}

/** Recounts units and registered voters of every area above the place. */
export async function refreshSumsAbove(tx: Tx, id: LocationId): Promise<void> {
  const areas = chainOf(parentOf(id) ?? id).toReversed();
  for (const area of areas) {
    // Locked by a statement of its own: the sum then reads what a concurrent change of another unit stored.
    await lockLocation(tx, area);
    await refreshSums(tx, sql`parent.id = ${area}`);
  }
}

/** The same for every area of one type, from its children. Only changed rows are written. */
async function refreshSums(tx: Tx, which: ReturnType<typeof sql>): Promise<void> {
  await sql`update locations parent set units = sums.units, registered_voters = sums.registered
    from (
      select parent.id, coalesce(sum(child.units), 0)::int as units, sum(child.registered_voters)::bigint as registered
      from locations parent left join locations child on child.parent_id = parent.id
      where ${which} group by parent.id
    ) sums
    where parent.id = sums.id
      and (parent.units, parent.registered_voters) is distinct from (sums.units, sums.registered)`.execute(tx);
}

/** The sums of the given wards (all if none is given), then of all LGAs, states, zones and the nation. */
export async function refreshAllSums(tx: Tx, wards: readonly LocationId[] | 'all'): Promise<void> {
  await refreshSums(
    tx,
    wards === 'all'
      ? sql`parent.type = 'ward'`
      : sql`parent.type = 'ward' and parent.id = any (${bigintArray(wards)}::bigint[])`,
  );
  for (const type of ['lga', 'state', 'region', 'national']) await refreshSums(tx, sql`parent.type = ${type}`);
}

/** After bulk writes: lists need planner statistics and the visibility map to be fast. */
export async function settlePlaces(db: Db): Promise<void> {
  await sql`vacuum analyze locations`.execute(db);
}
