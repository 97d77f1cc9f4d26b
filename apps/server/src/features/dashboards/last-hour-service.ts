import type { LastHour, WardData } from '@ec/contract/dashboards/schemas';
import { ancestorOf, codeOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { decideAccess } from '@ec/contract/permissions/decide-access';
import { ADMIN_ROLES } from '@ec/contract/permissions/roles';
import { loadNames } from '../../platform/database/places.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { countPriorities, type Priorities } from '../alerts/group-queries.ts';
import { contactsOf } from './contacts.ts';
import { type Changes, countChanges, listWaitingWards, type WaitingWard } from './last-hour-queries.ts';
import { shared, type Sources } from './sources.ts';

const HOUR_MS = 3_600_000;
const WARDS_SHOWN = 3;

/** Read once for all readers: from a state on, where thousands of results are read, the known answer is given while it is renewed. */
async function known<T extends object>(
  sources: Sources,
  area: LocationId,
  key: readonly unknown[],
  work: () => Promise<T>,
): Promise<T> {
  const question = JSON.stringify([area, ...key]);
  const type = locationType(area);
  if (type === 'lga' || type === 'ward') return await shared(sources, question, work);
  return (await sources.hours.get(question, work)) as T;
}

/** The alerts of the last hour that the reader can see; null without access. Those that they snoozed are counted too. */
async function alertsOf(context: ReadContext, sources: Sources, actor: Actor, area: LocationId, since: Date) {
  const subject = { ...actor, electionMode: context.organisation.electionMode };
  if (!decideAccess(subject, { module: 'alerts' }).allowed) return null;
  const { role, levels, privileges, areas } = actor;
  const rights = ['alerts', role, levels.alerts, levels.audit_logs, privileges?.granted, areas];
  return await known<Priorities>(sources, area, rights, () =>
    countPriorities(context.db, { reader: actor, now: context.now }, { area, since, all: true }),
  );
}

/** What changed in the area in the last hour, and the wards whose results wait the longest with their administrators; for administrators alone. */
export async function lastHourOf(
  context: ReadContext,
  sources: Sources,
  actor: Actor,
  area: LocationId,
  counted: Pick<WardData, 'election' | 'source'> | null,
): Promise<LastHour | null> {
  const { db, now } = context;
  const subject = { ...actor, electionMode: context.organisation.electionMode };
  if (!counted?.election || !decideAccess(subject, { roles: ADMIN_ROLES }).allowed) return null;
  const seesDisputes = decideAccess(subject, { roles: ADMIN_ROLES, module: 'disputes' }).allowed;
  const of = { electionId: counted.election.id, source: counted.source, area };
  const since = new Date(now.getTime() - HOUR_MS);
  const key = [of.electionId, of.source];
  const [changes, { wards }, alerts] = await Promise.all([
    known<Changes>(sources, area, ['changes', ...key], () => countChanges(db, of, since)),
    seesDisputes && locationType(area) !== 'ward'
      ? known<{ wards: WaitingWard[] }>(sources, area, ['waiting', ...key], async () => ({
          wards: await listWaitingWards(db, of, WARDS_SHOWN),
        }))
      : { wards: [] },
    alertsOf(context, sources, actor, area, since),
  ]);
  const places = wards.map(({ areaId }) => areaId);
  const [names, contacts] = await Promise.all([loadNames(db, places), contactsOf({ db, sources, actor }, places)]);
  return {
    since: since.toISOString(),
    reported: changes.reported,
    verified: changes.verified,
    disputesOpened: seesDisputes ? changes.disputesOpened : null,
    disputesResolved: seesDisputes ? changes.disputesResolved : null,
    alerts: alerts && Object.values(alerts).reduce((sum, count) => sum + count, 0),
    criticalAlerts: alerts && alerts.critical,
    blocking: wards.map(({ areaId, waiting, oldestAt }) => ({
      ward: {
        id: areaId,
        type: 'ward' as const,
        name: names.get(areaId) ?? '',
        code: codeOf(areaId),
        lga: names.get(ancestorOf(areaId, 'lga') ?? areaId) ?? '',
      },
      waiting,
      oldestAt: oldestAt.toISOString(),
      contact: contacts.get(areaId) ?? null,
    })),
  };
}
