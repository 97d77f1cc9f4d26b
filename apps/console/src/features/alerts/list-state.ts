import type { AlertGroup, AlertGroupList } from '@ec/contract/alerts/bulk';
import type { Alert, AlertList } from '@ec/contract/alerts/schemas';
import { PAGE_SIZE } from '../../lib/hooks/paging.ts';

const changing = (list: AlertList, id: string, change: (alert: Alert) => Alert): AlertList => ({
  ...list,
  alerts: list.alerts.map((alert) => (alert.id === id ? change(alert) : alert)),
});

/** The list with one of its alerts read, or unread again. */
export function withRead(list: AlertList, id: string, isRead: boolean): AlertList {
  return changing(list, id, (alert) => ({ ...alert, isRead }));
}

/** The list with one of its alerts as the server has answered it. */
export function withAlert(list: AlertList, answer: Alert): AlertList {
  return changing(list, answer.id, () => answer);
}

/** A list of unread ones without one that was read. */
export function without(list: AlertList, id: string): AlertList {
  const alerts = list.alerts.filter((alert) => alert.id !== id);
  return { ...list, alerts, total: list.total - (list.alerts.length - alerts.length) };
}

/**
 * What the reader has before them, kept still while news come in: the alerts of `shown` in their order, each as `latest`
 * knows it, and how many there are that `shown` does not have. On later pages only the total shows it.
 */
export function heldStill(shown: AlertList, latest: AlertList, page: number): { alerts: Alert[]; news: number } {
  const byId = new Map(latest.alerts.map((alert) => [alert.id, alert]));
  const alerts = shown.alerts.map((alert) => byId.get(alert.id) ?? alert);
  const more = Math.max(0, latest.total - shown.total);
  if (page > 1) return { alerts, news: more };
  const known = new Set<string>(shown.alerts.map(({ id }) => id));
  const newest = shown.alerts[0]?.createdAt ?? '';
  const fresh = latest.alerts.filter(({ id, createdAt }) => !known.has(id) && createdAt >= newest).length;
  return { alerts, news: fresh >= PAGE_SIZE ? Math.max(fresh, more) : fresh };
}

const sumOf = ({ priorities }: AlertGroupList) => Object.values(priorities).reduce((sum, count) => sum + count, 0);

/** The same for groups: those of `shown` in their order, each as `latest` knows it, and how many more alerts there are than before. */
export function heldGroups(shown: AlertGroupList, latest: AlertGroupList): { groups: AlertGroup[]; news: number } {
  const byKey = new Map(latest.groups.map((group) => [group.key, group]));
  const groups = shown.groups.map((group) => byKey.get(group.key) ?? group);
  return { groups, news: Math.max(0, sumOf(latest) - sumOf(shown)) };
}

/** The groups with one of their alerts changed, where it stands in a line of its own. */
export function withOnly(list: AlertGroupList, id: string, change: (alert: Alert) => Alert): AlertGroupList {
  const groups = list.groups.map((group) => {
    if (group.only?.id !== id) return group;
    const only = change(group.only);
    return { ...group, only, unread: only.isRead ? 0 : 1, open: only.acknowledgedAt === null ? group.open : 0 };
  });
  return { ...list, groups };
}
