import { type AlertGroupList, type AlertGroupQuery, groupKey } from '@ec/contract/alerts/bulk';
import { ALERT_RULES } from '@ec/contract/alerts/schemas';
import {
  childType,
  LOCATION_TYPES,
  type LocationId,
  locationType,
  type LocationType,
} from '@ec/contract/geography/location-id';
import { loadNames } from '../../platform/database/places.ts';
import { type Actor, areasOf, boundedArea } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { linkOf, shownChain, toAlerts } from './alert-answers.ts';
import { countPriorities, listGroups } from './group-queries.ts';
import { listByIds, newestAlert } from './queries.ts';

const PAGE = 20;

/** The level of the places below the widest of the areas: zones for the nation, wards for an LGA. */
function levelBelow(areas: readonly LocationId[]): LocationType {
  const types = areas.map(locationType);
  const widest = LOCATION_TYPES.find((type) => types.includes(type)) ?? 'polling_unit';
  return childType(widest) ?? widest;
}

/** One page of groups: a line for each rule, priority and area below the reader's, or below the one that the list is narrowed to. */
export async function alertGroups(reading: ReadContext, actor: Actor, query: AlertGroupQuery): Promise<AlertGroupList> {
  const own = areasOf(actor);
  const asked = areaFromReference(query.area);
  const area = asked === undefined ? undefined : boundedArea(actor, asked);
  const level = levelBelow(area === undefined ? own : [area]);
  const who = { reader: actor, now: reading.now };
  const { sort, ...rest } = query;
  const filter = { ...rest, area };
  const [{ rows, total }, priorities, newest] = await Promise.all([
    listGroups(reading.db, who, { ...filter, level }, { ...pageOf(query, PAGE), sort }),
    countPriorities(reading.db, who, { ...filter, priority: undefined }),
    newestAlert(reading.db, who),
  ]);
  const single = rows.filter(({ count }) => count === 1).map(({ newest }) => newest.id);
  const [names, alerts] = await Promise.all([
    loadNames(
      reading.db,
      rows.map(({ areaId }) => areaId),
    ),
    listByIds(reading.db, who, single).then((found) => toAlerts(reading, actor, found)),
  ]);
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  return {
    groups: rows.map(({ rule, priority, areaId, count, open, unread, createdAt, newest: first }) => ({
      key: groupKey({ rule, priority, level, areaId }),
      rule,
      priority,
      type: first.type,
      title: rule === 'manual' ? first.title : ALERT_RULES[rule].title,
      area: linkOf(areaId, names),
      chain: shownChain(areaId, names),
      count,
      open,
      unread,
      newestAt: createdAt.toISOString(),
      newest: { id: first.id, message: first.message },
      only: count === 1 ? (byId.get(first.id) ?? null) : null,
    })),
    total,
    priorities,
    newestId: newest?.id ?? null,
  };
}
