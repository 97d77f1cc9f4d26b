import { NOTIFICATION_TOPICS, NotificationTopic, NotificationType, TOPICS } from '@ec/contract/notifications/schemas';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { isFilteredFrom } from '../../lib/hooks/use-url-state.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';

export const NOTHING_NARROWED = { q: '', show: '', type: '', topic: '' };

/** As they stand in the address. */
export const FILTERS = { ...NOTHING_NARROWED, page: '1' };
export type Filters = typeof FILTERS;

export const TYPE_CHIPS: Record<NotificationType, { tone: Tone; label: string }> = {
  error: { tone: 'bad', label: 'Error' },
  warning: { tone: 'wait', label: 'Warning' },
  success: { tone: 'ok', label: 'Success' },
  info: { tone: 'info', label: 'Info' },
};

export const SHOW_CHOICES = [
  { value: '', label: 'All' },
  { value: 'unread', label: 'Unread' },
];
export const TYPE_CHOICES = [
  { value: '', label: 'All types' },
  ...NotificationType.options.map((value) => ({ value, label: TYPE_CHIPS[value].label })),
];
export const TOPIC_CHOICES = [
  { value: '', label: 'All topics' },
  ...TOPICS.map((value) => ({ value, label: NOTIFICATION_TOPICS[value].title })),
];

export const isNarrowed = (filters: Filters): boolean => isFilteredFrom(filters, NOTHING_NARROWED);

/** The query of the call; what an address says that no filter knows is left out. */
export function parametersOf({ q, show, type, topic, page }: Filters) {
  return {
    q,
    unread: show === 'unread' ? 'true' : undefined,
    type: NotificationType.safeParse(type).data,
    topic: NotificationTopic.safeParse(topic).data,
    page: pageNumber(page),
    pageSize: PAGE_SIZE,
  };
}
