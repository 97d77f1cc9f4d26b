import type { ResultId, UserId } from '@ec/contract/base/common';
import type { UnusualCheck } from '@ec/contract/unusual/checks';
import type { UnusualStep } from '@ec/contract/unusual/schemas';
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
