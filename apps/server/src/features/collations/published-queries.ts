import type { ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { PublishedState } from '@ec/contract/collations/published';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { ResultStatus } from '@ec/contract/results/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { coversColumn } from '../elections/queries.ts';
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

/** Those of the units that the election covers. */
export async function listCoveredOf(
  db: Db,
  electionId: ElectionId,
  units: readonly LocationId[],
): Promise<Set<LocationId>> {
  const { rows } = await sql<{ id: LocationId }>`/* collations.coveredUnits */ select l.id from locations l
    where l.id = any (${bigintArray(units)}::bigint[]) and l.type = 'polling_unit' and ${coversColumn(electionId, 'l.id')}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

export type NewestPublished = { unit: LocationId } & Pick<
  PublishedRecord,
  'state' | 'parties' | 'registered' | 'accredited' | 'votes' | 'rejected' | 'note'
>;

/** What counts of the portal for each of the units, where something was entered. */
export async function newestPublished(
  db: Db,
  electionId: ElectionId,
  units: readonly LocationId[],
): Promise<NewestPublished[]> {
  const { rows } =
    await sql<NewestPublished>`/* collations.newestPublished */ select p.* from unnest(${bigintArray(units)}::bigint[]) as u (id)
    cross join lateral (select p.polling_unit_id as unit, p.state, p.parties, p.registered, p.accredited, p.votes, p.rejected, p.note
      from published_sheets p where p.election_id = ${electionId} and p.polling_unit_id = u.id order by p.id desc limit 1) p`.execute(
      db,
    );
  return rows;
}
