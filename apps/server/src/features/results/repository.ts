import type { ElectionId, FileId, ResultId, UserId } from '@ec/contract/common';
import type { ElectionConfiguration, ElectionStatus, Source } from '@ec/contract/elections';
import type { LocationId } from '@ec/contract/location-id';
import type { Flag, ResultStatus } from '@ec/contract/results';
import type { Ec8aBoxes } from '@ec/contract/sheet';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { Decision } from './rules.ts';
import type {} from './tables.ts';

/** What a submission is decided on: the election, the unit, and the result that is there already (locked). */
export interface SubmissionGround {
  electionName: string;
  electionStatus: ElectionStatus;
  closesAt: Date;
  parties: string[];
  configuration: ElectionConfiguration;
  covered: boolean;
  unitCode: string;
  unitName: string;
  registerVoters: number | null;
  resultId: ResultId | null;
  status: ResultStatus | null;
  version: number | null;
  votes: number[] | null;
  voidVotes: number | null;
  accredited: number | null;
  registered: number | null;
}

/**
 * Loads it and locks the unit's result, in one statement. `chain` is the unit's areas from the nation down; the unit is
 * covered when one of them is among the election's areas. Undefined where election or unit does not exist.
 */
export async function loadSubmissionGround(
  tx: Tx,
  key: { electionId: ElectionId; pollingUnitId: LocationId; source: Source; chain: readonly LocationId[] },
): Promise<SubmissionGround | undefined> {
  const { rows } = await sql<SubmissionGround>`/* results.ground */ select
      e.name as "electionName", e.status as "electionStatus", e.closes_at as "closesAt", e.parties, e.configuration,
      exists (select from election_areas a
        where a.election_id = e.id and a.location_id = any (${`{${key.chain.join(',')}}`}::bigint[])) as covered,
      u.code as "unitCode", u.name as "unitName", u.registered_voters as "registerVoters",
      r.id as "resultId", r.status, r.version, r.votes, r.void_votes as "voidVotes", r.accredited, r.registered
    from elections e
    join locations u on u.id = ${key.pollingUnitId}::bigint and u.type = 'polling_unit'
    left join lateral (
      select * from results
      where election_id = e.id and source = ${key.source} and polling_unit_id = ${key.pollingUnitId}::bigint
      for update
    ) r on true
    where e.id = ${key.electionId}::uuid`.execute(tx);
  return rows[0];
}

export interface StoredReceipt {
  resultId: ResultId;
  submissionId: string;
  version: number;
  status: ResultStatus;
  flags: Flag[];
  submittedAt: Date;
  digest: Buffer;
  requestHash: Buffer;
}

/** The submission this person made under the key before, if any. */
export async function findByIdempotencyKey(tx: Tx, userId: UserId, key: string): Promise<StoredReceipt | undefined> {
  const { rows } = await sql<StoredReceipt>`/* results.by_key */ select v.result_id as "resultId",
      v.submission_id as "submissionId", v.version, v.accepted_as as status, v.flags,
      v.submitted_at as "submittedAt", v.digest, v.request_hash as "requestHash"
    from result_versions v
    where v.submitted_by = ${userId}::uuid and v.idempotency_key = ${key}`.execute(tx);
  return rows[0];
}

export interface NewVersion {
  resultId: ResultId;
  electionId: ElectionId;
  pollingUnitId: LocationId;
  source: Source;
  status: ResultStatus;
  version: number;
  submissionId: string;
  votes: readonly number[];
  voidVotes: number;
  totalVotes: number;
  accredited: number;
  registered: number | null;
  leading: string | null;
  boxes: Ec8aBoxes | null;
  flags: readonly Flag[];
  sheetFileId: FileId | null;
  late: boolean;
  idempotencyKey: string;
  requestHash: Buffer;
  digest: Buffer;
  submittedBy: UserId;
  submittedAt: Date;
}

const intArray = (values: readonly number[]) => `{${values.join(',')}}`;

