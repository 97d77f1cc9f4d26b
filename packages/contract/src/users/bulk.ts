import * as z from 'zod/mini';
import { Timestamp, UserId } from '../base/common.ts';
import { SETTABLE_STATUSES } from './schemas.ts';

/** Users changed by one call at most. */
export const USERS_AT_ONCE = 200;

const isUniqueList = (users: readonly { id: string }[]) => new Set(users.map(({ id }) => id)).size === users.length;

export const UserBulkRequest = z.strictObject({
  /** The status that they get. */
  status: z.enum(SETTABLE_STATUSES),
  /** `updatedAt` is what the caller saw: a user who was changed since is left as they are. */
  users: z
    .array(z.strictObject({ id: UserId, updatedAt: z.optional(Timestamp) }))
    .check(
      z.minLength(1, 'Choose at least one user'),
      z.maxLength(USERS_AT_ONCE, `At most ${USERS_AT_ONCE} users at the same time`),
      z.refine(isUniqueList, 'A user stands in the list twice'),
    ),
  /** Required if the change of one of them becomes a request. */
  justification: z.optional(
    z.string().check(z.trim(), z.maxLength(1000, 'Justification must be no more than 1000 characters long')),
  ),
  /** Says what would happen to each, and changes nothing. */
  preview: z._default(z.boolean(), false),
});
export type UserBulkRequest = z.infer<typeof UserBulkRequest>;

/** What happened to one user, or in a preview would: changed, requested, or refused with the code and sentence of the error. */
export const UserBulkStep = z.object({
  id: UserId,
  /** Null where the user is not in the caller's area. */
  name: z.nullable(z.string()),
  outcome: z.enum(['done', 'requested', 'refused']),
  /** The status before and the time of the change, by which it can be undone; null unless it was done. */
  before: z.nullable(z.object({ status: z.enum(SETTABLE_STATUSES), updatedAt: Timestamp })),
  requestId: z.nullable(z.uuid()),
  code: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type UserBulkStep = z.infer<typeof UserBulkStep>;

/** In the order of the request. */
export const UserBulkAnswer = z.object({ steps: z.array(UserBulkStep) });
export type UserBulkAnswer = z.infer<typeof UserBulkAnswer>;
