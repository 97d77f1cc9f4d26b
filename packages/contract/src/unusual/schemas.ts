import * as z from 'zod/mini';
import {
  AreaReference,
  ElectionId,
  FileId,
  ListQuery,
  LocationIdSchema,
  PersonLink,
  ResultId,
  Timestamp,
  withoutDirections,
} from '../base/common.ts';
import { Source } from '../elections/schemas.ts';
import { LocationLink } from '../geography/schemas.ts';
import { ResultStatus } from '../results/schemas.ts';
import { UNUSUAL_CHECKS } from './checks.ts';
import { CheckMode, CheckSettings } from './settings.ts';
import { EarlierElectionId } from './earlier.ts';

const CheckSchema = z.enum(UNUSUAL_CHECKS);

/** A unit that reports the same votes as another of its ward. */
export const UnusualTwin = z.object({
  resultId: ResultId,
  pollingUnitId: LocationIdSchema,
  code: z.string(),
  name: z.string(),
  photoFileId: z.nullable(FileId),
  /** True where the version was entered from the photo at the desk. */
  desk: z.boolean(),
  /** Accredited and registered voters agree too. */
  sameVoters: z.boolean(),
  /** Both have the same photo, byte for byte. */
  samePhoto: z.boolean(),
});
export type UnusualTwin = z.infer<typeof UnusualTwin>;

/** A figure of the unit beside the median of its ward, in percent; beside an earlier election both are changes, in percentage points. */
export const UnusualDistance = z.object({
  /** Null where turnout is compared. */
  party: z.nullable(z.string()),
  value: z.number(),
  median: z.number(),
  /** The figure of the earlier election; null where none is compared with. */
  before: z.nullable(z.number()),
  /** How many units the median is of, this one included. */
  units: z.number(),
});
export type UnusualDistance = z.infer<typeof UnusualDistance>;

/** One step of a marking, oldest first. */
export const UnusualStep = z.object({
  change: z.enum(['closed', 'reopened']),
  explanation: z.string(),
  by: PersonLink,
  at: Timestamp,
});
export type UnusualStep = z.infer<typeof UnusualStep>;

/** What one check found about one unit, for the version of its result that counts now. */
export const UnusualMark = z.object({
  check: CheckSchema,
  /** What follows from it in this election; never `off`. */
  mode: CheckMode,
  /** Made by the thresholds of the base rates. */
  usual: z.boolean(),
  /** The name of the earlier election that it was compared with. */
  earlier: z.nullable(z.string()),
  resultId: ResultId,
  version: z.number(),
  resultStatus: ResultStatus,
  pollingUnitId: LocationIdSchema,
  code: z.string(),
  name: z.string(),
  chain: z.array(LocationLink),
  photoFileId: z.nullable(FileId),
  /** True where the version was entered from the photo at the desk. */
  desk: z.boolean(),
  votes: z.record(z.string(), z.number()),
  validVotes: z.number(),
  accreditedVoters: z.number(),
  registeredVoters: z.nullable(z.number()),
  /** Of identical votes; else empty. */
  twins: z.array(UnusualTwin),
  /** Of comparisons; else empty. */
  distances: z.array(UnusualDistance),
  /** The explanation that closes it stands in the last step. */
  closed: z.boolean(),
  steps: z.array(UnusualStep),
  can: z.object({ close: z.boolean(), reopen: z.boolean() }),
});
export type UnusualMark = z.infer<typeof UnusualMark>;

/** How many tests were made: a unit for each check that applies to it, and a party of a unit where shares are compared. */
const made = { tests: z.number(), units: z.number() };

export const UnusualQuery = z.extend(ListQuery, {
  electionId: ElectionId,
  source: z._default(Source, 'official'),
  /** An LGA or less; of a wider area the first LGA with results is answered. */
  area: z.optional(AreaReference),
  check: z.optional(CheckSchema),
  state: z.optional(z.enum(['open', 'closed'])),
});
export type UnusualQuery = z.infer<typeof UnusualQuery>;

export const UnusualList = z.object({
  marks: z.array(UnusualMark),
  total: z.number(),
  /** Of all checks together, whatever is filtered. */
  open: z.number(),
  closed: z.number(),
  ...made,
  /** Checks that are off in this election, so that no test of them was made. */
  off: z.array(CheckSchema),
  /** The place that the answer is of, with its chain; null while there is no result in the area. */
  place: z.nullable(z.object({ code: z.string(), chain: z.array(LocationLink) })),
  /** The LGAs with results before and after it, within the areas of the reader; null for a ward. */
  previous: z.nullable(LocationLink),
  next: z.nullable(LocationLink),
});
export type UnusualList = z.infer<typeof UnusualList>;

export const UnusualOfResult = z.object({ marks: z.array(UnusualMark), ...made });
export type UnusualOfResult = z.infer<typeof UnusualOfResult>;

/** The check and the version that the explanation is about. */
export const UnusualStepRequest = z.strictObject({
  check: CheckSchema,
  version: z.number().check(z.int(), z.positive()),
  explanation: z
    .string()
    .check(withoutDirections(), z.trim(), z.minLength(1, 'Give an explanation'), z.maxLength(1000)),
});
export type UnusualStepRequest = z.infer<typeof UnusualStepRequest>;

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
