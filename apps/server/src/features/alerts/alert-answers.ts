import { RESOLVED_BY_SYSTEM } from '@ec/contract/alerts/bulk';
import type { Alert } from '@ec/contract/alerts/schemas';
import type { SecurityAlertList } from '@ec/contract/security/schemas';
import { type LocationId, locationType } from '@ec/contract/geography/location-id';
import { ROLES } from '@ec/contract/permissions/roles';
import type { Actor } from '../../platform/http/actor.ts';
import type { WorkContext } from '../../platform/http/context.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { photosOf } from './photos/photo-rules.ts';
import { type AlertRow, listSecurityAlerts } from './queries.ts';
import { relatedResource } from './resource-rules.ts';
import { mayPassOn, seesNames, takesCare } from './rules.ts';

type Reading = Pick<WorkContext, 'db' | 'organisation' | 'now'>;

const REGION_LINKS = 2;

/** The chain of places from the state down; for a wider place from the nation. */
export function shownChain(place: LocationId, names: ReadonlyMap<LocationId, string>): Alert['chain'] {
  const chain = chainLinks(place, names);
  return chain.length > REGION_LINKS ? chain.slice(REGION_LINKS) : chain;
}

export const linkOf = (id: LocationId, names: ReadonlyMap<LocationId, string>) => ({
  id,
  type: locationType(id),
  name: names.get(id) ?? '',
});

/** The name of the user who raised it, for readers who see names; officers see the office. */
function sourceOf(row: AlertRow, showsNames: boolean): string {
  if (row.rule !== 'manual') return `System: ${row.title}`;
  if (!row.raisedBy) return 'System';
  return showsNames ? row.raisedBy.name : ROLES[row.raisedBy.role].title;
}

function abilities(actor: Actor, row: AlertRow): Alert['can'] {
  const isTaken = row.acknowledgedAt !== null;
  const isOver = row.resolvedAt !== null;
  const mayGive = !isOver && (isTaken ? mayPassOn(actor, row) : takesCare(actor));
  return {
    acknowledge: !isTaken && !isOver && takesCare(actor),
    giveOwner: mayGive,
    resolve: mayGive && !RESOLVED_BY_SYSTEM.includes(row.rule),
    snooze: !isOver && takesCare(actor),
  };
}

/** The alerts as the reader sees them. */
export async function toAlerts(
  { db, organisation }: Reading,
  actor: Actor,
  rows: readonly AlertRow[],
): Promise<Alert[]> {
  const names = await loadNames(
    db,
    rows.flatMap(({ areaId, levelId }) => [areaId, levelId]),
  );
  const { role, levels, areas, privileges } = actor;
  const reader = {
    role,
    levels,
    areas,
    electionMode: organisation.electionMode,
    privileges,
  };
  const showsNames = seesNames(actor);
  return rows.map((row) => {
    const { id, rule, title, message, type, priority, isRead, areaId, electionId, source, resultId, person } = row;
    const about = { rule, areaId, areaName: names.get(areaId) ?? '', resultId, person };
    return {
      id,
      rule,
      title,
      message,
      type,
      priority,
      isRead,
      source: sourceOf(row, showsNames),
      raisedBy: showsNames ? row.raisedBy : null,
      createdAt: row.createdAt.toISOString(),
      electionId,
      count: source,
      resultId,
      photosOf: photosOf(row),
      area: linkOf(areaId, names),
      chain: shownChain(areaId, names),
      relatedResource: relatedResource(about, reader),
      acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
      acknowledgedBy: showsNames ? row.acknowledgedBy : null,
      owner: showsNames ? row.owner : null,
      note: showsNames ? row.note : null,
      escalatedTo: row.escalatedAt ? linkOf(row.levelId, names) : null,
      escalatedAt: row.escalatedAt?.toISOString() ?? null,
      resolvedAt: row.resolvedAt?.toISOString() ?? null,
      resolvedBy: showsNames ? row.resolvedBy : null,
      snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
      can: abilities(actor, row),
    };
  });
}

/** The open alerts of the audience `security` in the reader's areas, newest first. */
export async function securityAlerts(
  reading: Reading,
  actor: Actor,
  page: { limit: number; offset: number },
): Promise<SecurityAlertList> {
  const { rows, total } = await listSecurityAlerts(reading.db, { reader: actor, now: reading.now }, page);
  return { alerts: await toAlerts(reading, actor, rows), total };
}
