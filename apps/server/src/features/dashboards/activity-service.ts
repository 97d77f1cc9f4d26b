import { decideAccess } from '@ec/contract/permissions/decide-access';
import { ROLE_IDS } from '@ec/contract/permissions/roles';
import type { Activity } from '@ec/contract/dashboards/schemas';
import { ancestorOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { loadNames } from '../../platform/database/places.ts';
import { type ActivityRow, listActivity } from './queries.ts';
import { ACTIVITIES, ACTIVITY_EVENTS, ACTIVITY_READERS } from './rules.ts';
import { shared, type Sources } from './sources.ts';
import { ownCount } from '../elections/rules.ts';
import { visibleRequesters } from '../users/rules.ts';

/** "Polling Unit 3, Ikeja": a unit or ward with its LGA, anything wider by its name. */
function placeName(area: LocationId | null, names: ReadonlyMap<LocationId, string>): string {
  if (area === null) return 'the organisation';
  const lga = ancestorOf(area, 'lga');
  const own = names.get(area) ?? 'a deleted place';
  const type = locationType(area);
  return lga !== undefined && (type === 'ward' || type === 'polling_unit') ? `${own}, ${names.get(lga) ?? ''}` : own;
}

function toActivity(row: ActivityRow, names: ReadonlyMap<LocationId, string>): Activity {
  const { text = row.event, page = null } = ACTIVITIES[row.event] ?? {};
  // In one pass and with a function: a name may contain braces or dollar signs.
  const description = text.replaceAll(/\{(who|place)\}/g, (part) =>
    part === '{who}' ? (row.who ?? 'The system') : placeName(row.areaId, names),
  );
  const id = row.resourceId;
  const actionUrl = page?.includes('{id}') ? id && page.replace('{id}', encodeURIComponent(id)) : page;
  return { id: String(row.id), description, timestamp: row.at.toISOString(), actionUrl };
}

/**
 * Recent events in the areas that the reader can see (for readers of one count, only that count), newest first. Empty for a reader without access.
 */
export async function recentActivity(
  context: Pick<ReadContext, 'db' | 'organisation'>,
  sources: Sources,
  actor: Actor,
  areas: readonly LocationId[],
  limit: number,
): Promise<Activity[]> {
  const subject = { ...actor, electionMode: context.organisation.electionMode };
  if (!decideAccess(subject, ACTIVITY_READERS).allowed) return [];
  const events = ACTIVITY_EVENTS.filter((event) => decideAccess(subject, ACTIVITIES[event]?.need ?? {}).allowed);
  const source = ownCount(actor.role);
  const roles = visibleRequesters(actor.role);
  const requesters = roles.length < ROLE_IDS.length ? { userId: actor.userId, roles } : undefined;
  // Those who see some requests only see their own beside them, and share with no one else.
  const asker = requesters && events.some((event) => event.startsWith('approval.')) ? actor.userId : '';
  const question = `activity ${areas.join(' ')} ${limit} ${source} ${events.join(' ')} ${asker}`;
  const { activity } = await shared(sources, question, async () => {
    const rows = await listActivity(context.db, { areas, events, source, requesters }, limit);
    const names = await loadNames(
      context.db,
      rows.flatMap(({ areaId }) => areaId ?? []),
    );
    return { activity: rows.map((row) => toActivity(row, names)) };
  });
  return activity;
}
