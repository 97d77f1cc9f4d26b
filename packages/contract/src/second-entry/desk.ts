import * as z from 'zod/mini';
import { PersonLink, Timestamp, withoutDirections } from '../base/common.ts';

/** Why a desk version was made: the officer did not answer in time, or a person said that the officer cannot be reached. */
export const DESK_GROUNDS = ['no_answer', 'unreachable'] as const;
export type DeskGround = (typeof DESK_GROUNDS)[number];

/**
 * The origin of a version whose figures are a second entry of the photo of the version before, because the officer did not correct it. Null of a version
 * that the officer sent.
 */
export const DeskOrigin = z.object({
  /** Whose sheet it is, and who sends the next version. */
  officer: PersonLink,
  /** The transcriber who entered the figures from the photo. */
  typedBy: PersonLink,
  /** Found the figures of the version before wrong. */
  arbiter: PersonLink,
  decidedBy: PersonLink,
  ground: z.enum(DESK_GROUNDS),
  reason: z.nullable(z.string()),
});
export type DeskOrigin = z.infer<typeof DeskOrigin>;

/** A desk version that the reader may have made, with the moment from which no reason is needed. */
export const DeskOffer = z.object({ askedAt: Timestamp, minutes: z.number(), due: Timestamp });
export type DeskOffer = z.infer<typeof DeskOffer>;

export const DeskVersionRequest = z.strictObject({
  /** The state that the person looked at began then; another one is refused as a conflict. */
  updatedAt: Timestamp,
  /** Why the officer cannot be reached; may be left out once the time to answer is over. */
  reason: z.optional(z.string().check(withoutDirections(), z.trim(), z.maxLength(500))),
});
export type DeskVersionRequest = z.infer<typeof DeskVersionRequest>;
