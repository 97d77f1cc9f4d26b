import * as z from 'zod/mini';
import {
  AreaReference,
  ContestDayId,
  ElectionId,
  LocationIdSchema,
  LocationTypeSchema,
  ResultId,
  Timestamp,
  UserId,
} from '../base/common.ts';
import { CollationCounts } from '../collations/counts.ts';
import { Dispute } from '../disputes/schemas.ts';
import { Coverage, ElectionStatus, ElectionType, Source } from '../elections/schemas.ts';
import { Totals } from '../live/schemas.ts';
import { Location, LocationLink } from '../geography/schemas.ts';
import { ResultDetail, ResultStatus, UnitStatus } from '../results/schemas.ts';

/**
 * Selects the election: the named one, else the newest live one, else the newest completed one. The count is the official one unless the reader's own
 * is grassroots.
 */
export const PerformanceQuery = z.object({
  electionId: z.optional(ElectionId),
  source: z.optional(Source),
});
export type PerformanceQuery = z.infer<typeof PerformanceQuery>;

/** `area` is one of the user's own areas (a moderator may have several) or, for administrators, one inside them. */
export const DashboardQuery = z.extend(PerformanceQuery, { area: z.optional(AreaReference) });
export type DashboardQuery = z.infer<typeof DashboardQuery>;

/** An election on the dashboards. */
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

/** The holder of an office; null if it is vacant or the reader cannot see users. */
export const Contact = z.object({ id: UserId, name: z.string(), role: z.string(), phone: z.string() });
export type Contact = z.infer<typeof Contact>;

const area = z.object({ id: LocationIdSchema, type: LocationTypeSchema, name: z.string(), code: z.string() });
const leading = z.object({ verified: z.nullable(z.string()), provisional: z.nullable(z.string()) });

/** The standing of an area in the election. `submissionRate` is units reported over units covered, in percent. */
const standing = {
  coverage: Coverage,
  submissionRate: z.number(),
  /** Results in dispute. */
  disputes: z.number(),
  leading,
  /** When a result of the area last changed; null if there is none. */
  lastUpdate: z.nullable(Timestamp),
  contact: z.nullable(Contact),
};

const head = {
  area: z.extend(area, { chain: z.array(LocationLink) }),
  /** Null if no election of the area is live or completed: all result figures are then zero. */
  election: z.nullable(DashboardElection),
  /** The elections to choose from. */
  elections: z.array(DashboardElection),
  source: Source,
  ...standing,
  parties: z.array(z.string()),
  basis: z.object({ verified: Totals, provisional: Totals }),
  registeredInArea: z.number(),
  asOf: Timestamp,
};

/**
 * One area below, with the number of its children that are fully reported (`complete`) and partly reported. For a state the children are LGAs, for an
 * LGA wards, for a ward units.
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

/** A unit in the ward's list. */
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
  /** Votes that count now: 0 for a cancelled or disputed result; null without a result, or if it was returned. */
  totalVotes: z.nullable(z.number()),
  /** Votes of the newest version, whatever its status. */
  submittedVotes: z.nullable(z.number()),
  leading: z.nullable(z.string()),
  /** True where the newest version was entered from the photo at the desk. */
  desk: z.boolean(),
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

/** An event as a sentence. */
export const Activity = z.object({
  id: z.string(),
  description: z.string(),
  timestamp: Timestamp,
  /** The page of its record, if any. */
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
  /** The zones, with their states as children and their number of LGAs. */
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

/** An officer's unit, and each election that covers it. */
export const OfficerUnit = z.object({
  unit: Location,
  source: Source,
  elections: z.array(
    z.extend(DashboardElection, {
      formCode: z.string(),
      /** The day on which it is held together with others. */
      contestDay: z.nullable(z.object({ id: ContestDayId, name: z.string() })),
      /** Whether a result is accepted now. */
      window: z.enum(['not_live', 'open', 'late', 'closed']),
      result: z.nullable(
        z.object({
          id: ResultId,
          status: ResultStatus,
          version: z.number(),
          submissionId: z.string(),
          submittedAt: Timestamp,
          /** True where it was entered from the officer's photo at the desk. */
          desk: z.boolean(),
          reason: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** The ward admin as the contact. */
  contact: z.nullable(Contact),
});
export type OfficerUnit = z.infer<typeof OfficerUnit>;

/** The reader's pending work; null for what they cannot act on. */
const desk = z.object({
  approvals: z.nullable(z.number()),
  highPriorityApprovals: z.nullable(z.number()),
  /** Pending results on which the reader may decide now. */
  results: z.nullable(z.number()),
  /** Those on which the reader may decide once they have an explanation. */
  resultsUnexplained: z.nullable(z.number()),
  /** The other pending results of the area: others decide on them. */
  resultsBelow: z.nullable(z.number()),
  /** Disputes assigned to the reader. */
  disputes: z.nullable(z.number()),
});

/** What changed in the area in the last hour, and where results wait the longest; null for what the reader cannot see. */
export const LastHour = z.object({
  since: Timestamp,
  /** Units that reported for the first time, and results that were verified, in the election and count of the dashboard. */
  reported: z.number(),
  verified: z.number(),
  disputesOpened: z.nullable(z.number()),
  disputesResolved: z.nullable(z.number()),
  /** Alerts that were raised, and the critical ones among them. */
  alerts: z.nullable(z.number()),
  criticalAlerts: z.nullable(z.number()),
  /** The wards of the area whose results wait for a decision, the longest first; none on a ward's own dashboard. */
  blocking: z.array(
    z.object({
      ward: z.extend(area, { lga: z.string() }),
      waiting: z.number(),
      oldestAt: Timestamp,
      contact: z.nullable(Contact),
    }),
  ),
});
export type LastHour = z.infer<typeof LastHour>;

/** How far collation is in the area, and whether the reader enters a form of it. */
export const DashboardCollation = z.extend(CollationCounts, { can: z.object({ enter: z.boolean() }) });
export type DashboardCollation = z.infer<typeof DashboardCollation>;

const common = {
  activity: z.array(Activity),
  desk,
  /** For administrators, of an election; else null. */
  lastHour: z.nullable(LastHour),
  /** Of the official count, from an LGA upwards, for readers of disputes; else null. */
  collation: z.nullable(DashboardCollation),
  /** The user's own areas, if there are several. */
  areas: z.array(area),
};

/** The dashboard of the role, by the type of the user's area. */
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

/** A polling unit with all its data. An officer sees only their own count. */
export const UnitPage = z.object({
  unit: Location,
  /** The users assigned to the unit, for readers who can see users, and for the officer themselves. */
  officers: z.array(
    z.extend(Contact, {
      status: z.string(),
      lastLogin: z.nullable(Timestamp),
      profilePictureUrl: z.nullable(z.string()),
    }),
  ),
  contact: z.nullable(Contact),
  results: z.array(z.object({ election: DashboardElection, result: ResultDetail })),
  /** Elections that cover the unit and have no result of it. */
  missing: z.array(DashboardElection),
  disputes: z.array(Dispute),
});
export type UnitPage = z.infer<typeof UnitPage>;
