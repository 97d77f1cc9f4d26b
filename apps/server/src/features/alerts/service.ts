import { ALERT_COUNT_MOST } from '@ec/contract/alerts/limits';
import type {
  Alert,
  AlertCounts,
  AlertId,
  AlertList,
  AlertListQuery,
  RaiseAlertRequest,
} from '@ec/contract/alerts/schemas';
import { locationIdOf } from '@ec/contract/geography/location-id';
import { type Actor, areasOf, boundedArea, isInsideOwn } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { loadNames } from '../../platform/database/places.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { toAlerts } from './alert-answers.ts';
import { type AlertRow, countAlerts, findAlert, findByKey, listAlerts, newestSeq } from './queries.ts';
import { raiseAlerts } from './raise-service.ts';
import { markRead, markReadThrough } from './repository.ts';
import { reachOf } from './rules.ts';

const PAGE = 20;

/** One page of the alerts that the reader can see. */
export async function alertList(reading: ReadContext, actor: Actor, query: AlertListQuery): Promise<AlertList> {
  const asked = areaFromReference(query.area);
  areasOf(actor);
  const area = asked === undefined ? undefined : boundedArea(actor, asked);
  const [{ rows, total }, counts] = await Promise.all([
    listAlerts(
      reading.db,
      { reader: actor, now: reading.now },
      { ...query, area },
      { ...pageOf(query, PAGE), sort: query.sort },
    ),
    alertCounts(reading, actor),
  ]);
  return { alerts: await toAlerts(reading, actor, rows), total, ...counts };
}

export async function alertCounts({ db, now }: Pick<ReadContext, 'db' | 'now'>, actor: Actor): Promise<AlertCounts> {
  return await countAlerts(db, { reader: actor, now }, ALERT_COUNT_MOST);
}

/** The alert. Throws NOT_FOUND if the reader cannot see it. */
export async function alertReaching(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  actor: Actor,
  id: AlertId,
): Promise<AlertRow> {
  const row = await findAlert(db, { reader: actor, now }, id);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** One alert as the reader sees it. */
export async function oneAlert(reading: ReadContext, actor: Actor, id: AlertId): Promise<Alert> {
  const [alert] = await toAlerts(reading, actor, [await alertReaching(reading, actor, id)]);
  if (!alert) throw new AppError('NOT_FOUND');
  return alert;
}

const WORDS = ['title', 'message', 'type', 'priority'] as const;

/** Raises an alert about a place in the user's area; a repeated request with the same key of the user returns the stored one. */
export async function raiseByHand(
  write: WriteContext,
  actor: Actor,
  request: RaiseAlertRequest,
  sent: string,
): Promise<{ alert: Alert; repeated: boolean }> {
  const areaId = locationIdOf(request.area);
  const names = areaId === undefined || !isInsideOwn(actor, areaId) ? undefined : await loadNames(write.tx, [areaId]);
  if (areaId === undefined || !names?.has(areaId)) {
    throw new AppError('UNKNOWN_LOCATION', { reference: request.area }).at({
      path: 'area',
      message: 'Choose a place in your area',
    });
  }
  const { title, message, type, priority } = request;
  const none = { electionId: null, source: null, resultId: null, userId: null };
  const key = `manual:${actor.userId}:${sent}`;
  const alert = {
    rule: 'manual' as const,
    type,
    priority,
    title,
    message,
    areaId,
    raisedBy: actor.userId,
    key,
    ...none,
  };
  const [id] = await raiseAlerts(write, [alert]);
  if (id !== undefined) return { alert: await oneAlert(write, actor, id), repeated: false };
  const before = await findByKey(write.tx, { reader: actor, now: write.now }, key);
  if (!before) throw new AppError('NOT_FOUND');
  const isSame = before.areaId === areaId && WORDS.every((word) => before[word] === request[word]);
  if (!isSame) throw new AppError('ALERT_KEY_CONFLICT');
  write.noChange();
  return { alert: await oneAlert(write, actor, before.id), repeated: true };
}

/** Marks one alert as read; no change if it was read before. */
export async function readAlert(write: WriteContext, actor: Actor, id: AlertId): Promise<AlertCounts> {
  const row = await alertReaching(write, actor, id);
  const isNew = !row.isRead && (await markRead(write.tx, actor.userId, row.seq));
  if (isNew) await noteReading(write, actor, id);
  else write.noChange();
  return await alertCounts(write, actor);
}

/** Marks all alerts of the user up to the given one as read; without one, up to the newest. */
export async function readAllAlerts(
  write: WriteContext,
  actor: Actor,
  upTo: AlertId | undefined,
): Promise<AlertCounts> {
  areasOf(actor);
  const before = await alertCounts(write, actor);
  const seq = upTo === undefined ? await newestSeq(write.tx) : (await alertReaching(write, actor, upTo)).seq;
  if (before.unread === 0) {
    write.noChange();
    return before;
  }
  await markReadThrough(write.tx, actor.userId, seq, reachOf(actor));
  await noteReading(write, actor, upTo);
  return await alertCounts(write, actor);
}

async function noteReading(write: WriteContext, actor: Actor, id: AlertId | undefined): Promise<void> {
  await write.audit({ event: 'alert.read', resourceId: id, areaId: actor.area });
  await write.emit({ type: 'alert.read', userId: actor.userId });
}
