import * as z from 'zod/mini';
import { ListQuery, Timestamp } from '../base/common.ts';
import { DeliveryChannel } from '../notifications/schemas.ts';

export const MessageId = z.uuid().brand<'MessageId'>();
export type MessageId = z.infer<typeof MessageId>;

/**
 * `waiting` to leave or to be tried again; `sent` handed to the gateway; `logged` written to the server's log, because no
 * gateway is configured; `failed` given up; `expired` no longer of use, as a code after its five minutes.
 */
export const MessageStatus = z.enum(['waiting', 'sent', 'logged', 'failed', 'expired']);
export type MessageStatus = z.infer<typeof MessageStatus>;

export const OutboxMessage = z.object({
  id: MessageId,
  channel: DeliveryChannel,
  recipient: z.string(),
  subject: z.nullable(z.string()),
  /**
   * Null where it holds a code or a password and a gateway carries it: nobody but its receiver reads it then; and once such
   * a one is over.
   */
  body: z.nullable(z.string()),
  status: MessageStatus,
  attempts: z.number(),
  /** When it is tried next; null where it is not. */
  nextAttemptAt: z.nullable(Timestamp),
  lastError: z.nullable(z.string()),
  /** What carried it, such as "smtp" or "termii"; null while it waits. */
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
  /** "smtp", "africastalking", "termii", or "log" where none is configured. */
  name: z.string(),
  /** Of the last hour: what was taken, and what was not, whether given up or waiting to be tried again. */
  sent: z.number(),
  failed: z.number(),
  /** True while the server that answers leaves the gateway alone for a moment, because nothing came through. */
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

/** Tries again what failed: one message, or all that failed. Answers how many wait anew. */
export const RetryAnswer = z.object({ waiting: z.number() });
export type RetryAnswer = z.infer<typeof RetryAnswer>;
/** A message of the super admin to their own phone or e-mail, to see that a gateway works. */
export const TestMessageRequest = z.strictObject({ channel: DeliveryChannel });
export type TestMessageRequest = z.infer<typeof TestMessageRequest>;

/** Which message it is, and where it goes. */
export const TestMessageAnswer = z.object({ id: MessageId, recipient: z.string() });
export type TestMessageAnswer = z.infer<typeof TestMessageAnswer>;
