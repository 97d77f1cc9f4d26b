import type { ResultId, UserId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { Decision } from './decision-rules.ts';
import {
  SECOND_ENTRY_COLUMNS,
  type SecondEntryRow,
  SENDER_COLUMNS,
  TAKEOVER_COLUMNS,
  WARD_DECIDES,
} from './queries.ts';
import type { DecisionGround, OpenDispute } from './dispute-hooks.ts';
import type { LocationId } from '@ec/contract/geography/location-id';
import { officerRoles, type Role } from '@ec/contract/permissions/roles';
type SenderGround = Pick<
  DecisionGround,
  | 'controls'
  | 'device'
  | 'desk'
  | 'wardDecides'
  | 'photoAwaited'
  | 'takenOver'
  | 'takeoverAskedAt'
  | keyof SecondEntryRow
>;

/** Loads it and locks the result's row; what hangs on the row is read after that, so that it is that of its newest version. */
export async function loadDecisionGround(tx: Tx, resultId: ResultId): Promise<DecisionGround | undefined> {
  const { rows } = await sql<
    Omit<DecisionGround, 'dispute' | keyof SenderGround>
  >`select r.id, r.election_id as "electionId", e.status as "electionStatus",
      e.name as "electionName", r.polling_unit_id as "pollingUnitId", u.name as "unitName", u.code as "unitCode",
      r.source, r.status, r.version, r.votes, r.void_votes as "voidVotes", r.accredited, r.registered, r.flags,
      r.submitted_by as "submittedBy", r.submitted_at as "submittedAt"
    from results r join elections e on e.id = r.election_id join locations u on u.id = r.polling_unit_id
    where r.id = ${resultId} for update of r`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const open =
    await sql<OpenDispute>`select id, raised_by as "raisedBy", raised_role as "raisedRole", assignee_id as assignee
    from disputes where result_id = ${resultId} and resolved_at is null`.execute(tx);
  const sender =
    await sql<SenderGround>`select ${SENDER_COLUMNS}, ${TAKEOVER_COLUMNS}, ${SECOND_ENTRY_COLUMNS}, ${WARD_DECIDES} as "wardDecides",
      v.photo_declared and v.photo_file_id is null as "photoAwaited"
    from results r join elections e on e.id = r.election_id join locations u on u.id = r.polling_unit_id
    join versions_with_photo v on v.result_id = r.id and v.version = r.version
    where r.id = ${resultId}`.execute(tx);
  if (!sender.rows[0]) throw new Error('a result without its newest version');
  return { ...row, ...sender.rows[0], dispute: open.rows[0] ?? null };
}

/** The officers who send the unit's results of the count now, who may be others than the one who sent a version. */
export async function listOfficers(tx: Tx, { pollingUnitId, source }: DecisionGround): Promise<UserId[]> {
  const officers = await tx
    .selectFrom('users')
    .select('id')
    .where('area_id', '=', pollingUnitId)
    .where('role', 'in', officerRoles(source))
    .where('status', '=', 'ACTIVE')
    .execute();
  return officers.map(({ id }) => id);
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
  // In this order: a result takes no status that its record does not give it.
  await Promise.all([
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
  ]);
}

/** Notes who has taken over the result; its row is locked, so that no decision comes between. */
export async function storeTakeover(
  tx: Tx,
  takeover: {
    resultId: ResultId;
    version: number;
    by: UserId;
    role: Role;
    area: LocationId;
    reason: string;
    at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('result_takeovers')
    .values({
      result_id: takeover.resultId,
      version: takeover.version,
      after_decisions: sql<number>`(select count(*) from result_decisions where result_id = ${takeover.resultId})`,
      taken_by: takeover.by,
      taken_role: takeover.role,
      taken_area: takeover.area,
      reason: takeover.reason,
      taken_at: takeover.at,
    })
    .execute();
}

/** Notes that the officer requested a takeover of the version. */
export async function storeTakeoverRequest(
  tx: Tx,
  { resultId, version, by, at }: { resultId: ResultId; version: number; by: UserId; at: Date },
): Promise<void> {
  await tx
    .insertInto('takeover_requests')
    .values({ result_id: resultId, version, asked_by: by, asked_at: at })
    .execute();
}
