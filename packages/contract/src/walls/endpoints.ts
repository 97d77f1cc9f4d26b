import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import { SituationQuery } from '../situation-room/schemas.ts';
import { StartedWall, StartWallRequest, WallId, WallList, WallScreen } from './schemas.ts';

export const WALL_ENDPOINTS = {
  'POST /situation-room/walls': {
    summary: 'Start a wall screen',
    body: StartWallRequest,
    answer: StartedWall,
    status: 201,
  },
  'GET /situation-room/walls': {
    summary: 'The wall screens that run',
    answer: WallList,
  },
  'DELETE /situation-room/walls/:id': {
    summary: 'End a wall screen',
    params: z.object({ id: WallId }),
    answer: z.object({ id: WallId }),
  },
  'GET /wall': {
    summary: 'What a wall screen shows, of the election named or the current one',
    query: SituationQuery,
    answer: WallScreen,
  },
} satisfies Endpoints;
