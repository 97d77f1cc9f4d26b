import {
  type AlertBatchId,
  type AlertBulkAnswer,
  type AlertBulkRequest,
  type AlertUndoAnswer,
  BULK_MOST,
  SNOOZE_HOURS_MOST,
  UNDO_MINUTES,
} from '@ec/contract/alerts/bulk';
import { ALERT_RULES, type AlertAudience } from '@ec/contract/alerts/schemas';
import type { AuditEvent } from '@ec/contract/audit/events';
import type { UserId } from '@ec/contract/base/common';
import { chainOf, isInside, type LocationId } from '@ec/contract/geography/location-id';
import type { DomainEvent } from '@ec/contract/events/schemas';
import { type Actor, areasOf, boundedArea } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference } from '../../platform/http/requests.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { notify } from '../notifications/notify.ts';
import { findResolver } from '../users/in-charge-queries.ts';
import { caretakersOf } from './acknowledge-service.ts';
import {
  endSnoozes,
  insertBatch,
  lockBatch,
  restore,
  storeOwners,
  storeResolutions,
  storeSnoozes,
} from './bulk-repository.ts';
import { type BulkRow, type BulkSum, type Chosen, lockChosen, lockUndoable, sumOfBulk } from './group-queries.ts';
import { newestAlert } from './queries.ts';
import { urgencyOf } from './rules.ts';
import { alertCounts, alertReaching } from './service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const EVENTS = {
  acknowledge: 'alert.acknowledged',
  assign: 'alert.assigned',
  resolve: 'alert.resolved',
  snooze: 'alert.snoozed',
  wake: 'alert.snoozed',
} as const satisfies Record<AlertBulkRequest['action'], AuditEvent>;

/** The narrowest area that holds both ends, and so all between them. */
function commonArea(first: LocationId, last: LocationId): LocationId {
  const area = chainOf(first).findLast((each) => isInside(last, each));
  return area ?? first;
}

const areaOfSum = ({ firstArea, lastArea }: BulkSum): LocationId | null =>
  firstArea === null || lastArea === null ? null : commonArea(firstArea, lastArea);

/** The alerts meant, up to the newest that the caller knows. */
async function choiceOf(write: WriteContext, actor: Actor, request: AlertBulkRequest) {
  areasOf(actor);
  const { ids, groups, upTo, filter } = request;
  const asked = areaFromReference(filter.area);
  const area = asked === undefined ? undefined : boundedArea(actor, asked);
  const newest =
    upTo === undefined
      ? await newestAlert(write.tx, { reader: actor, now: write.now })
      : await alertReaching(write, actor, upTo);
  const choice: Chosen = { filter: { ...filter, area }, ids, groups, through: newest?.seq ?? 0 };
  return { choice, newest };
}

/** Throws unless the owner may take all of the alerts: an administrator of the area that holds them. */
async function requireOwner(write: WriteContext, actor: Actor, ownerId: UserId, sum: BulkSum): Promise<void> {
  const areaId = areaOfSum(sum);
  if (ownerId === actor.userId || areaId === null) return;
  if (await findResolver(write.tx, caretakersOf({ areaId, rules: sum.rules }, write), ownerId)) return;
  throw new AppError('ALERT_OWNER').at({ path: 'ownerId', message: 'Choose an administrator of all these places' });
}

/** The end of the snooze. Throws for none, for one that is over, and for one beyond the most. */
function untilOf({ now }: WriteContext, { until }: AlertBulkRequest): Date {
  const end = until === undefined ? now : new Date(until);
  const latest = now.getTime() + SNOOZE_HOURS_MOST * HOUR_MS;
  if (end > now && end.getTime() <= latest) return end;
  const message = `Choose a time within the next ${SNOOZE_HOURS_MOST} hours`;
  throw new AppError('VALIDATION_FAILED').at({ path: 'until', message });
}

/** Changed alerts as events: one for each place and audience, whose consoles read their lists again. */
function changesOf(rows: readonly BulkRow[]): DomainEvent[] {
  const events = new Map<string, DomainEvent>();
  for (const { id, areaId, rule } of rows) {
    const audience: AlertAudience = ALERT_RULES[rule].audience;
    events.set(`${areaId} ${audience}`, { type: 'alert.changed', alertId: id, area: areaId, audience });
  }
  return [...events.values()];
}

async function apply(
  write: WriteContext,
  actor: Actor,
  request: AlertBulkRequest,
  { rows, batchId, ownerId }: { rows: readonly BulkRow[]; batchId: AlertBatchId; ownerId: UserId },
): Promise<Record<string, unknown>> {
  const { tx, now } = write;
  const { action } = request;
  const ids = rows.map(({ id }) => id);
  const note = request.note === undefined || request.note === '' ? null : request.note;
  if (action === 'wake') {
    await endSnoozes(tx, actor.userId, ids);
    return { until: null };
  }
  const until = action === 'snooze' ? untilOf(write, request) : now;
  await insertBatch(tx, { id: batchId, action, user_id: actor.userId, created_at: now }, ids);
  if (action === 'snooze') {
    await storeSnoozes(tx, ids, { userId: actor.userId, until, batchId });
    return { until: until.toISOString(), batchId };
  }
  if (action === 'resolve') {
    await storeResolutions(tx, ids, { by: actor.userId, note, at: now, batchId });
    return { note, batchId };
  }
  await storeOwners(tx, ids, { by: actor.userId, ownerId, note, at: now, batchId });
  return { ownerId, note, batchId };
}

