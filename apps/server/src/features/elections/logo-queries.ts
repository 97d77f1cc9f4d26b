import type { FileId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import { touches } from './queries.ts';

interface LogoRow {
  id: FileId;
  sha256: Buffer;
  viewSha256: Buffer | null;
  thumbnailSha256: Buffer | null;
  size: number;
  type: 'image/png';
}

/** The logo as far as the person may see it: one they uploaded, or one on a ballot, of any version, of an election that covers their area. */
export async function findSeenLogo(db: Db, actor: Actor, id: FileId): Promise<LogoRow | undefined> {
  const { rows } = await sql<LogoRow>`select f.id, f.sha256, f.view_sha256 as "viewSha256",
      f.thumbnail_sha256 as "thumbnailSha256", f.size, f.type
    from files f where f.id = ${id} and f.purpose = 'logo' and (f.uploaded_by = ${actor.userId} or exists (
      select from ballot_parties p join elections e on e.id = p.election_id
      where p.logo_file_id = f.id and ${touches(areasOf(actor))}))`.execute(db);
  return rows[0];
}

interface StoredLogo {
  id: FileId;
  uploadedBy: UserId | null;
  /** The areas of each election that has it on a ballot. */
  elections: LocationId[][];
}

/** Those of the files that are logos, with what decides who may put them on a ballot. */
export async function listLogos(db: Db, ids: readonly FileId[]): Promise<StoredLogo[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StoredLogo>`select f.id, f.uploaded_by as "uploadedBy",
      (select coalesce(json_agg(u.areas), '[]') from (
        select json_agg(a.location_id) as areas from election_areas a
        where a.election_id in (select p.election_id from ballot_parties p where p.logo_file_id = f.id)
        group by a.election_id) u) as elections
    from files f where f.purpose = 'logo' and f.id in (${sql.join([...ids])})`.execute(db);
  return rows;
}
