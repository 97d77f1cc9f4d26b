import type { DisputeId, ElectionId, FileId, ResultId, UserId } from '@ec/contract/common';
import type { ElectionConfiguration, ElectionStatus, Source } from '@ec/contract/elections';
import type { LocationId } from '@ec/contract/location-id';
import type { Flag, ResultStatus } from '@ec/contract/results';
import type { Role } from '@ec/contract/roles';
import type { Ec8aBoxes } from '@ec/contract/sheet';
import { sql } from 'kysely';
import { statement, type Tx } from '../../platform/database.ts';
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

const selectGround = statement<SubmissionGround>(
  'results.ground',
  `select e.name as "electionName", e.status as "electionStatus", e.closes_at as "closesAt", e.parties, e.configuration,
      exists (select from election_areas a where a.election_id = e.id and a.location_id = any ($4::bigint[])) as covered,
      u.code as "unitCode", u.name as "unitName", u.registered_voters as "registerVoters",
      r.id as "resultId", r.status, r.version, r.votes, r.void_votes as "voidVotes", r.accredited, r.registered
    from elections e
    join locations u on u.id = $2::bigint and u.type = 'polling_unit'
    left join lateral (
      select * from results where election_id = e.id and source = $3 and polling_unit_id = $2::bigint for update
    ) r on true
    where e.id = $1::uuid`,
);

/**
 * Loads it and locks the unit's result, in one statement. `chain` is the unit's areas from the nation down; the unit is
 * covered when one of them is among the election's areas. Undefined where election or unit does not exist.
 */
export async function loadSubmissionGround(
  tx: Tx,
  key: { electionId: ElectionId; pollingUnitId: LocationId; source: Source; chain: readonly LocationId[] },
): Promise<SubmissionGround | undefined> {
  const [row] = await selectGround(tx, [key.electionId, key.pollingUnitId, key.source, `{${key.chain.join(',')}}`]);
  return row;
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

const selectByKey = statement<StoredReceipt>(
  'results.by_key',
  `select v.result_id as "resultId", v.submission_id as "submissionId", v.version, v.accepted_as as status, v.flags,
      v.submitted_at as "submittedAt", v.digest, v.request_hash as "requestHash"
    from result_versions v where v.submitted_by = $1::uuid and v.idempotency_key = $2`,
);

/** The submission this person made under the key before, if any. */
export async function findByIdempotencyKey(tx: Tx, userId: UserId, key: string): Promise<StoredReceipt | undefined> {
  const [row] = await selectByKey(tx, [userId, key]);
  return row;
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

const insertResult = statement(
  'results.insert',
  `insert into results (id, status, version, votes, void_votes, total_votes, accredited, registered, leading_party, flags,
      submitted_by, submitted_at, election_id, polling_unit_id, source)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
);
const replaceResult = statement(
  'results.replace',
  `update results set status = $2, version = $3, votes = $4, void_votes = $5, total_votes = $6, accredited = $7,
      registered = $8, leading_party = $9, flags = $10, submitted_by = $11, submitted_at = $12, decided_by = null,
      decided_at = null, reason = null, updated_at = clock_timestamp()
    where id = $1`,
);
const insertVersion = statement(
  'results.version',
  `insert into result_versions (result_id, version, submission_id, votes, void_votes, accredited, registered, boxes, flags,
      sheet_file_id, late, accepted_as, idempotency_key, request_hash, digest, submitted_by, submitted_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
);

/** Stores the version and makes it the unit's current one; the caller has locked the result where there was one. */
export async function storeVersion(tx: Tx, v: NewVersion): Promise<void> {
  const votes = intArray(v.votes);
  const flagCodes = `{${v.flags.map((flag) => flag.code).join(',')}}`;
  const sums = [v.voidVotes, v.totalVotes, v.accredited, v.registered, v.leading];
  const current = [v.resultId, v.status, v.version, votes, ...sums, flagCodes, v.submittedBy, v.submittedAt];
  const sheet = [v.boxes && JSON.stringify(v.boxes), JSON.stringify(v.flags), v.sheetFileId, v.late, v.status];
  const proof = [v.idempotencyKey, v.requestHash, v.digest, v.submittedBy, v.submittedAt];
  const figures = [v.resultId, v.version, v.submissionId, votes, v.voidVotes, v.accredited, v.registered];
  await Promise.all([
    v.version === 1
      ? insertResult(tx, [...current, v.electionId, v.pollingUnitId, v.source])
      : replaceResult(tx, current),
    insertVersion(tx, [...figures, ...sheet, ...proof]),
  ]);
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
  dispute: OpenDispute | null;
}

export interface OpenDispute {
  id: DisputeId;
  raisedBy: UserId | null;
  raisedRole: Role | null;
  assignee: UserId | null;
}

/** Loads it and locks the result's row; the dispute is read after that, so that it is the one of now. */
export async function loadDecisionGround(tx: Tx, resultId: ResultId): Promise<DecisionGround | undefined> {
  const { rows } = await sql<
    Omit<DecisionGround, 'dispute'>
  >`select r.id, r.election_id as "electionId", e.status as "electionStatus",
      e.name as "electionName", r.polling_unit_id as "pollingUnitId", u.name as "unitName", u.code as "unitCode",
      r.source, r.status, r.version, r.votes, r.void_votes as "voidVotes", r.accredited, r.registered, r.flags,
      r.submitted_by as "submittedBy",
      exists (select from users w where w.role = 'ward_admin' and coalesce(w.status_before, w.status) = 'ACTIVE' and w.area_id = u.parent_id) as "wardHasAdmin"
    from results r join elections e on e.id = r.election_id join locations u on u.id = r.polling_unit_id
    where r.id = ${resultId} for update of r`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const open =
    await sql<OpenDispute>`select id, raised_by as "raisedBy", raised_role as "raisedRole", assignee_id as assignee
    from disputes where result_id = ${resultId} and resolved_at is null`.execute(tx);
  return { ...row, dispute: open.rows[0] ?? null };
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
