import type { MessageStatus, OutboxMessage } from '@ec/contract/deliveries/schemas';
import type { DeliveryChannel } from '@ec/contract/notifications/schemas';
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
import { formatPhone } from '../../lib/format/format.ts';

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
