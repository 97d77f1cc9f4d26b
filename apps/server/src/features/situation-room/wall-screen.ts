import type { SituationRoom, WallScreen } from '@ec/contract/situation-room/schemas';
import type { ReadContext } from '../../platform/http/context.ts';
import type { RunningWall } from '../../platform/identity/walls.ts';
import type { SituationRooms } from './rooms.ts';

const shown = new WeakMap<SituationRoom, SituationRoom>();

/** The room as anybody may read it who stands before the screen: without what people wrote. Made once for all screens. */
function forEverybody(room: SituationRoom): SituationRoom {
  const known = shown.get(room);
  if (known) return known;
  const newest = room.disputes.newest.map((dispute) => ({ ...dispute, reason: null }));
  const made = Object.freeze({ ...room, disputes: { ...room.disputes, newest } });
  shown.set(room, made);
  return made;
}

/** What a wall screen shows: the room as whoever started it may see it, or that election mode is off. */
export async function wallScreen(
  { organisation, platform }: ReadContext,
  rooms: SituationRooms,
  wall: RunningWall,
): Promise<WallScreen> {
  const { settings, electionMode } = organisation;
  const { systemName, timezone, dateFormat } = settings.general;
  const room = electionMode ? await rooms.get({ areas: wall.starter.areas, settings }, undefined) : null;
  return {
    name: wall.name,
    expiresAt: wall.expiresAt.toISOString(),
    electionMode,
    system: { systemName, timezone, dateFormat, rehearsal: platform.config.mode === 'rehearsal' },
    room: room && forEverybody(room),
  };
}
