import type { ResultId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

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
