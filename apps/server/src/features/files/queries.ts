import type { FileId, UserId } from '@ec/contract/base/common';
import type { StoredFile } from '@ec/contract/files/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { inAreas } from '../../platform/database/places.ts';
import { bytesArray, type Db, statement, type Statements } from '../../platform/database/database.ts';
import type { FilePurpose } from '../../platform/database/tables/shared.ts';
import { CONTENT_LOCK, type FileDigests } from './keys.ts';

export interface FileRow extends FileDigests {
  id: FileId;
  size: number;
  type: 'image/png' | 'image/jpeg';
}
/** A sheet, with the SHA-256 that the submitted versions say it has; what the file's row says must be the same. */
export interface SheetRow extends FileRow {
  submitted: Buffer[];
  /** True for the person who uploaded it. */
  own: boolean;
}

/** The versions that have the file `f` as a photo, with the SHA-256 that each declares of it. */
export const VERSIONS_OF_FILE = sql`(select result_id, submission_id, sheet_sha256 as sha256 from result_versions where sheet_file_id = f.id
  union all select v.result_id, v.submission_id, case p.part when 'sheet' then v.sheet_sha256 else v.original_sha256 end
  from version_photos p join result_versions v on v.result_id = p.result_id and v.version = p.version where p.file_id = f.id)`;

/** The units that did not hold with the file `f` as evidence. */
const UNITS_OF_FILE = sql`(select u.polling_unit_id from affected_unit_files x
  join affected_unit_entries n on n.id = x.entry_id join affected_units u on u.id = n.affected_unit_id
  where x.file_id = f.id)`;

/** The SHA-256 that the versions say the file `f` has. */
export const SUBMITTED = sql`array(select distinct v.sha256 from ${VERSIONS_OF_FILE} v where v.sha256 is not null
  union select p.sha256 from collation_photos p where p.file_id = f.id)`;

/**
 * A picture that the person uploaded, the sheet of a result in the areas whose results they see, or a picture of a dispute or of
 * a form of collation in those whose disputes they see; undefined for any other file.
 */
export async function findVisibleFile(
  db: Db,
  id: FileId,
  userId: UserId,
  areas: { sheets: readonly LocationId[]; disputes: readonly LocationId[] },
): Promise<SheetRow | undefined> {
  const { rows } =
    await sql<SheetRow>`select f.id, f.sha256, f.view_sha256 as "viewSha256", f.thumbnail_sha256 as "thumbnailSha256",
      f.size, f.type, ${SUBMITTED} as submitted, coalesce(f.uploaded_by = ${userId}, false) as own
    from files f
    where f.id = ${id} and f.purpose in ('sheet', 'collation') and (f.uploaded_by = ${userId} or exists (
      select from ${VERSIONS_OF_FILE} v join results r on r.id = v.result_id
      where ${inAreas('r.polling_unit_id', areas.sheets)}) or exists (
      select from collation_photos p join collations c on c.id = p.collation_id
      where p.file_id = f.id and (${inAreas('c.area_id', areas.disputes)} or c.submitted_by = ${userId} or exists (
        select from collation_agents g where g.user_id = ${userId} and g.election_id = c.election_id and g.area_id = c.area_id))) or exists (
      select from published_sheets p where p.file_id = f.id and ${inAreas('p.polling_unit_id', areas.disputes)}) or exists (
      select from dispute_entries n join disputes d on d.id = n.dispute_id
      where n.file_id = f.id and ${inAreas('d.polling_unit_id', areas.disputes)}) or exists (
      select from ${UNITS_OF_FILE} u where ${inAreas('u.polling_unit_id', areas.disputes)}))`.execute(db);
  return rows[0];
}

const selectOwn = statement<{ place: number; sha256: Buffer }>(
  'files.own',
  `select k.place::int, f.sha256 from unnest($1::uuid[], $2::uuid[]) with ordinality as k (file, person, place)
    join lateral (
      select sha256 from files where id = k.file and uploaded_by = k.person and purpose = 'sheet' limit 1) f on true`,
);

/** The SHA-256 of each picture; undefined where this person uploaded no such sheet: another's and profile pictures are refused. */
export async function ownFiles(
  db: Statements,
  files: readonly { fileId: FileId; userId: UserId }[],
): Promise<(Buffer | undefined)[]> {
  if (files.length === 0) return [];
  const rows = await selectOwn(db, [files.map(({ fileId }) => fileId), files.map(({ userId }) => userId)]);
  const own = new Map(rows.map(({ place, sha256 }) => [place, sha256]));
  return files.map((_, index) => own.get(index + 1));
}

// Locks each content as those who add a file of it do (repository.ts), in one order, before the files are looked for.
const lockContents = statement(
  'files.hold_contents',
  `select pg_advisory_xact_lock(${CONTENT_LOCK}, place) from (
    select distinct hashtext(encode(sha256, 'hex')) as place from unnest($1::bytea[]) as c (sha256) order by 1) as places`,
);
const selectContents = statement<{ place: number; id: FileId }>(
  'files.own_contents',
  `select k.place::int, f.id from unnest($1::bytea[], $2::uuid[]) with ordinality as k (sha256, person, place)
    join lateral (select id from files where sha256 = k.sha256 and uploaded_by = k.person and purpose = 'sheet'
      order by created_at limit 1) f on true`,
);

