import type { AlertGroupList } from '@ec/contract/alerts/bulk';
import type { Alert, AlertList } from '@ec/contract/alerts/schemas';
import { chainOf, locationIdOf, locationType, NATION } from '@ec/contract/geography/location-id';
import type * as z from 'zod/mini';
import { freshId } from './results.ts';

type AlertInput = z.input<typeof Alert>;

const NAMES = ['Nigeria', 'South West', 'Lagos', 'Ikeja', 'Ipodo', 'Seriki Aro'];
const UNIT = locationIdOf('24-11-05-003') ?? NATION;
const chain = chainOf(UNIT).map((id, at) => ({ id, type: locationType(id), name: NAMES[at] ?? '' }));

export const LINKS = Object.fromEntries(chain.map((link) => [link.type, link]));

export const CAN = { acknowledge: true, giveOwner: true, resolve: true, snooze: true };

/** An unread, unacknowledged alert about over-voting in Seriki Aro, or as changed. */
export function alertOf(change: Partial<AlertInput> = {}): AlertInput {
  return {
    id: freshId(),
    rule: 'over_voting',
    title: 'Over-voting',
    message: 'Over-voting: 512 votes, 480 accredited voters. Unit 24-11-05-003.',
    type: 'error',
    priority: 'critical',
    isRead: false,
    source: 'System: Over-voting',
    raisedBy: null,
    createdAt: '2023-02-25T13:32:00.000Z',
    electionId: null,
    count: 'official',
    resultId: null,
    photosOf: [],
    area: chain.at(-1) ?? null,
    chain: chain.slice(2),
    relatedResource: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    owner: null,
    note: null,
    escalatedTo: null,
    escalatedAt: null,
    resolvedAt: null,
    resolvedBy: null,
    snoozedUntil: null,
    can: CAN,
    ...change,
  };
}

export function listOf(alerts: AlertInput[], change: Partial<AlertList> = {}): z.input<typeof AlertList> {
  const unread = alerts.filter(({ isRead }) => !isRead).length;
  const open = alerts.filter(({ acknowledgedAt }) => acknowledgedAt === null).length;
  return { alerts, total: alerts.length, unread, open, ...change };
}

/** The alerts in groups, each in a line of its own. */
export function groupsOfAlerts(alerts: AlertInput[]): z.input<typeof AlertGroupList> {
  const groups = alerts.map((alert) => ({
    key: `${alert.rule}.${alert.priority}.polling_unit.${UNIT}.${alert.id}`,
    rule: alert.rule,
    priority: alert.priority,
    type: alert.type,
    title: alert.title,
    area: LINKS['polling_unit'] ?? { id: UNIT, type: locationType(UNIT), name: '' },
    chain: chain.slice(2),
    count: 1,
    open: alert.acknowledgedAt === null ? 1 : 0,
    unread: alert.isRead ? 0 : 1,
    newestAt: alert.createdAt,
    newest: { id: alert.id, message: alert.message },
    only: alert,
  }));
  const count = (priority: string) => alerts.filter((alert) => alert.priority === priority).length;
  const priorities = { critical: count('critical'), high: count('high'), medium: count('medium'), low: count('low') };
  return { groups, total: groups.length, priorities, newestId: alerts[0]?.id ?? null };
}
