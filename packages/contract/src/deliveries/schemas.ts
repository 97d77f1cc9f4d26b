import * as z from 'zod/mini';
import { ListQuery, Timestamp } from '../base/common.ts';
import { DeliveryChannel } from '../notifications/schemas.ts';

export const MessageId = z.uuid().brand<'MessageId'>();
export type MessageId = z.infer<typeof MessageId>;

/**
 * `waiting` for its first or next attempt; `sent` to the gateway; `logged` in the server's log, because no gateway is configured; `failed`
 * permanently; `expired`, for example a code after five minutes.
 */
export const MessageStatus = z.enum(['waiting', 'sent', 'logged', 'failed', 'expired']);
export type MessageStatus = z.infer<typeof MessageStatus>;

export const OutboxMessage = z.object({
  id: MessageId,
  channel: DeliveryChannel,
  recipient: z.string(),
  subject: z.nullable(z.string()),
  /** Null if it contains a code or a password and a gateway is configured, so that only the receiver reads it; and once that has expired. */
  body: z.nullable(z.string()),
  status: MessageStatus,
  attempts: z.number(),
  /** Time of the next attempt; null if there is none. */
  nextAttemptAt: z.nullable(Timestamp),
  lastError: z.nullable(z.string()),
  /** The gateway, such as "smtp" or "termii"; null while it waits. */
  gateway: z.nullable(z.string()),
  createdAt: Timestamp,
  sentAt: z.nullable(Timestamp),
  can: z.object({ retry: z.boolean() }),
});
export type OutboxMessage = z.infer<typeof OutboxMessage>;

export const OutboxQuery = z.extend(ListQuery, {
  status: z.optional(MessageStatus),
  channel: z.optional(DeliveryChannel),
});
export type OutboxQuery = z.infer<typeof OutboxQuery>;

const gateway = z.object({
  /** "smtp", "africastalking", "termii", or "log" if none is configured. */
  name: z.string(),
  /** In the last hour: messages accepted, and messages not accepted (given up or to be retried). */
  sent: z.number(),
  failed: z.number(),
  /** True while the answering server pauses the gateway after failures. */
  paused: z.boolean(),
  lastError: z.nullable(z.string()),
});

/** Newest first. `counts` are of all messages under the other filters. */
export const OutboxList = z.object({
  messages: z.array(OutboxMessage),
  total: z.number(),
  counts: z.record(MessageStatus, z.number()),
  gateways: z.object({ sms: gateway, email: gateway }),
});
export type OutboxList = z.infer<typeof OutboxList>;

/** Retries one failed message, or all of them. Returns how many are queued again. */
export const RetryAnswer = z.object({ waiting: z.number() });
export type RetryAnswer = z.infer<typeof RetryAnswer>;
/** A test message to the super admin's own phone number or e-mail address. */
export const TestMessageRequest = z.strictObject({ channel: DeliveryChannel });
export type TestMessageRequest = z.infer<typeof TestMessageRequest>;

/** The id of the message and its recipient. */
export const TestMessageAnswer = z.object({ id: MessageId, recipient: z.string() });
export type TestMessageAnswer = z.infer<typeof TestMessageAnswer>;
