import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import {
  Delivery,
  DeliveryAnswer,
  DeliveryRequest,
  NotificationList,
  NotificationQuery,
  StreamTicket,
  UnreadAnswer,
} from './schemas.ts';

const StreamQuery = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  lastEventId: z.optional(z.string().check(z.maxLength(40))),
});

const NotificationParams = z.object({
  id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
});

export const NOTIFICATION_ENDPOINTS = {
  'GET /notifications': {
    summary: 'The own notifications, newest first',
    query: NotificationQuery,
    answer: NotificationList,
  },
  'PATCH /notifications/:id/read': {
    summary: 'Mark one as read',
    params: NotificationParams,
    answer: UnreadAnswer,
  },
  'POST /notifications/read-all': {
    summary: 'Mark all as read',
    answer: UnreadAnswer,
  },
  'GET /notifications/preferences': {
    summary: 'What arrives by SMS and e-mail, by topic, and when notices disturb',
    answer: Delivery,
  },
  'PATCH /notifications/preferences': {
    summary: 'Choose what arrives by SMS and e-mail, quiet hours and digest; what is absent stays',
    body: DeliveryRequest,
    answer: DeliveryAnswer,
  },
  'POST /notifications/stream-ticket': {
    summary: 'A ticket that opens the stream once, within a minute',
    answer: StreamTicket,
  },
  'GET /notifications/stream': {
    summary: 'Server-sent events; the ticket of the query is the credential',
    query: StreamQuery,
  },
} satisfies Endpoints;
