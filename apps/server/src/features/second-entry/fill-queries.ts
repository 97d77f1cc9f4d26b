import type { ElectionId, ResultId, UserId } from '@ec/contract/base/common';
import type { ElectionConfiguration } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { textArray } from '../../platform/database/sql-parts.ts';
import { ENTERED_BEFORE } from '../results/queries.ts';

/** A current result that has a photo and no second entry of its version, or one that is void. */
export interface CandidateRow {
  resultId: ResultId;
  version: number;
  electionId: ElectionId;
  configuration: ElectionConfiguration;
  pollingUnitId: LocationId;
  unitCode: string;
  flags: string[];
  enteredBefore: boolean;
  totalVotes: number;
  submittedBy: UserId;
  submittedAt: Date;
}

const CANDIDATES = sql`select r.id as "resultId", r.version, r.election_id as "electionId", e.configuration, r.polling_unit_id as "pollingUnitId",
    u.code as "unitCode", r.flags, ${ENTERED_BEFORE} as "enteredBefore", r.total_votes as "totalVotes", r.submitted_by as "submittedBy", r.submitted_at as "submittedAt"
  from results r
  join elections e on e.id = r.election_id and e.status <> 'archived'
  join locations u on u.id = r.polling_unit_id
  join versions_with_photo v on v.result_id = r.id and v.version = r.version and v.photo_file_id is not null
  where coalesce(e.configuration -> 'secondEntry' ->> 'rule', 'none') <> 'none' and r.status in ('pending', 'disputed')
    and not exists (select from second_entries s
      where s.result_id = r.id and s.version = r.version and s.audit_id is null and s.state <> 'void')`;

const SUBMISSIONS = textArray([
  'result.submitted',
  'result.entered_at_desk',
  'result.photo_received',
  'result.returned',
  'result.cancelled',
  'result.verified',
  // What was verified before its election had a policy needs an entry once it is disputed.
  'result.disputed',
]);

/** The results that changed between two places of the audit chain. */
export async function changedResults(db: Db, after: number, through: number): Promise<ResultId[]> {
  const { rows } = await sql<{
    id: ResultId;
  }>`/* secondEntries.changed */ select distinct resource_id::uuid as id from audit_links
    where position > ${after} and position <= ${through} and event = any (${SUBMISSIONS})
      and resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`.execute(db);
  return rows.map(({ id }) => id);
}

/** The elections that changed between two places of the audit chain: their policy may have. */
export async function changedElections(db: Db, after: number, through: number): Promise<ElectionId[]> {
  const { rows } = await sql<{ id: ElectionId }>`select distinct resource_id::uuid as id from audit_links
    where position > ${after} and position <= ${through} and event in ('election.updated', 'election.transitioned')
      and resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`.execute(db);
  return rows.map(({ id }) => id);
}

export async function candidatesOfResults(db: Db, ids: readonly ResultId[]): Promise<CandidateRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CandidateRow>`${CANDIDATES} and r.id = any (${`{${ids.join(',')}}`}::uuid[])`.execute(db);
  return rows;
}

export async function candidatesOfElection(db: Db, id: ElectionId): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`${CANDIDATES} and r.election_id = ${id}`.execute(db);
  return rows;
}
