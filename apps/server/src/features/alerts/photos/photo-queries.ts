import type { ElectionId, FileId, ResultId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { SAME_PHOTO_BITS } from '@ec/contract/photos/ink-hash';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { countOf, uuidOf } from '../../../platform/database/sql-parts.ts';
import type { NamedUnit } from '../evidence-queries.ts';

/** A result whose photo is the same as that of another, or nearly. */
export interface PhotoOfResult {
  resultId: ResultId;
  electionId: ElectionId;
  electionName: string;
  source: Source;
  unit: NamedUnit;
}
export interface NearPhotos {
  one: PhotoOfResult;
  other: PhotoOfResult;
  /** Of 256. */
  bits: number;
}

/** So many others of one photo: more of them say nothing more. */
const MOST_OTHERS = 3;

/** How far photos were compared, and the end of the chain; undefined while another process compares. */
export async function takePhotoTurn(tx: Tx): Promise<{ position: number; head: number } | undefined> {
  const { rows } = await sql<{ position: number; head: number }>`select position,
    coalesce((select max(position) from audit_links), 0) as head from photo_progress for update skip locked`.execute(
    tx,
  );
  return rows[0];
}

/** The photos whose hashes are near to that of the row `h`: by a part that is equal, then bit by bit. */
const NEAR = sql`select n.file_id as id, n.hash from photo_hashes n
  where n.bands && h.bands and bit_count(n.hash # h.hash) <= ${SAME_PHOTO_BITS}`;

/** The files with the same photo as the file, itself included. */
export async function listSamePhotos(db: Db, fileId: FileId): Promise<FileId[]> {
  const { rows } = await sql<{ id: FileId }>`/* alerts.samePhotos */ select near.id from photo_hashes h
    cross join lateral (${NEAR}) near where h.file_id = ${fileId} order by near.id`.execute(db);
  return rows.map(({ id }) => id);
}

const resultOf = (result: string, unit: string, election: string) => sql`json_build_object(
  'resultId', ${sql.ref(`${result}.id`)}, 'electionId', ${sql.ref(`${result}.election_id`)},
  'electionName', ${sql.ref(`${election}.name`)}, 'source', ${sql.ref(`${result}.source`)},
  'unit', json_build_object('id', ${sql.ref(`${unit}.id`)}, 'code', ${sql.ref(`${unit}.code`)}, 'name', ${sql.ref(`${unit}.name`)}))`;

/** The photos that came with links of the chain, each with the nearest of other units and of other contests of its unit. */
export async function listNearPhotos(
  db: Db,
  { after, through }: { after: number; through: number },
): Promise<NearPhotos[]> {
  const { rows } = await sql<NearPhotos>`/* alerts.nearPhotos */ with reported as materialized (
      select distinct ${uuidOf(sql`n.resource_id`)} as result_id, ${countOf(sql`n.new_values->>'version'`)} as version
      from audit_links k join audit_entries n on n.id = k.entry_id
      where k.position > ${after}::bigint and k.position <= ${through}::bigint
        and k.event in ('result.submitted', 'result.photo_received')
    ), photos as materialized (
      select t.result_id, v.sheet_file_id as file_id from reported t
        join result_versions v on v.result_id = t.result_id and v.version = t.version where v.sheet_file_id is not null
      union select t.result_id, p.file_id from reported t
        join version_photos p on p.result_id = t.result_id and p.version = t.version
    )
    select ${resultOf('r', 'u', 'e')} as one, ${resultOf('q', 'w', 'g')} as other, near.bits
    from photos t
    join photo_hashes h on h.file_id = t.file_id and h.hash is not null
    join results r on r.id = t.result_id
    cross join lateral (
      select o.result_id, min(bit_count(f.hash # h.hash))::int as bits
      from (${NEAR}) f
      cross join lateral (select result_id from result_versions where sheet_file_id = f.id
        union select result_id from version_photos where file_id = f.id) o
      join results x on x.id = o.result_id
      where x.id <> r.id and (x.polling_unit_id <> r.polling_unit_id or x.election_id <> r.election_id)
      group by o.result_id order by 2, 1 limit ${MOST_OTHERS}
    ) near
    join results q on q.id = near.result_id
    join locations u on u.id = r.polling_unit_id join locations w on w.id = q.polling_unit_id
    join elections e on e.id = r.election_id join elections g on g.id = q.election_id
    order by near.bits, r.id, q.id`.execute(db);
  return rows;
}
