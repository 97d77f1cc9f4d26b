import type { Router } from '../../platform/http/router.ts';
import { ROOM_VIEWERS, WALL_STARTERS } from '../../platform/identity/walls.ts';
import type { SituationRooms } from '../situation-room/rooms.ts';
import { listWalls, startWall, stopWall, wallScreen } from './service.ts';

/** Wall screens as users start, list and end them, and what a screen itself reads. */
export function wallRoutes(router: Router, rooms: SituationRooms): void {
  router.write(
    'POST /situation-room/walls',
    { access: WALL_STARTERS, audit: ['wall.started'] },
    async (context) => await startWall(context, context.body),
  );

  router.read('GET /situation-room/walls', { access: ROOM_VIEWERS }, listWalls);

  router.write(
    'DELETE /situation-room/walls/:id',
    { access: WALL_STARTERS, audit: ['wall.ended'] },
    async (context) => {
      await stopWall(context, context.params.id);
      return { id: context.params.id };
    },
  );

  router.read(
    'GET /wall',
    { access: 'wall' },
    async (context) => await wallScreen(context, rooms, { wall: context.wall, election: context.query.electionId }),
  );
}
