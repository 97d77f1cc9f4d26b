import { AUDIT_EVENTS, type AuditEvent } from '@ec/contract/audit/events';
import { type AuditLogFilters, eventsOfAction } from '@ec/contract/audit/schemas';
import { type LocationId, locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { type Actor, areasOf, boundedArea, isInsideOwn } from '../../platform/http/actor.ts';
import { type ChainStand, endOf } from '../../platform/audit/audit-stand.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { areaFromReference } from '../../platform/http/requests.ts';
import { searchTerms } from '../users/search-queries.ts';
import { byPeople, type Condition, placesOf, widePlacesOf } from './condition-queries.ts';
import { findPeriod, type Selection } from './queries.ts';
import { addressCondition, eventsLike, looksLikeAddress, widest } from './search-rules.ts';

const UNITS = { today: 'day', week: 'week', month: 'month' } as const;

/** The reader's limits: national roles see all entries, others those with a place in their areas. */
export function scopeOf(actor: Actor): Condition[] {
  const areas = areasOf(actor);
  return areas.includes(NATION) ? [] : [{ areas: widest(areas) }];
}

function eventCondition({ action, resource }: AuditLogFilters): Condition[] {
  if (action === undefined && resource === undefined) return [];
  const named = action === undefined ? (Object.keys(AUDIT_EVENTS) as AuditEvent[]) : eventsOfAction(action);
  return [{ events: named.filter((event) => resource === undefined || AUDIT_EVENTS[event].resource === resource) }];
}

/** The possible meanings of the search text as conditions; an entry matches if any of them holds. */
async function meanings(db: Db, actor: Actor, text: string): Promise<Condition[]> {
  const areas = areasOf(actor);
  // A code names one place; every code below it starts with it.
  const code = locationIdOf(text);
  const [people, places] = await Promise.all([
    byPeople(db, searchTerms(text), actor),
    code === undefined ? placesOf(db, text, areas) : [code].filter((area) => isInsideOwn(actor, area)),
  ]);
  const events = eventsLike(text);
  const found: Condition[] = [{ resourceIds: [...new Set([text, text.toLowerCase(), ...(people?.found ?? [])])] }];
  if (events.length > 0) found.push({ events });
  if (people) found.push(people.condition);
  if (looksLikeAddress(text)) found.push({ ip: addressCondition(text) });
  if (places) {
    const inside = widest(places);
    if (inside.length > 0) found.push({ areas: inside });
  } else {
    const wide: LocationId[] = widest(await widePlacesOf(db, text, areas));
    if (wide.length > 0) found.push({ areas: wide });
    found.push({ aboutPlacesLike: text });
  }
  return found;
}

/** The database calendar starts with the year 1. */
const moment = (time: string | undefined) => (time?.startsWith('0000') ? '0001-01-01T00:00:00Z' : time);

/** The filtered entries that the reader can see, up to the last link at this moment. */
export async function selectEntries(
  { db, organisation }: Pick<ReadContext, 'db' | 'organisation'>,
  actor: Actor,
  filters: AuditLogFilters,
  stand: ChainStand,
): Promise<Selection> {
  const end = endOf(stand);
  const { q, period, userId, system, resourceId, ip } = filters;
  const [from, to] = [moment(filters.from), moment(filters.to)];
  const asked = areaFromReference(filters.area);
  const unit = period === 'all' ? undefined : UNITS[period];
  const zone = organisation.settings.general.timezone;
  const timed = unit !== undefined || from !== undefined || to !== undefined;
  const [time, anyOf] = await Promise.all([
    timed ? findPeriod(db, { ...(from && { from }), ...(to && { to }), ...(unit && { unit }), zone, end }) : undefined,
    q ? meanings(db, actor, q) : null,
  ]);
  const scope: Condition[] = asked === undefined ? scopeOf(actor) : [{ areas: [boundedArea(actor, asked)] }];
  const conditions: Condition[] = [
    ...eventCondition(filters),
    ...(userId ? [{ userIds: [userId] }] : []),
    ...(system ? [{ system: true } as const] : []),
    ...(resourceId ? [{ resourceIds: [resourceId] }] : []),
    ...scope.filter((condition) => !('areas' in condition && condition.areas.includes(NATION))),
    ...(ip ? [{ ip: addressCondition(ip) }] : []),
    ...(time ? [{ from: time.from, to }] : []),
  ];
  return { conditions, anyOf, first: time?.first ?? 1, last: Math.min(end, time?.last ?? end) };
}