async function notifyOwner(
  write: WriteContext,
  actor: Actor,
  userId: UserId,
  { rows, text }: { rows: readonly BulkRow[]; text: string },
): Promise<void> {
  const count = rows.length;
  await notify(write, {
    userIds: [userId],
    topic: 'alerts',
    type: 'info',
    title: `${count === 1 ? '1 alert' : `${count} alerts`} ${text}`,
    message: `By ${actor.name}. Open the list of alerts given to you.`,
    actionUrl: '/alerts?state=mine',
    ...urgencyOf(rows.map(({ priority }) => priority)),
  });
}

/** Changes all alerts chosen, or as a preview counts them. Each has its own audit entry; all are changed in one transaction. */
export async function changeMany(
  write: WriteContext,
  actor: Actor,
  request: AlertBulkRequest,
): Promise<AlertBulkAnswer> {
  const { action, preview } = request;
  const who = { reader: actor, now: write.now };
  const ownerId = action === 'acknowledge' || action === 'assign' ? (request.ownerId ?? actor.userId) : undefined;
  const { choice, newest } = await choiceOf(write, actor, request);
  const sum = await sumOfBulk(write.tx, who, choice, { action, ownerId });
  const { critical, high, medium, low } = sum;
  const answer = {
    action,
    changed: sum.changed,
    left: sum.meant - sum.changed,
    priorities: { critical, high, medium, low },
    upTo: newest?.id ?? null,
    areaId: areaOfSum(sum),
  };
  const nothing = (changed: number): AlertBulkAnswer => {
    write.noChange();
    return { id: null, ...answer, changed, left: sum.meant - changed, undoUntil: null };
  };
  if (preview || sum.changed === 0) return nothing(sum.changed);
  if (sum.changed > BULK_MOST) throw new AppError('ALERT_BULK_MOST', { count: sum.changed, most: BULK_MOST });
  if (ownerId !== undefined) await requireOwner(write, actor, ownerId, sum);
  const rows = await lockChosen(write.tx, who, choice, { action, ownerId, limit: BULK_MOST });
  // Others were faster.
  if (rows.length === 0) return nothing(0);
  const id = newId<AlertBatchId>();
  const next = await apply(write, actor, request, { rows, batchId: id, ownerId: ownerId ?? actor.userId });
  await write.auditAll(
    rows.map((row) => ({
      event: EVENTS[action],
      resourceId: row.id,
      areaId: row.areaId,
      ...(row.ownerId !== null && { previous: { ownerId: row.ownerId, note: row.note } }),
      next,
    })),
  );
  const isOwn = action === 'snooze' || action === 'wake';
  await write.emitAll(isOwn ? [{ type: 'alert.read', userId: actor.userId }] : changesOf(rows));
  const undoable = action !== 'wake';
  if (ownerId !== undefined && ownerId !== actor.userId) {
    await notifyOwner(write, actor, ownerId, { rows, text: 'given to you' });
  }
  return {
    ...answer,
    id: undoable ? id : null,
    changed: rows.length,
    left: sum.meant - rows.length,
    undoUntil: undoable ? new Date(write.now.getTime() + UNDO_MINUTES * MINUTE_MS).toISOString() : null,
  };
}

/** Puts the alerts of the caller's own change back as they were, but those that something else has changed since. */
export async function undoMany(write: WriteContext, actor: Actor, id: AlertBatchId): Promise<AlertUndoAnswer> {
  const batch = await lockBatch(write.tx, id, actor.userId);
  if (!batch) throw new AppError('NOT_FOUND');
  const isOver = write.now.getTime() - batch.created_at.getTime() > UNDO_MINUTES * MINUTE_MS;
  if (isOver || batch.undone_at !== null) throw new AppError('ALERT_UNDO_OVER');
  const rows = await lockUndoable(write.tx, { reader: actor, now: write.now }, id);
  await restore(
    write.tx,
    batch,
    rows.map((row) => row.id),
    write.now,
  );
  await write.auditAll(
    rows.map((row) => ({
      event: 'alert.restored',
      resourceId: row.id,
      areaId: row.areaId,
      previous: { batchId: id, action: batch.action },
    })),
  );
  if (rows.length === 0) write.noChange();
  const isOwn = batch.action === 'snooze';
  await write.emitAll(isOwn ? [{ type: 'alert.read', userId: actor.userId }] : changesOf(rows));
  const others = Map.groupBy(
    rows.filter(({ ownerId }) => !isOwn && ownerId !== null && ownerId !== actor.userId),
    ({ ownerId }) => ownerId,
  );
  if (batch.action === 'acknowledge' || batch.action === 'assign') {
    for (const [owner, theirs] of others) {
      if (owner !== null) await notifyOwner(write, actor, owner, { rows: theirs, text: 'taken back' });
    }
  }
  return { restored: rows.length, kept: batch.changed - rows.length, counts: await alertCounts(write, actor) };
}
