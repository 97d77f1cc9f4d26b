import type { ElectionId, UserId } from '@ec/contract/base/common';
import {
  MAX_WALLS,
  type StartedWall,
  type StartWallRequest,
  type WallId,
  type WallList,
  type WallScreen,
} from '@ec/contract/walls/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { newId, sha256 } from '../../platform/runtime/ids.ts';
import { newWallToken, type RunningWall, runningWall } from '../../platform/identity/walls.ts';
import { countOpenWalls, endWall, insertWall, listOpenWalls } from './repository.ts';
import type { SituationRooms } from '../situation-room/rooms.ts';

/** The screens that the user can see and end: all for the national office, their own for others. */
function whoseOf(actor: Actor): UserId | 'all' {
  return actor.role === 'super_admin' || actor.role === 'national_admin' ? 'all' : actor.userId;
}

/** Starts a screen; its token is only in this answer. */
export async function startWall(
  write: WriteContext & { actor: Actor },
  request: StartWallRequest,
): Promise<StartedWall> {
  const { tx, now, actor } = write;
  if ((await countOpenWalls(tx, actor.userId, now)) >= MAX_WALLS)
    throw new AppError('WALL_LIMIT', { limit: MAX_WALLS });
  const token = newWallToken();
  const id = newId<WallId>();
  const expiresAt = new Date(now.getTime() + request.hours * 3_600_000);
  const { name } = request;
  await insertWall(tx, { id, tokenHash: sha256(token), name, userId: actor.userId, startedAt: now, expiresAt });
  const times = { startedAt: now.toISOString(), expiresAt: expiresAt.toISOString() };
  await write.audit({ event: 'wall.started', resourceId: id, next: { name, ...times } });
  return { id, name, startedBy: actor.name, ...times, lastSeenAt: null, token };
}

/** The running screens; one whose starter lost the right to see the room is omitted. */
export async function listWalls({ db, now, organisation, actor }: ReadContext & { actor: Actor }): Promise<WallList> {
  const rows = await listOpenWalls(db, whoseOf(actor), now);
  return {
    walls: rows
      .filter((row) => runningWall(row, organisation, now))
      .map((row) => ({
        id: row.id,
        name: row.wall_name,
        startedBy: row.name,
        startedAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        lastSeenAt: row.last_seen_at?.toISOString() ?? null,
      })),
  };
}

/** Ends a screen; its next call is refused. Throws NOT_FOUND for a screen that the user cannot end. */
export async function stopWall(write: WriteContext & { actor: Actor }, id: WallId): Promise<void> {
  const ended = await endWall(write.tx, id, whoseOf(write.actor), write.now);
  if (!ended) throw new AppError('NOT_FOUND');
  await write.audit({ event: 'wall.ended', resourceId: id, previous: { name: ended.name, startedBy: ended.userId } });
}

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
