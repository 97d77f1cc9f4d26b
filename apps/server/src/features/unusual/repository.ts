import type { ElectionId, ResultId, UserId } from '@ec/contract/base/common';
import type { UnusualCheck } from '@ec/contract/unusual/checks';
import type { EarlierElectionId } from '@ec/contract/unusual/earlier';
import type { UnusualStep } from '@ec/contract/unusual/schemas';
import type { CheckSettings } from '@ec/contract/unusual/settings';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Locks the result until the transaction ends, so that its version and its steps stand still. */
export async function lockResult(tx: Tx, id: ResultId): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select version from results where id = ${id}::uuid for no key update`.execute(tx);
  return rows[0]?.version;
}

export interface NewStep {
  resultId: ResultId;
  version: number;
  check: UnusualCheck;
  change: UnusualStep['change'];
  explanation: string;
  covers: readonly string[];
  by: UserId;
  at: Date;
}

export async function insertStep(tx: Tx, step: NewStep): Promise<void> {
  await tx
    .insertInto('unusual_steps')
    .values({
      result_id: step.resultId,
      version: step.version,
      check_name: step.check,
      change: step.change,
      explanation: step.explanation,
      covers: [...step.covers],
      by_user_id: step.by,
      created_at: step.at,
    })
    .execute();
}

/** Locks the election until the transaction ends, so that two who change its checks come one after the other. */
export async function lockElection(tx: Tx, id: ElectionId): Promise<void> {
  await sql`select from elections where id = ${id}::uuid for no key update`.execute(tx);
}

export interface StoredSettings {
  electionId: ElectionId;
  checks: CheckSettings;
  earlierId: EarlierElectionId | null;
  explains: boolean;
  alerts: boolean;
  version: number;
  by: UserId;
  at: Date;
}

export async function saveSettings(tx: Tx, settings: StoredSettings): Promise<void> {
  const { electionId, checks, earlierId, explains, alerts, version, by, at } = settings;
  const values = {
    checks: JSON.stringify(checks),
    earlier_id: earlierId,
    explains,
    alerts,
    version,
    changed_by: by,
    changed_at: at,
  };
  await tx
    .insertInto('unusual_settings')
    .values({ election_id: electionId, ...values })
    .onConflict((conflict) => conflict.column('election_id').doUpdateSet(values))
    .execute();
}
