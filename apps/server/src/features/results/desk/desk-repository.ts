import type { ResultId, UserId } from '@ec/contract/base/common';
import type { DeskGround } from '@ec/contract/second-entry/desk';
import type { SecondEntryId } from '@ec/contract/second-entry/schemas';
import type { Tx } from '../../../platform/database/database.ts';
import { type SavedVersion, submissionWrites } from '../submission-repository.ts';

/** Who made a desk version, of which second entry, and why. */
export interface DeskAct {
  entryId: SecondEntryId;
  officer: UserId;
  typedBy: UserId;
  arbiter: UserId;
  decidedBy: UserId;
  ground: DeskGround;
  reason: string | null;
}

/** Stores the version like one that was sent, makes it the result's present one, moves the totals, and says where it came from. */
export async function insertDeskVersion(tx: Tx, saved: SavedVersion, act: DeskAct): Promise<void> {
  for (const query of submissionWrites([saved])) await tx.executeQuery(query);
  const { resultId, version, submittedAt } = saved.version;
  await tx.insertInto('desk_versions').values(rowOf(act, { resultId, version, submittedAt })).execute();
}

const rowOf = (act: DeskAct, made: { resultId: ResultId; version: number; submittedAt: Date }) => ({
  result_id: made.resultId,
  version: made.version,
  entry_id: act.entryId,
  officer_id: act.officer,
  typed_by: act.typedBy,
  arbiter_id: act.arbiter,
  decided_by: act.decidedBy,
  ground: act.ground,
  reason: act.reason,
  created_at: made.submittedAt,
});
