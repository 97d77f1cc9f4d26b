import {
  MessageId,
  OutboxList,
  OutboxQuery,
  RetryAnswer,
  TestMessageAnswer,
  TestMessageRequest,
} from '@ec/contract/deliveries/schemas';
import * as z from 'zod/mini';
import type { Router } from '../../platform/http/router.ts';
import { listDeliveries, retryAllFailed, retryMessage, sendTest } from './service.ts';

const SUPER_ADMIN = { roles: ['super_admin'] } as const;

export function deliveryRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/deliveries',
      summary: 'The outbox of SMS and e-mail, and how its gateways do',
      access: SUPER_ADMIN,
      query: OutboxQuery,
      answer: OutboxList,
    },
    async (context) => await listDeliveries(context, context.query),
  );
  router.write(
    {
      method: 'POST',
      path: '/deliveries/:id/retry',
      summary: 'Send a failed message again',
      access: SUPER_ADMIN,
      params: z.object({ id: MessageId }),
      answer: RetryAnswer,
      audit: ['delivery.retried'],
    },
    async (write) => await retryMessage(write, write.params.id),
  );
  router.write(
    {
      method: 'POST',
      path: '/deliveries/retry-failed',
      summary: 'Send all failed messages again',
      access: SUPER_ADMIN,
      answer: RetryAnswer,
      audit: ['delivery.retried'],
    },
    async (write) => await retryAllFailed(write),
  );
  router.write(
    {
      method: 'POST',
      path: '/deliveries/test',
      summary: 'Send a test message to oneself',
      access: SUPER_ADMIN,
      body: TestMessageRequest,
      answer: TestMessageAnswer,
      status: 201,
      audit: ['delivery.tested'],
      perMinute: { person: 10 },
    },
    async (write) => await sendTest(write, write.actor, write.body.channel),
  );
}
