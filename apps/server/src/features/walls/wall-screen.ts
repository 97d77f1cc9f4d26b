import type { ElectionId } from '@ec/contract/base/common';
import type { WallScreen } from '@ec/contract/walls/schemas';
import type { ReadContext } from '../../platform/http/context.ts';
import type { RunningWall } from '../../platform/identity/walls.ts';
import type { SituationRooms } from '../situation-room/rooms.ts';

/** What a wall screen shows: the room as the person who started it may see it, or that election mode is off. */
export async function wallScreen(
  { organisation, platform }: ReadContext,
  rooms: SituationRooms,
  { wall, election }: { wall: RunningWall; election: ElectionId | undefined },
): Promise<WallScreen> {
  const { settings, electionMode } = organisation;
  const { systemName, timezone, dateFormat } = settings.general;
  const room = electionMode ? await rooms.get({ areas: wall.starter.areas, settings }, election) : null;
  return {
    name: wall.name,
    expiresAt: wall.expiresAt.toISOString(),
    electionMode,
    system: { systemName, timezone, dateFormat, rehearsal: platform.config.mode === 'rehearsal' },
    room: room && room.wall,
  };
}
