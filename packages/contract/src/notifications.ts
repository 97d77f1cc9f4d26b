import * as z from 'zod/mini';
import { ListQuery, Timestamp } from './common.ts';

export const NotificationType = z.enum(['error', 'warning', 'success', 'info']);
export type NotificationType = z.infer<typeof NotificationType>;

export const Notification = z.object({
  id: z.string(),
  type: NotificationType,
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
