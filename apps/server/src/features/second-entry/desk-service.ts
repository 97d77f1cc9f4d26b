import type { DeskVersionRequest } from '@ec/contract/second-entry/desk';
import { policyOf } from '@ec/contract/second-entry/policy';
import type { SecondEntryDetail, SecondEntryId } from '@ec/contract/second-entry/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { formatsOf } from '../../platform/runtime/format.ts';
import { requireGround } from '../results/decision-service.ts';
import { storeDeskVersion } from '../results/desk/desk-version-service.ts';
import { entryDetail, requireArbiter, requireShown } from './arbiter-service.ts';
import { deskMaker, type LastVerdict, lastVerdict } from './desk-queries.ts';
import { faultOf } from './desk-offer-service.ts';
import { dueAt, sheetOf } from './desk-rules.ts';
import { type EntryRow, findEntry } from './queries.ts';
import { changeEntry, lockEntry } from './repository.ts';
import { formOf } from './rules.ts';

/** The entry with its result locked. Throws NOT_FOUND. */
async function lockForDesk(write: WriteContext, actor: Actor, id: SecondEntryId) {
  const seen = await requireShown(write.tx, actor, id);
  const ground = await requireGround(write.tx, seen.resultId);
  await lockEntry(write.tx, id);
  const row = await findEntry(write.tx, id);
  if (!row) throw new AppError('NOT_FOUND');
  return { ground, row };
}

/** Throws DESK_TOO_EARLY where the officer still has time and no reason is given. */
function requireReason(write: WriteContext, row: EntryRow, last: LastVerdict, reason: string | null) {
  const { deskMinutes: minutes } = policyOf(row.configuration);
  const due = dueAt(last.at, minutes);
  const over = write.now.getTime() >= due.getTime();
  if (!over && reason === null) {
    const { exact } = formatsOf(write.organisation.settings);
    throw new AppError('DESK_TOO_EARLY', { minutes, due: exact(due) }).at({ path: 'reason', message: 'Give a reason' });
  }
  return over ? 'no_answer' : 'unreachable';
}

/**
 * Makes the second entry the next version of the result, because its officer does not correct it. The result's row is locked first, as by a submission:
 * of the two the later one sees the other, and the officer's version stays. The same person again: it was made, and nothing changes. Throws NOT_FOUND,
 * CONFLICT, DESK_OVERTAKEN, DESK_NOT_POSSIBLE, DESK_TOO_EARLY, and what arbiterRefusal says.
 */
export async function makeDeskVersion(
  write: WriteContext,
  actor: Actor,
  id: SecondEntryId,
  { updatedAt, reason: given = '' }: DeskVersionRequest,
): Promise<SecondEntryDetail> {
  const { tx } = write;
  const { ground, row } = await lockForDesk(write, actor, id);
  const maker = await deskMaker(tx, id);
  if (maker === actor.userId) {
    write.noChange();
    return await entryDetail(tx, actor, id);
  }
  if (maker !== undefined) throw new AppError('CONFLICT');
  if (row.electionStatus === 'archived') throw new AppError('ELECTION_NOT_LIVE', { status: row.electionStatus });
  requireArbiter(actor, row, ground);
  const last = await lastVerdict(tx, id);
  const fault = faultOf(row, last);
  if (fault) throw new AppError(fault);
  if (row.updatedAt.toISOString() !== new Date(updatedAt).toISOString()) throw new AppError('CONFLICT');
  const { transcriber, figures } = row;
  if (!last || !transcriber || !figures) throw new AppError('DESK_NOT_POSSIBLE');
  const reason = given || null;
  const form = formOf(row);
  await storeDeskVersion(write, actor, ground, {
    sheet: {
      parties: row.parties,
      registerVoters: row.registerVoters,
      figures: sheetOf(figures, form, row.registerVoters),
    },
    act: {
      entryId: id,
      officer: row.desk?.officer.id ?? row.submittedBy,
      typedBy: transcriber.id,
      arbiter: last.by,
      decidedBy: actor.userId,
      ground: requireReason(write, row, last, reason),
      reason,
    },
  });
  await changeEntry(tx, id, { state: 'void' });
  await write.emit({ type: 'second_entry.changed', pollingUnitId: row.pollingUnitId });
  return await entryDetail(tx, actor, id);
}