/**
 * The sheet with each content that the person uploaded; undefined where there is none. Locks the contents, so that until the
 * transaction ends no file of one of them is added or removed.
 */
export async function ownContents(
  tx: Statements,
  contents: readonly { sha256: Buffer; userId: UserId }[],
): Promise<(FileId | undefined)[]> {
  const digests = bytesArray(contents.map(({ sha256 }) => sha256));
  const [, rows] = await Promise.all([
    lockContents(tx, [digests]),
    selectContents(tx, [digests, contents.map(({ userId }) => userId)]),
  ]);
  const own = new Map(rows.map(({ place, id }) => [place, id]));
  return contents.map((_, index) => own.get(index + 1));
}

/** The file as an upload is answered. */
export async function findStoredFile(db: Db, id: FileId): Promise<StoredFile | undefined> {
  const { rows } =
    await sql<StoredFile>`select id, encode(sha256, 'hex') as sha256, size, type, width, height from files
    where id = ${id}`.execute(db);
  return rows[0];
}

export async function ownsFile(db: Db, fileId: FileId, userId: UserId): Promise<boolean> {
  const [sha256] = await ownFiles(db, [{ fileId, userId }]);
  return sha256 !== undefined;
}

/** Where a file belongs: the unit of a result or a dispute, the place of an approval request or a chat, or where the uploader is assigned. */
export async function findFilePlace(
  db: Db,
  id: FileId,
): Promise<{ areaId: LocationId | null; unitCode: string | null }> {
  const { rows } = await sql<{ areaId: LocationId | null; unitCode: string | null }>`
    select coalesce(p.place, u.area_id) as "areaId", l.code as "unitCode"
    from files f
    left join lateral (
      select place from (
        select r.polling_unit_id as place, 1 as rank from ${VERSIONS_OF_FILE} v join results r on r.id = v.result_id
        union all select d.polling_unit_id, 2 from dispute_entries n join disputes d on d.id = n.dispute_id where n.file_id = f.id
        union all select u.polling_unit_id, 2 from ${UNITS_OF_FILE} u
        union all select c.area_id, 1 from collation_photos p join collations c on c.id = p.collation_id where p.file_id = f.id
        union all select r.area_id, 3 from approval_entry_files x join approval_entries e on e.id = x.entry_id
          join approval_requests r on r.id = e.request_id where x.file_id = f.id
        union all select m.channel_id, 3 from chat_messages m where m.file_id = f.id) places
      order by rank limit 1) p on true
    left join users u on u.id = coalesce(f.uploaded_by, (select id from users where profile_picture_id = f.id))
    left join locations l on l.id = p.place and l.type = 'polling_unit'
    where f.id = ${id}`.execute(db);
  return rows[0] ?? { areaId: null, unitCode: null };
}

/** A sheet from before photos had hashes of what is written on them. */
export interface UnhashedSheet {
  id: FileId;
  sha256: Buffer;
  size: number;
  uploadedBy: UserId;
}

export async function unhashedSheets(db: Db, limit: number): Promise<UnhashedSheet[]> {
  const { rows } = await sql<UnhashedSheet>`select f.id, f.sha256, f.size, f.uploaded_by as "uploadedBy" from files f
    where f.purpose = 'sheet' and f.uploaded_by is not null
      and not exists (select from photo_hashes h where h.file_id = f.id)
    order by f.created_at limit ${limit}::int`.execute(db);
  return rows;
}

/** A file that nothing refers to. */
export interface UnusedFile extends FileDigests {
  id: FileId;
  uploadedBy: UserId | null;
  purpose: FilePurpose;
}

/** So many of those that are older than a day: a device that still means to send one uploads it again. */
export async function unusedFiles(db: Db, limit: number): Promise<UnusedFile[]> {
  const { rows } = await sql<UnusedFile>`select f.id, f.sha256, f.view_sha256 as "viewSha256",
      f.thumbnail_sha256 as "thumbnailSha256", f.uploaded_by as "uploadedBy", f.purpose from files f
    where f.created_at < now() - interval '1 day'
      and not exists (select from ${VERSIONS_OF_FILE} v)
      and not exists (select from dispute_entries where file_id = f.id)
      and not exists (select from affected_unit_files where file_id = f.id)
      and not exists (select from collation_photos where file_id = f.id)
      and not exists (select from published_sheets where file_id = f.id)
      and not exists (select from approval_entry_files where file_id = f.id)
      and not exists (select from chat_messages where file_id = f.id)
      and not exists (select from ballot_parties where logo_file_id = f.id)
      and not exists (select from users where profile_picture_id = f.id)
    order by f.created_at limit ${limit}::int`.execute(db);
  return rows;
}

/** Those of the digests and ids that no row of a file has any more. */
export async function withoutRow(
  db: Db,
  { digests, ids }: { digests: readonly string[]; ids: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select d.name from unnest(${digests}::text[]) as d (name)
      where not exists (select from files where sha256 = decode(d.name, 'hex'))
    union all select i.name from unnest(${ids}::text[]) as i (name)
      where not exists (select from files where id = i.name::uuid)`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
