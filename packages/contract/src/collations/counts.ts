import * as z from 'zod/mini';
import { COLLATION_LEVELS } from './chain.ts';

/** The forms of one level in the reader's areas. Where several sources have the same form, the one that counts is counted. */
export const LevelCounts = z.object({
  level: z.enum(COLLATION_LEVELS),
  formCode: z.string(),
  /** Forms that the election has there, and those of them that are in. */
  expected: z.number(),
  in: z.number(),
  /** Centres from which a form of their own or of a place below them is in. */
  started: z.number(),
  pending: z.number(),
  verified: z.number(),
  disputed: z.number(),
  /** Of the verified ones: to be looked at again, because a form below changed. */
  outOfDate: z.number(),
});
export type LevelCounts = z.infer<typeof LevelCounts>;

/** How far collation is: counts of forms alone, so that a wall screen may show them. */
export const CollationCounts = z.object({
  /** The levels with forms in the areas, in the order in which figures move up. */
  levels: z.array(LevelCounts),
  /** Forms that count and differ in what no missing sheet can explain, by comparison; null on a wall screen. */
  differing: z.nullable(z.number()),
  /** People assigned to centres; null on a wall screen. */
  agents: z.nullable(z.number()),
});
export type CollationCounts = z.infer<typeof CollationCounts>;
