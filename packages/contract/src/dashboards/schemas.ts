import * as z from 'zod/mini';
import {
  AreaReference,
  ElectionId,
  LocationIdSchema,
  LocationTypeSchema,
  ResultId,
  Timestamp,
  UserId,
} from '../base/common.ts';
import { Dispute } from '../disputes/schemas.ts';
import { Coverage, ElectionStatus, ElectionType, Source } from '../elections/schemas.ts';
import { Totals } from '../live/schemas.ts';
import { Location, LocationLink } from '../geography/schemas.ts';
import { ResultDetail, ResultStatus, UnitStatus } from '../results/schemas.ts';

/**
 * Which figures: those of the election named, else of the one that is live (of several the newest), else of the newest
 * completed one. The count is the official one unless the reader's own is grassroots.
 */
export const PerformanceQuery = z.object({
  electionId: z.optional(ElectionId),
  source: z.optional(Source),
});
export type PerformanceQuery = z.infer<typeof PerformanceQuery>;

/** `area` names one of the person's own areas (a moderator may have several) or, for administrators, one inside them. */
export const DashboardQuery = z.extend(PerformanceQuery, { area: z.optional(AreaReference) });
export type DashboardQuery = z.infer<typeof DashboardQuery>;

/** An election as the dashboards name it. */
export const DashboardElection = z.object({
  id: ElectionId,
  name: z.string(),
  type: ElectionType,
  status: ElectionStatus,
  electionDate: z.string(),
  opensAt: Timestamp,
  closesAt: Timestamp,
  deadline: Timestamp,
});
export type DashboardElection = z.infer<typeof DashboardElection>;

/** Who holds an office, for those who may see people; null where nobody does or the reader may not know. */
export const Contact = z.object({ id: UserId, name: z.string(), role: z.string(), phone: z.string() });
export type Contact = z.infer<typeof Contact>;

const area = z.object({ id: LocationIdSchema, type: LocationTypeSchema, name: z.string(), code: z.string() });
const leading = z.object({ verified: z.nullable(z.string()), provisional: z.nullable(z.string()) });

/** Where an area stands in the election. `submissionRate` is units reported over units covered, in percent. */
const standing = {
  coverage: Coverage,
  submissionRate: z.number(),
  /** Open disputes: results in dispute. */
  disputes: z.number(),
  leading,
  /** When a result of the area last changed; null while there is none. */
  lastUpdate: z.nullable(Timestamp),
  contact: z.nullable(Contact),
};

const head = {
  area: z.extend(area, { chain: z.array(LocationLink) }),
  /** Null while no election of the area is live or completed: all figures of results are zero then. */
  election: z.nullable(DashboardElection),
  /** Those that could be chosen. */
  elections: z.array(DashboardElection),
  source: Source,
  ...standing,
  parties: z.array(z.string()),
  basis: z.object({ verified: Totals, provisional: Totals }),
  registeredInArea: z.number(),
  asOf: Timestamp,
};

/**
 * One area below: how many of its own children have every unit reported (`complete`) and how many have begun. These are
 * the submitted LGAs of a state, the submitted wards of an LGA, the submitted units of a ward.
 */
const row = {
  area,
  ...standing,
  leadingParty: z.nullable(z.string()),
  complete: z.number(),
  started: z.number(),
  children: z.number(),
};
export const PerformanceRow = z.object(row);
export type PerformanceRow = z.infer<typeof PerformanceRow>;

export const RegionalPerformance = z.object({
  ...head,
  statePerformance: z.array(z.object({ ...row, state: z.string(), submittedLGAs: z.number(), totalLGAs: z.number() })),
  regionalTotals: z.object({
    totalStates: z.number(),
    totalLGAs: z.number(),
    submittedLGAs: z.number(),
    overallSubmissionRate: z.number(),
  }),
});
export type RegionalPerformance = z.infer<typeof RegionalPerformance>;

export const StatePerformance = z.object({
  ...head,
  lgaPerformance: z.array(z.object({ ...row, lga: z.string(), submittedWards: z.number(), totalWards: z.number() })),
  stateTotals: z.object({
    totalLGAs: z.number(),
    totalWards: z.number(),
    submittedWards: z.number(),
    overallSubmissionRate: z.number(),
  }),
});
export type StatePerformance = z.infer<typeof StatePerformance>;

export const LgaPerformance = z.object({
  ...head,
  wardPerformance: z.array(z.object({ ...row, ward: z.string(), submittedUnits: z.number(), totalUnits: z.number() })),
  lgaTotals: z.object({
    totalWards: z.number(),
    totalUnits: z.number(),
    submittedUnits: z.number(),
    overallSubmissionRate: z.number(),
  }),
});
export type LgaPerformance = z.infer<typeof LgaPerformance>;

