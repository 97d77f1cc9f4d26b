import type { UserId } from '@ec/contract/base/common';
import { type LocationId, locationIdOf } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { UserImport } from '@ec/contract/users/import';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { jobOf } from '../../platform/database/advisory-locks.ts';
import { IMPORT_LOCK } from './repository.ts';
import type { Refusal } from '../../platform/database/tables/users.ts';

export interface Place {
  id: LocationId;
  parent: LocationId;
  code: string;
  name: string;
}

const PLACE = sql`id, parent_id as parent, code, name`;

/** The places whose office is held. */
export async function officesHeld(db: Db, role: Role, areas: Iterable<LocationId>): Promise<Set<LocationId>> {
  const { rows } = await sql<{ area: LocationId }>`select u.area_id as area
    from jsonb_array_elements_text(${JSON.stringify([...areas])}::jsonb) asked (area)
    join users u on u.area_id = asked.area::bigint and u.role = ${role} and u.status <> 'DELETED'`.execute(db);
  return new Set(rows.map(({ area }) => area));
}

/** Places by their codes as people write them, by the text that was requested. */
export async function placesByCode(db: Db, codes: Iterable<string>): Promise<Map<string, Place>> {
  const asked = [...codes].map((code) => ({ code, id: locationIdOf(code) ?? null }));
  const known = JSON.stringify(asked.filter(({ id }) => id !== null));
  const others = JSON.stringify(asked.filter(({ id }) => id === null));
  const { rows } = await sql<Place & { asked: string }>`
    select asked.code as asked, l.id, l.parent_id as parent, l.code, l.name
    from jsonb_to_recordset(${known}::jsonb) as asked (code text, id bigint) join locations l on l.id = asked.id
    union all
    select asked.code, l.id, l.parent_id, l.code, l.name
    from jsonb_to_recordset(${others}::jsonb) as asked (code text) join locations l on l.code = asked.code`.execute(db);
  return new Map(rows.map(({ asked: code, ...place }) => [code, place]));
}

export async function upperPlaces(db: Db): Promise<Place[]> {
  const { rows } = await sql<Place>`select ${PLACE} from locations where type in ('state', 'lga')`.execute(db);
  return rows;
}

/** All places directly below the ones named. */
export async function placesBelow(db: Db, parents: Iterable<LocationId>): Promise<Place[]> {
  const { rows } = await sql<Place>`select ${PLACE} from locations
    where parent_id = any (${`{${[...parents].join(',')}}`}::bigint[])`.execute(db);
  return rows;
}

/** True while an import of the person runs in any process. */
export async function importIsRunning(db: Db, userId: UserId): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select exists (select from pg_locks
      where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${IMPORT_LOCK}
        and objid::bigint = ${jobOf(sql`${userId}`)}
        and database = (select oid from pg_database where datname = current_database())) as held`.execute(db);
  return rows[0]?.held ?? false;
}

export interface StoredImport extends Omit<UserImport, 'refusals' | 'createdAt' | 'endedAt'> {
  headings: string[];
  createdAt: Date;
  endedAt: Date | null;
  /** A later one was started, so this one has ended in some way. */
  overtaken: boolean;
}

const IMPORT = sql`i.id, i.file_name as "fileName", i.role, i.headings, i.state, i.done, i.rows, i.accepted, i.refused,
  i.error, i.created_at as "createdAt", i.ended_at as "endedAt",
  exists (select from user_imports later where later.started_by = i.started_by and later.created_at > i.created_at)
    as overtaken`;

/** The person's own imports, the last first. */
export async function listImports(db: Db, userId: UserId, limit: number): Promise<StoredImport[]> {
  const { rows } = await sql<StoredImport>`select ${IMPORT} from user_imports i
    where i.started_by = ${userId} order by i.created_at desc limit ${limit}`.execute(db);
  return rows;
}

export async function findImport(db: Db, userId: UserId, id: string): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`select ${IMPORT} from user_imports i
    where i.started_by = ${userId} and i.id = ${id}`.execute(db);
  return rows[0];
}

/** Refused rows in the order of the file, after a line. */
export async function listRefusals(db: Db, id: string, after: number, limit: number): Promise<Refusal[]> {
  return await db
    .selectFrom('user_import_refusals')
    .select(['line', 'content', 'reason'])
    .where('import_id', '=', id)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();
}
