import type { StartWallRequest, WallId } from '@ec/contract/walls/schemas';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';

const POLL_MS = 30_000;

export const wallsQuery = queryOptions({
  queryKey: ['wall-screens'],
  queryFn: ({ signal }) => api.call('GET /situation-room/walls', { signal }),
  refetchInterval: POLL_MS,
});

export const startWall = (body: StartWallRequest) => api.call('POST /situation-room/walls', { body });

export const endWall = (id: WallId) => api.call('DELETE /situation-room/walls/:id', { params: { id } });
