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
import { Contact, DashboardElection } from '../dashboards/schemas.ts';
import { Coverage } from '../elections/schemas.ts';
import { FeedItem, LiveArea, Totals } from '../live/schemas.ts';
import { requiredName } from '../base/names.ts';
import { PresidentialTest } from '../elections/presidential-test.ts';
import { FLAG_CODES } from '../results/sheet.ts';

export const SituationQuery = z.object({ electionId: z.optional(ElectionId) });
export type SituationQuery = z.infer<typeof SituationQuery>;

const place = z.object({ unit: z.string(), code: z.string(), ward: z.string(), lga: z.string(), state: z.string() });

/** Results received in a stretch of time; `at` is its beginning. */
const Pace = z.object({ at: Timestamp, results: z.number() });

/**
 * Length of the stretches in which the rate is told, how many of them, and the least results of an hour that say when the
 * rest will be there.
 */
export const PACE = { minutes: 5, stretches: 36, least: 30 } as const;

/** Why there is no projection: too few results in the last hour to say anything, all units reported, or the vote is not over. */
export const NoProjection = z.enum(['too_few', 'complete', 'not_started']);

export const SituationRoom = z.object({
  /** Null while no election is live or completed. */
  election: z.nullable(DashboardElection),
  elections: z.array(DashboardElection),
  parties: z.array(z.string()),
  basis: z.object({ verified: Totals, provisional: Totals }),
  coverage: Coverage,
  registeredInArea: z.number(),
  leading: z.object({ verified: z.nullable(z.string()), provisional: z.nullable(z.string()) }),
  /** All states of the reader's area; those that the election does not cover have no units. */
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
  /** Results that a check of the sheet speaks against, and that no later version has mended. */
  alerts: z.object({
    total: z.number(),
    byCheck: z.array(z.object({ code: z.enum(FLAG_CODES), results: z.number() })),
    newest: z.array(
      z.extend(place, { id: ResultId, codes: z.array(z.enum(FLAG_CODES)), status: z.string(), at: Timestamp }),
    ),
  }),
  rate: z.object({
    /** Oldest first, without gaps, the last one still running. */
    stretches: z.array(Pace),
    lastHour: z.number(),
    /** When all covered units will have reported if the last hour's rate holds; null with the reason why not. */
    completeAt: z.nullable(Timestamp),
    none: z.nullable(NoProjection),
    asOf: Timestamp,
  }),
  /** For a presidential election. */
  presidential: z.nullable(z.object({ verified: PresidentialTest, provisional: PresidentialTest })),
  asOf: Timestamp,
});
export type SituationRoom = z.infer<typeof SituationRoom>;

/** The units of an LGA or a ward that have not reported, with whom to call. */
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
          /** True where a result was sent and returned. */
          returned: z.boolean(),
        }),
      ),
    }),
  ),
  total: z.number(),
  asOf: Timestamp,
});
export type SilentUnits = z.infer<typeof SilentUnits>;

export const WallId = z.uuid().brand<'WallId'>();
export type WallId = z.infer<typeof WallId>;

/** How long a wall screen may run. */
export const WALL_HOURS = [12, 24, 72] as const;
/** How many wall screens of one person may run at a time. */
export const MAX_WALLS = 20;

/**
 * A screen that shows the situation room without anybody signed in. Its token reads the situation room and nothing else,
 * and ends with its time, with its maker's right to see the room, or when somebody ends it.
 */
export const StartWallRequest = z.strictObject({
  name: requiredName(60, 'Name the screen'),
  hours: z.literal([...WALL_HOURS]),
});
export type StartWallRequest = z.infer<typeof StartWallRequest>;

export const Wall = z.object({
  id: WallId,
  name: z.string(),
  startedBy: z.string(),
  startedAt: Timestamp,
  expiresAt: Timestamp,
  /** When the screen last asked; null while it never did. */
  lastSeenAt: z.nullable(Timestamp),
});
export type Wall = z.infer<typeof Wall>;
export const WallList = z.object({ walls: z.array(Wall) });
export type WallList = z.infer<typeof WallList>;
/** The token is told this once. */
export const StartedWall = z.extend(Wall, { token: z.string() });
export type StartedWall = z.infer<typeof StartedWall>;

/** What a wall screen needs to know besides the figures. */
export const WallScreen = z.object({
  name: z.string(),
  expiresAt: Timestamp,
  electionMode: z.boolean(),
  system: z.object({ systemName: z.string(), timezone: z.string(), dateFormat: z.string(), rehearsal: z.boolean() }),
  /** Null while election mode is off. */
  room: z.nullable(SituationRoom),
});
export type WallScreen = z.infer<typeof WallScreen>;