/** A unit as the ward's list shows it. */
export const WardUnit = z.object({
  id: LocationIdSchema,
  code: z.string(),
  name: z.string(),
  registeredVoters: z.nullable(z.number()),
  officerName: z.nullable(z.string()),
  officerPhone: z.nullable(z.string()),
  status: UnitStatus,
  resultId: z.nullable(ResultId),
  resultStatus: z.nullable(ResultStatus),
  submissionTime: z.nullable(Timestamp),
  /** When the officer last signed in. */
  lastActivity: z.nullable(Timestamp),
  /** Votes that count now: none of a result that is cancelled or in dispute; null while there is no result, or it was returned. */
  totalVotes: z.nullable(z.number()),
  /** Votes of the newest version, whatever became of it. */
  submittedVotes: z.nullable(z.number()),
  leading: z.nullable(z.string()),
  flags: z.number(),
  lastUpdate: z.nullable(Timestamp),
});
export type WardUnit = z.infer<typeof WardUnit>;

export const WardData = z.object({
  ...head,
  pollingUnits: z.array(WardUnit),
  wardTotals: z.object({
    total: z.number(),
    pending: z.number(),
    submitted: z.number(),
    approved: z.number(),
    disputed: z.number(),
    cancelled: z.number(),
    overallSubmissionRate: z.number(),
  }),
});
export type WardData = z.infer<typeof WardData>;

/** One thing that happened, as a sentence. */
export const Activity = z.object({
  id: z.string(),
  description: z.string(),
  timestamp: Timestamp,
  /** The page it is about, where there is one. */
  actionUrl: z.nullable(z.string()),
});
export type Activity = z.infer<typeof Activity>;
export const ActivityQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 10),
});
export const ActivityLog = z.object({ logs: z.array(Activity) });
export type ActivityLog = z.infer<typeof ActivityLog>;

export const NationalOverview = z.object({
  ...head,
  /** The zones, each with its states as children and the number of LGAs in them. */
  regions: z.array(z.object({ ...row, region: z.string(), states: z.number(), lgas: z.number() })),
  totals: z.object({
    users: z.number(),
    regions: z.number(),
    states: z.number(),
    lgas: z.number(),
    wards: z.number(),
    pollingUnits: z.number(),
    activeElections: z.number(),
  }),
});
export type NationalOverview = z.infer<typeof NationalOverview>;

/** What an officer finds: the unit, and each election that it is part of. */
export const OfficerUnit = z.object({
  unit: Location,
  source: Source,
  elections: z.array(
    z.extend(DashboardElection, {
      /** Whether a result is taken now. */
      window: z.enum(['not_live', 'open', 'late', 'closed']),
      result: z.nullable(
        z.object({
          id: ResultId,
          status: ResultStatus,
          version: z.number(),
          submissionId: z.string(),
          submittedAt: Timestamp,
          reason: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** The ward admin: whom to call. */
  contact: z.nullable(Contact),
});
export type OfficerUnit = z.infer<typeof OfficerUnit>;

/** What waits for the reader; null where they may not act on it. */
const desk = z.object({
  approvals: z.nullable(z.number()),
  highPriorityApprovals: z.nullable(z.number()),
  /** Results of the area that wait for review. */
  results: z.nullable(z.number()),
  /** Disputes that were given to the reader. */
  disputes: z.nullable(z.number()),
});

const common = {
  activity: z.array(Activity),
  desk,
  /** The person's own areas, where there are several to choose from. */
  areas: z.array(area),
};

/** What the role's dashboard shows, by the kind of area that the person is assigned to. */
export const Dashboard = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('national'), national: NationalOverview, ...common }),
  z.object({ kind: z.literal('region'), region: RegionalPerformance, ...common }),
  z.object({ kind: z.literal('state'), state: StatePerformance, ...common }),
  z.object({ kind: z.literal('lga'), lga: LgaPerformance, ...common }),
  z.object({ kind: z.literal('ward'), ward: WardData, ...common }),
  z.object({ kind: z.literal('polling_unit'), unit: OfficerUnit, ...common }),
  z.object({ kind: z.literal('unassigned') }),
]);
export type Dashboard = z.infer<typeof Dashboard>;

/** A polling unit with all that is known of it. An officer sees their own count alone. */
export const UnitPage = z.object({
  unit: Location,
  /** Whoever is assigned to the unit, for those who may see people, and for the officer themselves. */
  officers: z.array(
    z.extend(Contact, {
      status: z.string(),
      lastLogin: z.nullable(Timestamp),
      profilePictureUrl: z.nullable(z.string()),
    }),
  ),
  contact: z.nullable(Contact),
  results: z.array(z.object({ election: DashboardElection, result: ResultDetail })),
  /** Elections that cover the unit and have no result of it yet. */
  missing: z.array(DashboardElection),
  disputes: z.array(Dispute),
});
export type UnitPage = z.infer<typeof UnitPage>;
