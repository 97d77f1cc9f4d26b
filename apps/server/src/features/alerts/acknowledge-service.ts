import {
  type AcknowledgeAlertRequest,
  type Alert,
  ALERT_RULES,
  type AlertId,
  type AlertOwners,
  type AlertRule,
} from '@ec/contract/alerts/schemas';
import type { UserId } from '@ec/contract/base/common';
import { chainOf, type LocationId } from '@ec/contract/geography/location-id';
import { ADMIN_ROLES, type Role } from '@ec/contract/permissions/roles';
import { type Actor, boundedArea } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { areaFromReference } from '../../platform/http/requests.ts';
import { seesPhone } from '../../platform/identity/phones.ts';
import { notify } from '../notifications/notify.ts';
import type { AlertRow } from './queries.ts';
import { lockAlert, storeAcknowledgement } from './repository.ts';
import { mayPassOn, rulesReaching, takesCare, urgencyOf } from './rules.ts';
import { alertReaching, oneAlert } from './service.ts';
import { findResolver, listResolvers, type ResolverFilter } from '../users/in-charge-queries.ts';

const MOST = 50;

/** Administrators, those of the lowest office first. */
const NEAREST_FIRST: readonly Role[] = ADMIN_ROLES.toReversed();

/** The administrators who can be given alerts of the rules about the area, from the database. */
export function caretakersOf(
  { areaId, rules }: { areaId: LocationId; rules: readonly AlertRule[] },
  { organisation, now }: Pick<ReadContext, 'organisation' | 'now'>,
): ResolverFilter {
  const roles = NEAREST_FIRST.filter((role) => {
    const person = { role, levels: organisation.levels[role], privileges: null };
    const reaching = rulesReaching(person);
    return takesCare(person) && rules.every((rule) => reaching.includes(rule));
  });
  return { pollingUnitId: areaId, roles, except: [], privilege: 'canManageAlerts', now };
}
const caretakersOfAlert = ({ areaId, rule }: AlertRow, context: Pick<ReadContext, 'organisation' | 'now'>) =>
  caretakersOf({ areaId, rules: [rule] }, context);

/** The administrators who can be given the alert, the lowest office first. */
export async function alertOwners(
  reading: ReadContext,
  actor: Actor,
  id: AlertId,
  q: string | undefined,
): Promise<AlertOwners> {
  const row = await alertReaching(reading, actor, id);
  return await ownersOf(reading, actor, caretakersOfAlert(row, reading), q);
}

/** The administrators who can be given every alert of the area that administrators see. */
export async function ownersOfArea(
  reading: ReadContext,
  actor: Actor,
  { area, q }: { area: string; q?: string | undefined },
): Promise<AlertOwners> {
  const areaId = areaFromReference(area);
  if (areaId === undefined) throw new AppError('UNKNOWN_LOCATION', { reference: area });
  return await ownersOf(reading, actor, caretakersOf({ areaId: boundedArea(actor, areaId), rules: [] }, reading), q);
}

async function ownersOf(
  { db }: ReadContext,
  actor: Actor,
  filter: ResolverFilter,
  q: string | undefined,
): Promise<AlertOwners> {
  const people = await listResolvers(db, filter, { reader: actor, q, limit: MOST });
  const names = await loadNames(db, chainOf(filter.pollingUnitId));
  return {
    people: people.map(({ area, phone, ...person }) => ({
      ...person,
      phone: seesPhone(actor, { ...person, area }) ? phone : null,
      chain: chainLinks(area, names),
    })),
  };
}

/** The new owner of the alert. Throws if another user took it meanwhile and the actor cannot reassign it. */
function ownerOf(actor: Actor, row: AlertRow, asked: UserId | undefined): UserId {
  const isFree = row.acknowledgedAt === null || (row.ownerGone && mayPassOn(actor, row));
  if (isFree) return asked ?? actor.userId;
  const isTheirs = actor.userId === row.acknowledgedBy?.id || actor.userId === row.owner?.id;
  const passesOn = asked !== undefined && mayPassOn(actor, row);
  if (passesOn) return asked;
  if (!isTheirs || !row.owner) throw new AppError('ALERT_ACKNOWLEDGED', { name: row.acknowledgedBy?.name ?? '' });
  return row.owner.id;
}

async function notifyOwner(write: WriteContext, actor: Actor, row: AlertRow, ownerId: UserId): Promise<void> {
  if (ownerId === actor.userId || ownerId === row.owner?.id) return;
  await notify(write, {
    userIds: [ownerId],
    topic: 'alerts',
    type: row.type,
    title: `Alert given to you: ${row.title}`,
    message: `${actor.name} gave you this alert: ${row.message}`,
    actionUrl: `/alerts?alert=${row.id}`,
    ...urgencyOf([row.priority]),
  });
}

/**
 * Acknowledges the alert and sets its owner; on an acknowledged alert changes the owner or the note. Of two concurrent calls the second is refused
 * and sees the first.
 */
export async function acknowledge(
  write: WriteContext,
  actor: Actor,
  id: AlertId,
  request: AcknowledgeAlertRequest,
): Promise<Alert> {
  const { tx, now } = write;
  await lockAlert(tx, id);
  const row = await alertReaching(write, actor, id);
  if (row.resolvedAt !== null) throw new AppError('ALERT_RESOLVED');
  const ownerId = ownerOf(actor, row, request.ownerId);
  const fit = ownerId === actor.userId || (await findResolver(tx, caretakersOfAlert(row, write), ownerId));
  if (!fit) throw new AppError('ALERT_OWNER').at({ path: 'ownerId', message: 'Choose an administrator of the place' });
  const note = request.note ?? row.note;
  if (row.owner?.id === ownerId && row.note === note) {
    write.noChange();
    return await oneAlert(write, actor, id);
  }
  const first = row.acknowledgedAt === null;
  await storeAcknowledgement(tx, id, {
    by: first ? actor.userId : (row.acknowledgedBy?.id ?? actor.userId),
    ownerId,
    note,
    at: row.acknowledgedAt ?? now,
  });
  await write.audit({
    event: 'alert.acknowledged',
    resourceId: id,
    areaId: row.areaId,
    ...(!first && { previous: { ownerId: row.owner?.id ?? null, note: row.note } }),
    next: { ownerId, note },
  });
  const { audience } = ALERT_RULES[row.rule];
  await write.emit({ type: 'alert.changed', alertId: id, area: row.areaId, audience });
  await notifyOwner(write, actor, row, ownerId);
  return await oneAlert(write, actor, id);
}
