import { MessageStatus, type OutboxList } from '@ec/contract/deliveries/schemas';
import { DeliveryChannel } from '@ec/contract/notifications/schemas';
import { formatNumber } from '../../lib/format/format.ts';
import { isFilteredFrom } from '../../lib/hooks/use-url-state.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';
import { CHANNELS, STATUSES } from './labels.ts';

export const NOTHING_NARROWED = { q: '', status: '', channel: '' };

/** The list as it stands in the address. */
export const FILTERS = { ...NOTHING_NARROWED, page: '1' };
export type DeliveryFilters = typeof FILTERS;

export const CHANNEL_CHOICES = [
  { value: '', label: 'All channels' },
  ...DeliveryChannel.options.map((value) => ({ value: value as string, label: CHANNELS[value].label })),
];

/** The statuses with the number of messages in each, once it is known. */
export function statusChoices(counts: OutboxList['counts'] | undefined) {
  const choices = MessageStatus.options.map((value) => ({
    value: value as string,
    label: counts ? `${STATUSES[value].label} (${formatNumber(counts[value])})` : STATUSES[value].label,
  }));
  return [{ value: '', label: 'All statuses' }, ...choices];
}

/** The query of the list's call; unknown values in the address are ignored. */
export const parametersOf = ({ q, status, channel, page }: DeliveryFilters) => ({
  q,
  status: MessageStatus.safeParse(status).data,
  channel: DeliveryChannel.safeParse(channel).data,
  page: pageNumber(page),
  pageSize: PAGE_SIZE,
});

export const isNarrowed = (filters: DeliveryFilters): boolean => isFilteredFrom(filters, NOTHING_NARROWED);