/** Stores the version and makes it the unit's current one; the caller has locked the result where there was one. */
export async function storeVersion(tx: Tx, v: NewVersion): Promise<void> {
  const flagCodes = `{${v.flags.map((flag) => flag.code).join(',')}}`;
  const current =
    v.version === 1
      ? sql`/* results.insert */ insert into results (id, election_id, polling_unit_id, source, status, version, votes,
            void_votes, total_votes, accredited, registered, leading_party, flags, submitted_by, submitted_at)
          values (${v.resultId}, ${v.electionId}, ${v.pollingUnitId}::bigint, ${v.source}, ${v.status}, ${v.version},
            ${intArray(v.votes)}, ${v.voidVotes}, ${v.totalVotes}, ${v.accredited}, ${v.registered}, ${v.leading},
            ${flagCodes}, ${v.submittedBy}, ${v.submittedAt})`
      : sql`/* results.replace */ update results set status = ${v.status}, version = ${v.version},
            votes = ${intArray(v.votes)}, void_votes = ${v.voidVotes}, total_votes = ${v.totalVotes},
            accredited = ${v.accredited}, registered = ${v.registered}, leading_party = ${v.leading}, flags = ${flagCodes},
            submitted_by = ${v.submittedBy}, submitted_at = ${v.submittedAt}, decided_by = null, decided_at = null,
            reason = null, updated_at = clock_timestamp()
          where id = ${v.resultId}`;
  const version = sql`/* results.version */ insert into result_versions (result_id, version, submission_id, votes,
      void_votes, accredited, registered, boxes, flags, sheet_file_id, late, accepted_as, idempotency_key, request_hash, digest,
      submitted_by, submitted_at)
    values (${v.resultId}, ${v.version}, ${v.submissionId}, ${intArray(v.votes)}, ${v.voidVotes}, ${v.accredited},
      ${v.registered}, ${v.boxes && JSON.stringify(v.boxes)}, ${JSON.stringify(v.flags)}, ${v.sheetFileId}, ${v.late}, ${v.status},
      ${v.idempotencyKey}, ${v.requestHash}, ${v.digest}, ${v.submittedBy}, ${v.submittedAt})`;
  await Promise.all([current.execute(tx), version.execute(tx)]);
}

/** What a decision is taken on; the result's row is locked. */
export interface DecisionGround {
  id: ResultId;
  electionId: ElectionId;
  electionStatus: ElectionStatus;
  electionName: string;
  pollingUnitId: LocationId;
  unitName: string;
  unitCode: string;
  source: Source;
  status: ResultStatus;
  version: number;
  votes: number[];
  voidVotes: number;
  accredited: number;
  registered: number | null;
  flags: string[];
  submittedBy: UserId;
  wardHasAdmin: boolean;
}

export async function loadDecisionGround(tx: Tx, resultId: ResultId): Promise<DecisionGround | undefined> {
  const { rows } = await sql<DecisionGround>`select r.id, r.election_id as "electionId", e.status as "electionStatus",
      e.name as "electionName", r.polling_unit_id as "pollingUnitId", u.name as "unitName", u.code as "unitCode",
      r.source, r.status, r.version, r.votes, r.void_votes as "voidVotes", r.accredited, r.registered, r.flags,
      r.submitted_by as "submittedBy",
      exists (select from users w where w.role = 'ward_admin' and w.status = 'ACTIVE' and w.area_id = u.parent_id) as "wardHasAdmin"
    from results r join elections e on e.id = r.election_id join locations u on u.id = r.polling_unit_id
    where r.id = ${resultId} for update of r`.execute(tx);
  return rows[0];
}

const ACTIONS = { verify: 'verified', return: 'returned', dispute: 'disputed', cancel: 'cancelled' } as const;

/** Moves the result and remembers who moved it. */
export async function storeDecision(
  tx: Tx,
  decision: {
    resultId: ResultId;
    version: number;
    decision: Decision;
    by: UserId | null;
    reason: string | null;
    at: Date;
  },
): Promise<void> {
  const action = ACTIONS[decision.decision];
  await Promise.all([
    tx
      .updateTable('results')
      .set({
        status: action,
        decided_by: decision.by,
        decided_at: decision.at,
        reason: decision.reason,
        updated_at: sql<Date>`clock_timestamp()`,
      })
      .where('id', '=', decision.resultId)
      .execute(),
    tx
      .insertInto('result_decisions')
      .values({
        result_id: decision.resultId,
        version: decision.version,
        action,
        decided_by: decision.by,
        reason: decision.reason,
        decided_at: decision.at,
      })
      .execute(),
  ]);
}

/** True if the file exists and this person uploaded it: nobody attaches another's sheet. */
export async function ownsFile(tx: Tx, fileId: FileId, userId: UserId): Promise<boolean> {
  const { rows } = await sql`/* results.sheet */ select from files
    where id = ${fileId}::uuid and uploaded_by = ${userId}::uuid`.execute(tx);
  return rows.length > 0;
}
