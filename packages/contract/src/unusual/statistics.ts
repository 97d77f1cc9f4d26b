import * as z from 'zod/mini';
import { AreaReference, ElectionId } from '../base/common.ts';
import { Source } from '../elections/schemas.ts';
import { LocationLink } from '../geography/schemas.ts';

/** Below these sizes the statistics of an area say nothing, and are not answered. */
export const LEAST_SIZES = { fingerprint: 500, percentages: 1000, digits: 2800 } as const;

export const UnusualStatisticsQuery = z.object({
  electionId: ElectionId,
  source: z._default(Source, 'official'),
  /** A state. */
  area: AreaReference,
});
export type UnusualStatisticsQuery = z.infer<typeof UnusualStatisticsQuery>;

const Fingerprint = z.object({
  /** Units by turnout (rows) and the leader's share of valid votes (columns), in steps of 5 percent. */
  cells: z.array(z.array(z.number())),
  /** Units with a turnout and a leader's share of at least 80 percent. */
  corner: z.number(),
});

const Percentages = z.object({
  of: z.enum(['turnout', 'leader']),
  /** Units of which the percentage was looked at. */
  units: z.number(),
  /** Null below the least size. */
  found: z.nullable(z.object({ observed: z.number(), expected: z.number(), deviation: z.number() })),
});

const Digits = z.object({
  party: z.string(),
  /** Counts of 100 votes and more. */
  counts: z.number(),
  /** Null below the least size. */
  found: z.nullable(z.object({ digits: z.array(z.number()), w: z.number(), p: z.number(), uneven: z.boolean() })),
});

/** Statistics of a state. They say nothing about a single unit. */
export const UnusualStatistics = z.object({
  place: LocationLink,
  /** Results with accredited voters and votes, of units with a known register. */
  units: z.number(),
  /** Null below the least size. */
  fingerprint: z.nullable(Fingerprint),
  percentages: z.array(Percentages),
  digits: z.array(Digits),
});
export type UnusualStatistics = z.infer<typeof UnusualStatistics>;
