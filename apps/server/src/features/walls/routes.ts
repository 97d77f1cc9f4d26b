import { StartedWall, StartWallRequest, WallId, WallList } from '@ec/contract/situation-room/schemas';
import * as z from 'zod/mini';
import type { Router } from '../../platform/http/router.ts';
import { ROOM_VIEWERS, WALL_STARTERS } from '../../platform/identity/walls.ts';
import { listWalls, startWall, stopWall } from './service.ts';

/** Wall screens as people start, see and end them; what a screen itself reads stands with the situation room. */
export function wallRoutes(router: Router): void {
  router.write(
    {
      method: 'POST',
      path: '/situation-room/walls',
      summary: 'Start a wall screen',
      access: WALL_STARTERS,
      body: StartWallRequest,
      answer: StartedWall,
      status: 201,
      audit: ['wall.started'],
    },
    async (context) => await startWall(context, context.body),
  );

  router.read(
    {
      method: 'GET',
      path: '/situation-room/walls',
      summary: 'The wall screens that run',
      access: ROOM_VIEWERS,
      answer: WallList,
    },
    listWalls,
  );

  router.write(
    {
      method: 'DELETE',
      path: '/situation-room/walls/:id',
      summary: 'End a wall screen',
      access: WALL_STARTERS,
      params: z.object({ id: WallId }),
      answer: z.object({ id: WallId }),
      audit: ['wall.ended'],
    },
    async (context) => {
      await stopWall(context, context.params.id);
      return { id: context.params.id };
    },
  );
}
