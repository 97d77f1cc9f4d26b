import { placeOfForm } from '@ec/contract/collations/chain';
import type { ElectionId } from '@ec/contract/base/common';
import type { CollationId } from '@ec/contract/collations/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Db } from '../../platform/database/database.ts';
import { type Actor, isInsideOwn } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { notify } from '../notifications/notify.ts';
import { CONTROL_WORDS } from '../results/refusal-answers.ts';
import { reviewedOf } from './answers.ts';
import { type CollationRecord, findCollation, isAgentOf } from './queries.ts';
import { holdForms, markOutOfDate, storeDecision } from './repository.ts';
import {
  acknowledgeRefusal,
  type CollationDecision,
  type CollationRefusal,
  decisionRefusal,
  formsAbove,
  movedTo,
} from './rules.ts';

/** Tells those who look at the forms that they changed. */
export async function announceForms(
  write: WriteContext,
  electionId: ElectionId,
  forms: readonly { id: CollationId; areaId: LocationId }[],
): Promise<void> {
  await write.emitAll(
    forms.map(({ id, areaId }) => ({ type: 'collation.changed' as const, electionId, collationId: id, area: areaId })),
  );
}

/** The form as far as the person may read it: administrators and moderators by their area, others what they or their centre's agents entered. */
export async function requireCollation(db: Db, actor: Actor, id: CollationId): Promise<CollationRecord> {
  const record = await findCollation(db, id);
  const reads = actor.levels.disputes !== 'none';
  if (!record) throw new AppError('NOT_FOUND');
  if ((reads && isInsideOwn(actor, record.areaId)) || record.submittedBy === actor.userId) return record;
  if (await isAgentOf(db, actor.userId, record.electionId, record.areaId)) return record;
  throw new AppError('NOT_FOUND');
}

/** The form for those who compare it with our own figures: in their areas alone. */
export async function requireInsideCollation(db: Db, actor: Actor, id: CollationId): Promise<CollationRecord> {
  const record = await findCollation(db, id);
  if (!record || !isInsideOwn(actor, record.areaId)) throw new AppError('NOT_FOUND');
  return record;
}

/** The same for a change: the forms of its election are held from then on. */
export async function heldCollation(write: WriteContext, id: CollationId): Promise<CollationRecord> {
  const found = await findCollation(write.tx, id);
  if (!found) throw new AppError('NOT_FOUND');
  await holdForms(write.tx, found.electionId);
  const record = await findCollation(write.tx, id);
  if (!record) throw new AppError('NOT_FOUND');
  return record;
}

const DONE = { verify: 'verified', return: 'returned', dispute: 'disputed' } as const;

function refuse(refusal: CollationRefusal, { status, lockedBy }: CollationRecord, action: string): never {
  switch (refusal.code) {
    case 'COLLATION_TRANSITION':
      throw new AppError('COLLATION_TRANSITION', { status, action });
    case 'NOT_PERMITTED':
      throw new AppError('NOT_PERMITTED', { action: 'decide on forms of collation' });
    case 'CONTROLS_SENDER':
      throw new AppError('CONTROLS_SENDER', { act: CONTROL_WORDS[refusal.act] });
    case 'COLLATION_LOCKED':
      throw new AppError('COLLATION_LOCKED', { formCode: lockedBy?.formCode ?? '', area: lockedBy?.area ?? '' });
    default:
      throw new AppError(refusal.code);
  }
}

function refuseArchived({ electionStatus: status }: CollationRecord): void {
  if (status === 'archived') throw new AppError('ELECTION_NOT_LIVE', { status });
}

export interface DecisionInput {
  version: number;
  ground?: string | null;
  reason?: string | undefined;
}

/** Takes one decision on a form. Whatever opens or changes a form under verified ones marks these out of date. */
export async function decideCollation(
  write: WriteContext,
  actor: Actor,
  id: CollationId,
  decision: CollationDecision,
  input: DecisionInput,
): Promise<void> {
  const { tx, now } = write;
  const record = await heldCollation(write, id);
  const refusal = decisionRefusal(actor, reviewedOf(record), decision);
  if (refusal) refuse(refusal, record, DONE[decision]);
  if (input.version !== record.version) throw new AppError('CONFLICT');
  refuseArchived(record);
  if (decision === 'verify' && record.photos.length === 0 && !input.reason)
    throw new AppError('VERIFY_WITHOUT_PHOTO').at({ path: 'comment', message: 'Write what you verified the form by' });
  const action = movedTo(decision);
  const { ground = null, reason = null } = input;
  await storeDecision(tx, { id, version: record.version, action, ground, reason, by: actor, at: now });
  const outdated =
    decision === 'verify'
      ? []
      : await markOutOfDate(tx, record.electionId, formsAbove(record.electionType, record), {
          by: actor,
          at: now,
          reason: `${record.formCode} of ${placeOfForm(record.areaName, record.constituencyName)} was ${action}`,
        });
  await write.audit({
    event: `collation.${action}`,
    resourceId: id,
    areaId: record.areaId,
    previous: { status: record.status, version: record.version },
    next: {
      status: action,
      version: record.version,
      ...(ground && { ground }),
      ...(reason && { reason }),
      ...(outdated.length > 0 && { outOfDate: outdated.map((form) => form.id) }),
    },
  });
  await announceForms(write, record.electionId, [{ id, areaId: record.areaId }, ...outdated]);
  if (record.submittedBy !== actor.userId)
    await notify(write, {
      userIds: [record.submittedBy],
      topic: decision === 'return' ? 'returned' : 'results',
      type: decision === 'verify' ? 'success' : 'warning',
      title: `Form ${action}`,
      message: `${record.formCode} of ${placeOfForm(record.areaName, record.constituencyName)} for ${record.electionName} was ${action}${reason ? `: ${reason}` : '.'}`,
      actionUrl: `/collations/${id}`,
    });
}

/** Notes that the form was looked at after one below it changed: it counts as up to date again. */
export async function acknowledgeCollation(
  write: WriteContext,
  actor: Actor,
  id: CollationId,
  { version, comment }: { version: number; comment?: string | undefined },
): Promise<void> {
  const { tx, now } = write;
  const record = await heldCollation(write, id);
  const refusal = acknowledgeRefusal(actor, reviewedOf(record));
  if (refusal) refuse(refusal, record, 'acknowledged');
  if (version !== record.version) throw new AppError('CONFLICT');
  refuseArchived(record);
  const reason = comment ?? null;
  await storeDecision(tx, { id, version, action: 'acknowledged', ground: null, reason, by: actor, at: now });
  await write.audit({
    event: 'collation.acknowledged',
    resourceId: id,
    areaId: record.areaId,
    previous: { outOfDateAt: record.outOfDateAt?.toISOString() ?? null },
    next: { version, ...(reason && { reason }) },
  });
  await announceForms(write, record.electionId, [{ id, areaId: record.areaId }]);
}
