import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import { MessageId, OutboxList, OutboxQuery, RetryAnswer, TestMessageAnswer, TestMessageRequest } from './schemas.ts';

export const DELIVERY_ENDPOINTS = {
  'GET /deliveries': {
    summary: 'The outbox of SMS and e-mail, and how its gateways do',
    query: OutboxQuery,
    answer: OutboxList,
  },
  'POST /deliveries/:id/retry': {
    summary: 'Send a failed message again',
    params: z.object({ id: MessageId }),
    answer: RetryAnswer,
  },
  'POST /deliveries/retry-failed': {
    summary: 'Send all failed messages again',
    answer: RetryAnswer,
  },
  'POST /deliveries/test': {
    summary: 'Send a test message to oneself',
    body: TestMessageRequest,
    answer: TestMessageAnswer,
    status: 201,
  },
} satisfies Endpoints;
