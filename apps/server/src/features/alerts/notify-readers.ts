import {
  ALERT_RULES,
  type AlertId,
  type AlertPriority,
  type AlertRule,
  type AlertType,
} from '@ec/contract/alerts/schemas';
import type { UserId } from '@ec/contract/base/common';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import type { SystemWrite } from '../../platform/http/context.ts';
import { loadNames } from '../../platform/database/places.ts';
import { notify } from '../notifications/notify.ts';
import { urgencyOf } from './rules.ts';

/** An alert, and the administrators to notify at which level. */
export interface News {
  alert: { id: AlertId; rule: AlertRule; type: AlertType; priority: AlertPriority; title: string; message: string };
  level: LocationId;
  people: readonly UserId[];
}

interface Group {
  people: UserId[];
  news: News[];
}

/** Groups of administrators with exactly the same alerts of a rule; each user is in one group per rule. */
function groups(news: readonly News[]): Group[] {
  const byPerson = new Map<string, { userId: UserId; news: News[] }>();
  for (const each of news) {
    for (const userId of each.people) {
      const key = `${each.alert.rule} ${userId}`;
      const known = byPerson.get(key);
      if (known) known.news.push(each);
      else byPerson.set(key, { userId, news: [each] });
    }
  }
  const alike = new Map<string, Group>();
  for (const { userId, news: theirs } of byPerson.values()) {
    const key = theirs.map(({ alert }) => alert.id).join(' ');
    const known = alike.get(key);
    if (known) known.people.push(userId);
    else alike.set(key, { people: [userId], news: theirs });
  }
  return [...alike.values()];
}

/** The link of a notification: to a single alert, or to the list of the rule's alerts in the area. */
function linkTo(news: readonly News[]): string {
  const [first, ...others] = news;
  if (!first) return '/alerts';
  if (others.length === 0) return `/alerts?alert=${first.alert.id}`;
  return `/alerts?rule=${first.alert.rule}&area=${codeOf(first.level)}`;
}

/**
 * Notifies administrators of alerts: one notification per user and rule, however many alerts. `title` formats the alert's own title, which precedes
 * the count if there are several.
 */
export async function notifyReaders(
  write: SystemWrite,
  news: readonly News[],
  title: (alertTitle: string) => string,
): Promise<void> {
  const names = await loadNames(
    write.tx,
    news.map(({ level }) => level),
  );
  const notices = groups(news).flatMap(({ people, news: theirs }) => {
    const [first] = theirs;
    if (!first) return [];
    const several = theirs.length > 1;
    const place = names.get(first.level) ?? codeOf(first.level);
    const { type, message } = first.alert;
    return {
      userIds: people,
      topic: 'alerts' as const,
      type,
      title: several
        ? `${theirs.length} alerts: ${ALERT_RULES[first.alert.rule].title.toLowerCase()} in ${place}`
        : first.alert.title,
      message: several ? `The first of them: ${message}` : message,
      actionUrl: linkTo(theirs),
      ...urgencyOf(theirs.map(({ alert }) => alert.priority)),
    };
  });
  await Promise.all(notices.map((each) => notify(write, { ...each, title: title(each.title) })));
}
