import * as z from 'zod/mini';
import { ListQuery, Timestamp } from './common.ts';

export const NotificationType = z.enum(['error', 'warning', 'success', 'info']);
export type NotificationType = z.infer<typeof NotificationType>;

/** What notifications are about, in the order in which they are listed. */
export const NOTIFICATION_TOPICS = {
  results: { title: 'Results', text: 'Decisions about results that you submitted or that lie in your area.' },
  disputes: { title: 'Disputes', text: 'Disputes that were raised, answered, assigned to you or resolved.' },
  approvals: { title: 'Approvals', text: 'Requests that wait for you, and what became of your own.' },
  account: { title: 'Your account', text: 'What others changed about your account, such as a new password.' },
  announcements: { title: 'Announcements', text: 'Announcements to your role and area.' },
  alerts: { title: 'Alerts', text: 'Over-voting, unusual turnout and other alerts of your area.' },
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
export const NotificationQuery = ListQuery;
/** How many are still unread after one or all were read. */
export const UnreadAnswer = z.object({ unread: z.number() });
export type UnreadAnswer = z.infer<typeof UnreadAnswer>;
export const StreamTicket = z.object({ ticket: z.string(), expiresInSeconds: z.number() });
export type StreamTicket = z.infer<typeof StreamTicket>;
