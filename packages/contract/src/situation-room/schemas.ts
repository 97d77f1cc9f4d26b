import * as z from 'zod/mini';
import {
  AreaReference,
  DisputeId,
  ElectionId,
  LocationIdSchema,
  LocationTypeSchema,
  ResultId,
  Timestamp,
} from '../base/common.ts';
import { CollationCounts } from '../collations/counts.ts';
import { Contact, DashboardElection } from '../dashboards/schemas.ts';
import { PartyLook } from '../elections/parties.ts';
import { Coverage } from '../elections/schemas.ts';
import { FeedItem, LiveArea, Totals } from '../live/schemas.ts';
import { DeclarationByBasis } from '../elections/declaration.ts';
import { FLAG_CODES } from '../results/sheet.ts';

export const SituationQuery = z.object({ electionId: z.optional(ElectionId) });
export type SituationQuery = z.infer<typeof SituationQuery>;

const place = z.object({ unit: z.string(), code: z.string(), ward: z.string(), lga: z.string(), state: z.string() });

/** Results received in an interval; `at` is its start. */
const Pace = z.object({ at: Timestamp, results: z.number() });

/** The intervals of the rate (in minutes), their number, and the minimum number of results per hour for a projection. */
export const PACE = { minutes: 5, stretches: 36, least: 30 } as const;

/** Why there is no projection: too few results in the last hour, all units reported, or voting is not over. */
export const NoProjection = z.enum(['too_few', 'complete', 'not_started']);

export const SituationRoom = z.object({
  /** Null if no election is live or completed. */
  election: z.nullable(DashboardElection),
  elections: z.array(DashboardElection),
  parties: z.array(z.string()),
  looks: z.array(PartyLook),
  basis: z.object({ verified: Totals, provisional: Totals }),
  coverage: Coverage,
  registeredInArea: z.number(),
  leading: z.object({ verified: z.nullable(z.string()), provisional: z.nullable(z.string()) }),
  /** All states of the reader's area; those not covered by the election have no units. */
  states: z.array(LiveArea),
  feed: z.array(FeedItem),
  disputes: z.object({
    open: z.number(),
    unassigned: z.number(),
    newest: z.array(
      z.extend(place, {
        id: DisputeId,
        /** Null on a wall screen. */
        reason: z.nullable(z.string()),
        raisedAt: Timestamp,
        assigned: z.boolean(),
      }),
    ),
  }),
  /** Results flagged by a check and not corrected by a later version. */
  alerts: z.object({
    total: z.number(),
    byCheck: z.array(z.object({ code: z.enum(FLAG_CODES), results: z.number() })),
    newest: z.array(
      z.extend(place, {
        id: ResultId,
        codes: z.array(z.enum(FLAG_CODES)),
        status: z.string(),
        /** True where the newest version was entered from the photo at the desk. */
        desk: z.boolean(),
        at: Timestamp,
      }),
    ),
  }),
  rate: z.object({
    /** Oldest first, without gaps, the last one still running. */
    stretches: z.array(Pace),
    lastHour: z.number(),
    /** When all covered units will have reported at the last hour's rate; null with the reason why not. */
    completeAt: z.nullable(Timestamp),
    none: z.nullable(NoProjection),
    asOf: Timestamp,
  }),
  /** The test of an election with one contest, where the reader's areas hold all of it. */
  declaration: z.nullable(DeclarationByBasis),
  /** How far collation is; null where the election has no form in the reader's areas. */
  collation: z.nullable(CollationCounts),
  asOf: Timestamp,
});
export type SituationRoom = z.infer<typeof SituationRoom>;

/** The unreported units of an LGA or a ward, with contacts. */
export const SilentQuery = z.object({ electionId: ElectionId, area: AreaReference });
export type SilentQuery = z.infer<typeof SilentQuery>;
export const SilentUnits = z.object({
  area: z.object({ id: LocationIdSchema, type: LocationTypeSchema, name: z.string(), code: z.string() }),
  wards: z.array(
    z.object({
      ward: z.object({ id: LocationIdSchema, name: z.string(), code: z.string() }),
      contact: z.nullable(Contact),
      units: z.array(
        z.object({
          id: LocationIdSchema,
          name: z.string(),
          code: z.string(),
          registeredVoters: z.nullable(z.number()),
          officer: z.nullable(Contact),
          /** When the officer last signed in. */
          lastActivity: z.nullable(Timestamp),
          /** True if a result was submitted and returned. */
          returned: z.boolean(),
        }),
      ),
    }),
  ),
  total: z.number(),
  asOf: Timestamp,
});
export type SilentUnits = z.infer<typeof SilentUnits>;
