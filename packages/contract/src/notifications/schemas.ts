import * as z from 'zod/mini';
import { ListQuery, Timestamp } from '../base/common.ts';

export const NotificationType = z.enum(['error', 'warning', 'success', 'info']);
export type NotificationType = z.infer<typeof NotificationType>;

/** The topics of notifications, in display order. */
export const NOTIFICATION_TOPICS = {
  results: { title: 'Results', text: 'Decisions about results that you submitted or that lie in your area.' },
  returned: {
    title: 'Sent back to you',
    text: 'Results of yours that were returned, or whose original photo is requested; by SMS unless you switch that off.',
  },
  disputes: { title: 'Disputes', text: 'Disputes that were raised, answered, assigned to you or resolved.' },
  approvals: { title: 'Approvals', text: 'Requests that wait for you, and what became of your own.' },
  alerts: {
    title: 'Alerts',
    text: 'Alerts of your area, those given to you, and those not acknowledged below you; by SMS and e-mail the critical and high ones.',
  },
  announcements: {
    title: 'Announcements',
    text: 'Announcements of high priority and urgent ones; by SMS the urgent ones only.',
  },
  reports: { title: 'Reports', text: 'Reports that you requested, when they are ready or failed.' },
  chat: { title: 'Group chats', text: 'Messages that mention you, also in chats that you muted.' },
  account: { title: 'Your account', text: 'What others changed about your account, such as a new password.' },
} as const satisfies Record<string, { title: string; text: string }>;
export type NotificationTopic = keyof typeof NOTIFICATION_TOPICS;
export const TOPICS = Object.keys(NOTIFICATION_TOPICS) as NotificationTopic[];
export const NotificationTopic = z.enum(TOPICS);

export const Notification = z.object({
  id: z.string(),
  type: NotificationType,
  topic: NotificationTopic,
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: Timestamp,
  actionUrl: z.nullable(z.string()),
});
export type Notification = z.infer<typeof Notification>;
export const NotificationList = z.object({
  notifications: z.array(Notification),
  total: z.number(),
  unread: z.number(),
});
export type NotificationList = z.infer<typeof NotificationList>;
export const NotificationQuery = z.extend(ListQuery, {
  /** Only unread ones. */
  unread: z.optional(z.stringbool()),
  type: z.optional(NotificationType),
  topic: z.optional(NotificationTopic),
});
export type NotificationQuery = z.infer<typeof NotificationQuery>;
/** The remaining unread ones after one or all were read. */
export const UnreadAnswer = z.object({ unread: z.number() });
export type UnreadAnswer = z.infer<typeof UnreadAnswer>;
export const StreamTicket = z.object({ ticket: z.string(), expiresInSeconds: z.number() });
export type StreamTicket = z.infer<typeof StreamTicket>;

/** The channels of a notification besides the console. */
export const DeliveryChannel = z.enum(['sms', 'email']);
export type DeliveryChannel = z.infer<typeof DeliveryChannel>;
export const DeliveryChoice = z.strictObject({ sms: z.boolean(), email: z.boolean() });
/** The user's choices for SMS and e-mail; none by default but SMS about what was sent back: the officer has gone home. */
export const DeliveryChoices = z.record(NotificationTopic, DeliveryChoice);
export type DeliveryChoices = z.infer<typeof DeliveryChoices>;

const HourOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00'));
/** In the organisation's time zone; over midnight if `from` is later than `to`. */
export const QuietHours = z
  .strictObject({ from: HourOfDay, to: HourOfDay })
  .check(z.refine(({ from, to }) => from !== to, { message: 'Choose another end than the beginning', path: ['to'] }));
export type QuietHours = z.infer<typeof QuietHours>;
/** Notices at once, or together each hour, or each day at 07:00. */
export const Digest = z.enum(['off', 'hourly', 'daily']);
export type Digest = z.infer<typeof Digest>;

/** Topics that are never held back: work that was sent back, and what happened to the own account. */
export const UNHELD_TOPICS: readonly NotificationTopic[] = ['returned', 'account'];

/** When notices disturb the user. Critical alerts, urgent announcements and UNHELD_TOPICS always do. */
export const Timing = z.object({ quiet: z.nullable(QuietHours), digest: Digest });
export type Timing = z.infer<typeof Timing>;

export const Delivery = z.object({
  choices: DeliveryChoices,
  ...Timing.shape,
  /** The channels that the organisation has enabled. */
  organisation: DeliveryChoice,
  /** The user's addresses; null if unknown. */
  addresses: z.object({ sms: z.string(), email: z.nullable(z.string()) }),
});
export type Delivery = z.infer<typeof Delivery>;
/** The changed choices; absent ones stay, and `quiet: null` means no quiet hours. */
export const DeliveryRequest = z.strictObject({
  choices: z.optional(z.partialRecord(NotificationTopic, z.partial(DeliveryChoice))),
  quiet: z.optional(z.nullable(QuietHours)),
  digest: z.optional(Digest),
});
export const DeliveryAnswer = z.object({ choices: DeliveryChoices, ...Timing.shape });
export type DeliveryAnswer = z.infer<typeof DeliveryAnswer>;
export type DeliveryRequest = z.infer<typeof DeliveryRequest>;
