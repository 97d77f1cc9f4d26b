import type { DisputeId, ElectionId, ResultId, UserId } from '@ec/contract/common';
import type { ElectionStatus, Source } from '@ec/contract/elections';
import type { LocationId } from '@ec/contract/location-id';
import type { ResultStatus } from '@ec/contract/results';
import type { Role } from '@ec/contract/roles';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { Decision } from './rules.ts';
import type {} from './tables.ts';

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
