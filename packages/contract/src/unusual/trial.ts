import * as z from 'zod/mini';
import { AreaReference } from '../base/common.ts';
import { UNUSUAL_CHECKS } from './checks.ts';
import { EarlierElectionId } from './earlier.ts';
import { CheckSettings } from './settings.ts';

/** Tries checks on the results of an earlier election in one area, which is a region or less: a nation is tried region by region. */
export const TrialRequest = z.strictObject({
  /** The election whose results are checked. */
  sampleId: EarlierElectionId,
  /** The one before it that they are compared with, for the checks that need one. */
  earlierId: z.nullable(EarlierElectionId),
  checks: CheckSettings,
  area: AreaReference,
});
export type TrialRequest = z.infer<typeof TrialRequest>;

/** What one check would have found. Figures of several areas can be added, for each check is made within a ward. */
export const TrialFound = z.object({
  check: z.enum(UNUSUAL_CHECKS),
  tests: z.number(),
  /** Units that were tested, and those that would have been marked. */
  units: z.number(),
  marked: z.number(),
});
export type TrialFound = z.infer<typeof TrialFound>;

/** `results`: units of the area with a result. A check that needs an earlier election has no entry where none was given. */
export const Trial = z.object({ results: z.number(), found: z.array(TrialFound) });
export type Trial = z.infer<typeof Trial>;
