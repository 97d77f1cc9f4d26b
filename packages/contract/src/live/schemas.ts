import * as z from 'zod/mini';
import {
  AreaReference,
  ElectionId,
  LocationIdSchema,
  LocationTypeSchema,
  ResultId,
  Timestamp,
} from '../base/common.ts';
import { ConstituencyId, ConstituencyKindSchema } from '../constituencies/schemas.ts';
import { Coverage, Source } from '../elections/schemas.ts';
import { PartyLook } from '../elections/parties.ts';
import { LocationLink } from '../geography/schemas.ts';
import { Flag, ResultStatus } from '../results/schemas.ts';

/** Sums over the results of a basis. */
export const Totals = z.object({
  results: z.number(),
  votes: z.record(z.string(), z.number()),
  voidVotes: z.number(),
  totalVotes: z.number(),
  accreditedVoters: z.number(),
  /** Of the units in these results with known registered voters. */
  registeredVoters: z.number(),
  /** How many of these results have known registered voters, and the accredited voters of these: turnout is over them alone. */
  registeredUnits: z.number(),
  registeredAccredited: z.number(),
});
export type Totals = z.infer<typeof Totals>;

const Leading = z.object({ verified: z.nullable(z.string()), provisional: z.nullable(z.string()) });

export const LiveQuery = z.object({
  electionId: ElectionId,
  area: z.optional(AreaReference),
  source: z._default(Source, 'official'),
});
export type LiveQuery = z.infer<typeof LiveQuery>;

export const LiveAreasQuery = z.extend(LiveQuery, {
  /** Rows of this type instead of the area's children: all states or LGAs of the nation or a zone. */
  level: z.optional(z.enum(['region', 'state', 'lga'])),
});

const area = z.object({ id: LocationIdSchema, type: LocationTypeSchema, name: z.string(), code: z.string() });

export const LiveSummary = z.object({
  electionId: ElectionId,
  source: Source,
  area: z.extend(area, { chain: z.array(LocationLink) }),
  parties: z.array(z.string()),
  looks: z.array(PartyLook),
  basis: z.object({ verified: Totals, provisional: Totals }),
  coverage: Coverage,
  /** Registered voters of all covered units of the area. */
  registeredInArea: z.number(),
  leading: Leading,
  asOf: Timestamp,
});
export type LiveSummary = z.infer<typeof LiveSummary>;

export const LiveArea = z.object({
  area,
  coverage: Coverage,
  verified: Totals,
  provisional: Totals,
  leading: Leading,
  /** For a polling unit: its result, if any. */
  resultId: z.optional(z.nullable(ResultId)),
  status: z.optional(z.nullable(ResultStatus)),
});
export type LiveArea = z.infer<typeof LiveArea>;
export const LiveAreas = z.object({ areas: z.array(LiveArea), asOf: Timestamp });
export type LiveAreas = z.infer<typeof LiveAreas>;

/** A constituency's figures: sums over its wards. */
export const LiveConstituency = z.object({
  constituency: z.object({ id: ConstituencyId, name: z.string(), code: z.number(), state: z.string() }),
  coverage: Coverage,
  verified: Totals,
  provisional: Totals,
  leading: Leading,
});
export type LiveConstituency = z.infer<typeof LiveConstituency>;
/** `kind`: what the election returns one winner in; null for elections of other types, which have no row. */
export const LiveConstituencies = z.object({
  kind: z.nullable(ConstituencyKindSchema),
  constituencies: z.array(LiveConstituency),
  asOf: Timestamp,
});
export type LiveConstituencies = z.infer<typeof LiveConstituencies>;

/** The filters of the feed and the export. `leading` selects results in which that party has the most votes. */
export const FeedQuery = z.extend(LiveQuery, {
  party: z.optional(z.string().check(z.maxLength(20))),
  leading: z.optional(z.string().check(z.maxLength(20))),
  status: z.optional(ResultStatus),
});
export type FeedQuery = z.infer<typeof FeedQuery>;
/** `by` constituency: sums, one row a constituency that lies in the area as a whole, in place of one row a result. */
export const ExportQuery = z.extend(FeedQuery, { by: z._default(z.enum(['unit', 'constituency']), 'unit') });
export const LiveFeedQuery = z.extend(FeedQuery, {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(20)), 20),
});
export type LiveFeedQuery = z.infer<typeof LiveFeedQuery>;

export const FeedItem = z.object({
  id: ResultId,
  pollingUnitId: LocationIdSchema,
  unit: z.string(),
  code: z.string(),
  state: z.string(),
  lga: z.string(),
  ward: z.string(),
  votes: z.record(z.string(), z.number()),
  totalVotes: z.number(),
  leading: z.nullable(z.string()),
  status: ResultStatus,
  flags: z.array(Flag),
  /** True where the newest version was entered from the photo at the desk. */
  desk: z.boolean(),
  timestamp: Timestamp,
});
export type FeedItem = z.infer<typeof FeedItem>;
export const LiveFeed = z.object({ items: z.array(FeedItem), total: z.number(), asOf: Timestamp });
export type LiveFeed = z.infer<typeof LiveFeed>;

/** The moments of a history, evenly spread from the first result to the latest. */
export const HISTORY_POINTS = 40;

const counted = z.object({
  results: z.number(),
  /** Valid votes of all parties in these results. */
  valid: z.number(),
  votes: z.record(z.string(), z.number()),
});

/**
 * How the count came about: of the results as they are now, those that had been sent by each moment (`provisional`) and those
 * that had been verified by then (`verified`). A result that was corrected counts with its present figures from when these
 * were sent. `parties`: those with the most votes now.
 */
export const LiveHistory = z.object({
  parties: z.array(z.string()),
  points: z.array(z.object({ at: Timestamp, verified: counted, provisional: counted })),
  asOf: Timestamp,
});
export type LiveHistory = z.infer<typeof LiveHistory>;

/** The two counts of each child area, over the units that both have. */
export const Comparison = z.object({
  /** Percentage points from which a difference is marked (setting resultDiscrepancy). */
  threshold: z.number(),
  areas: z.array(
    z.object({
      area,
      official: Totals,
      grassroots: Totals,
      coverage: z.object({ units: z.number(), official: z.number(), grassroots: z.number(), both: z.number() }),
      /** The largest difference of any party's share of the votes, in percentage points; null if one side is empty. */
      difference: z.nullable(z.number()),
      party: z.nullable(z.string()),
      marked: z.boolean(),
    }),
  ),
  asOf: Timestamp,
});
export type Comparison = z.infer<typeof Comparison>;
