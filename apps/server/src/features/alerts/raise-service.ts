import { ALERT_RULES, type AlertId } from '@ec/contract/alerts/schemas';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import type { SystemWrite } from '../../platform/http/context.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { NewAlert } from './judge-rules.ts';
import { listAdministrators } from './queries.ts';
import { insertAlerts } from './repository.ts';
import { officeOf } from './rules.ts';
import { notifyReaders } from './notify-readers.ts';

/** The level where the search for a responsible administrator starts: for a unit its ward. */
const firstLevel = (place: LocationId): LocationId => ancestorOf(place, 'ward') ?? place;

/** Whether administrators are notified, besides the list; lockouts are shown on the security page instead. */
const isNotified = ({ rule }: NewAlert): boolean => rule !== 'lock_out';

/**
 * Raises the alerts that were not raised before: stores them with audit entries, notifies open consoles, and notifies the administrators of the
 * lowest level that has any besides the raiser. Returns the ids of the raised alerts.
 */
export async function raiseAlerts(write: SystemWrite, alerts: readonly NewAlert[]): Promise<AlertId[]> {
  if (alerts.length === 0) return [];
  const { tx, now } = write;
  const places = [...new Set(alerts.map(({ areaId }) => areaId))];
  const administrators = await listAdministrators(tx, places, write);
  const stored = alerts.map(({ from, ...alert }) => {
    const office = officeOf(alert.areaId, from ?? firstLevel(alert.areaId), administrators, alert.raisedBy);
    const { escalates } = ALERT_RULES[alert.rule];
    return { ...alert, id: newId<AlertId>(), level: office.level, people: office.people, escalates, createdAt: now };
  });
  const raised = await insertAlerts(tx, stored);
  const fresh = stored.filter(({ id }) => raised.has(id));
  await write.auditAll(
    fresh.map(({ id, areaId, rule, type, priority, title, message, electionId, resultId }) => ({
      event: 'alert.raised',
      resourceId: id,
      areaId,
      next: { rule, type, priority, title, message, electionId, resultId },
    })),
  );
  await write.emitAll(
    fresh.map(({ id, areaId, rule }) => ({
      type: 'alert.changed',
      alertId: id,
      area: areaId,
      audience: ALERT_RULES[rule].audience,
    })),
  );
  const news = fresh.filter(isNotified).map((alert) => {
    const people = alert.people.map(({ id }) => id);
    return { alert, level: alert.level, people };
  });
  await notifyReaders(write, news, (title) => title);
  return fresh.map(({ id }) => id);
}
