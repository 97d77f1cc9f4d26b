import type { ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { PublishedState } from '@ec/contract/collations/published';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { ResultStatus } from '@ec/contract/results/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { personLink } from '../../platform/database/sql-parts.ts';

export interface PublishedRecord {
  state: PublishedState;
  parties: string[];
  registered: number | null;
  accredited: number | null;
  votes: (number | null)[];
  rejected: number | null;
  note: string | null;
  fileId: FileId | null;
  by: { id: UserId; name: string; role: Role };
  at: Date;
}

/** What was entered of the portal for the unit, the newest first. */
export async function listPublished(db: Db, electionId: ElectionId, unit: LocationId): Promise<PublishedRecord[]> {
  const { rows } =
    await sql<PublishedRecord>`/* collations.published */ select p.state, p.parties, p.registered, p.accredited, p.votes,
      p.rejected, p.note, p.file_id as "fileId", ${personLink('u')} as by, p.entered_at as at
    from published_sheets p join users u on u.id = p.entered_by
    where p.election_id = ${electionId} and p.polling_unit_id = ${unit}::bigint order by p.id desc limit 20`.execute(
      db,
    );
  return rows;
}

export interface OwnSheet {
  resultId: ResultId;
  status: ResultStatus;
  registered: number | null;
  accredited: number;
  votes: number[];
  rejected: number;
}

/** Our own result of the unit, whatever its status. */
export async function findOwnSheet(db: Db, electionId: ElectionId, unit: LocationId): Promise<OwnSheet | undefined> {
  const { rows } =
    await sql<OwnSheet>`select r.id as "resultId", r.status, r.registered, r.accredited, r.votes, r.void_votes as rejected
    from results r where r.election_id = ${electionId} and r.source = 'official' and r.polling_unit_id = ${unit}::bigint`.execute(
      db,
    );
  return rows[0];
}
