import type { Router } from '../../platform/http/router.ts';
import { ROOM_VIEWERS, WALL_STARTERS } from '../../platform/identity/walls.ts';
import { listWalls, startWall, stopWall } from './service.ts';

/** Wall screens as people start, see and end them; what a screen itself reads stands with the situation room. */
export function wallRoutes(router: Router): void {
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
}
