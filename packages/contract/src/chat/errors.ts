import * as z from 'zod/mini';

const none = z.object({});

/** The errors of group chats (see errors.ts). */
export const CHAT_ERRORS = {
  MESSAGE_KEY_REQUIRED: {
    status: 400,
    text: 'The message has no key. Reload the page and send it again.',
    details: none,
  },
  MESSAGE_KEY_CONFLICT: {
    status: 409,
    text: 'This key was already used for another message. Nothing was sent.',
    details: none,
  },
  MESSAGE_LIMIT: {
    status: 429,
    text: 'You sent {limit} messages within a minute. The next one can go out in {seconds} seconds.',
    details: z.object({ limit: z.number(), seconds: z.number() }),
  },
  CHANNEL_READ_ONLY: {
    status: 403,
    text: 'You may read this chat, but not write in it. Write in the chat of your LGA.',
    details: none,
  },
  MESSAGE_LINK_NOT_FOUND: {
    status: 400,
    text: 'The result or polling unit was not found, or you may not open it. Take the link out and send again.',
    details: none,
  },
  MESSAGE_ENDED: {
    status: 409,
    text: 'This message was {state} already.',
    details: z.object({ state: z.string() }),
  },
  WITHDRAW_TOO_LATE: {
    status: 409,
    text: 'A message can be withdrawn within {minutes} minutes of sending it. Ask an administrator to remove it.',
    details: z.object({ minutes: z.number() }),
  },
} as const;
