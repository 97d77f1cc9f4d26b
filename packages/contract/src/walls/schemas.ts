import * as z from 'zod/mini';
import { Timestamp } from '../base/common.ts';
import { requiredName } from '../base/names.ts';
import { SituationRoom } from '../situation-room/schemas.ts';

export const WallId = z.uuid().brand<'WallId'>();
export type WallId = z.infer<typeof WallId>;

/** Possible durations of a wall screen in hours. */
export const WALL_HOURS = [12, 24, 72] as const;
/** Maximum number of a user's running wall screens. */
export const MAX_WALLS = 20;

/**
 * A screen that shows the situation room without a signed-in user. Its token reads only the situation room, and ends with its time, with its
 * starter's right to see the room, or when a user ends it.
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
  /** Time of the screen's last call; null if there was none. */
  lastSeenAt: z.nullable(Timestamp),
});
export type Wall = z.infer<typeof Wall>;
export const WallList = z.object({ walls: z.array(Wall) });
export type WallList = z.infer<typeof WallList>;
/** The token is only in this answer. */
export const StartedWall = z.extend(Wall, { token: z.string() });
export type StartedWall = z.infer<typeof StartedWall>;

/** What a wall screen needs besides the figures. */
export const WallScreen = z.object({
  name: z.string(),
  expiresAt: Timestamp,
  electionMode: z.boolean(),
  system: z.object({ systemName: z.string(), timezone: z.string(), dateFormat: z.string(), rehearsal: z.boolean() }),
  /** Null while election mode is off. */
  room: z.nullable(SituationRoom),
});
export type WallScreen = z.infer<typeof WallScreen>;
