import { MessageStatus, type OutboxList, type OutboxMessage } from '@ec/contract/deliveries/schemas';
import { DeliveryChannel } from '@ec/contract/notifications/schemas';
import {
  type Icon,
  IconCircleCheck,
  IconCircleX,
  IconClockHour4,
  IconClockX,
  IconFileText,
  IconMail,
  IconMessage,
} from '@tabler/icons-react';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { formatNumber, formatPhone } from '../../lib/format/format.ts';
import { isFilteredFrom } from '../../lib/hooks/use-url-state.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';

export const STATUSES: Record<MessageStatus, { label: string; tone: Tone; icon: Icon }> = {
  waiting: { label: 'Waiting', tone: 'wait', icon: IconClockHour4 },
  sent: { label: 'Sent', tone: 'ok', icon: IconCircleCheck },
  logged: { label: 'Logged', tone: 'info', icon: IconFileText },
  failed: { label: 'Failed', tone: 'bad', icon: IconCircleX },
  expired: { label: 'Expired', tone: 'off', icon: IconClockX },
};

interface Channel {
  label: string;
  /** In the middle of a sentence. */
  one: string;
  icon: Icon;
  /** The variables of the server's environment that give it a gateway, and what each holds. */
  variables: readonly (readonly [name: string, holds: string])[];
}

export const CHANNELS: Record<DeliveryChannel, Channel> = {
  sms: {
    label: 'SMS',
    one: 'SMS',
    icon: IconMessage,
    variables: [
      ['SMS_GATEWAY', 'africastalking or termii'],
      ['SMS_API_KEY', 'the key that the provider gave you'],
      ['SMS_USERNAME', 'the user name, for africastalking'],
      ['SMS_SENDER', 'the sender ID, which termii needs'],
    ],
  },
  email: {
    label: 'E-mail',
    one: 'e-mail',
    icon: IconMail,
    variables: [
      ['SMTP_URL', 'smtp://user:password@host:587'],
      ['MAIL_FROM', 'whom e-mails come from, such as Election Console <console@example.org>'],
    ],
  },
};

const GATEWAYS: Record<string, string> = {
  smtp: 'SMTP',
  africastalking: 'Africa’s Talking',
  termii: 'Termii',
  log: 'The server’s log',
};

export const NO_GATEWAY = 'log';

export const gatewayName = (gateway: string): string => GATEWAYS[gateway] ?? gateway;

export const recipientText = ({ channel, recipient }: Pick<OutboxMessage, 'channel' | 'recipient'>): string =>
  channel === 'sms' ? formatPhone(recipient) : recipient;

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
