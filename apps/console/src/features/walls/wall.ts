import type { StartedWall, StartWallRequest, WallId } from '@ec/contract/walls/schemas';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { withQuery } from '../../domain/elections/count-choice.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { configureFormats } from '../../lib/format/format.ts';
import { send } from '../../lib/http/http.ts';
import { api } from '../../lib/http/api.ts';

const WALL_KEY = 'ec.wall';
const WALL_POLL_MS = 2000;
/** An answer that takes longer is given up for the next one. */
const WALL_TIMEOUT_MS = 8000;

/** The token that an address such as /wall#wall_… brings; null where it brings none. */
export function wallTokenIn(hash: string): string | null {
  return /^#(wall_[\w-]+)$/.exec(hash)?.[1] ?? null;
}

/** What an address says of the figures of a wall, in the same words as that of the situation room. */
export const WALL_CHOICES = { election: '', basis: 'verified', measure: 'leading' };

/** The wall's page, which shows at first what the situation room shows: its election, basis and measure. */
export function useWallPage(): string {
  const [params] = useSearchParams();
  const names = Object.keys(WALL_CHOICES);
  return withQuery('/wall', Object.fromEntries(names.map((name) => [name, params.get(name) ?? undefined])));
}

/** The address at which another browser opens the wall's page. What follows # is sent to no server and stands in no log. */
export function wallAddress({ token }: Pick<StartedWall, 'token'>, page: string): string {
  return `${window.location.origin}${page}#${token}`;
}

export function readWallToken(): string | null {
  return localStorage.getItem(WALL_KEY);
}

export function keepWallToken(token: string): void {
  localStorage.setItem(WALL_KEY, token);
}

export function forgetWallToken(): void {
  localStorage.removeItem(WALL_KEY);
}

/** Ended, or never a wall: a link that was copied in part. A gateway's own refusal is neither, and passes. */
const ENDS = new Set<string>(['WALL_ENDED', 'UNAUTHENTICATED']);

/** True if the server answers that the wall does not exist (any more), so that retries are useless. */
export function isWallEnd(error: unknown): boolean {
  return error instanceof ApiError && ENDS.has(error.code);
}

/** True if the election of the address is none that the wall may show (any more). */
export const isElectionGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'ELECTION_NOT_FOUND' || error.status === 400);

/** What the wall shows, by its own token alone: a person who is signed in beside it has no part in the call. */
export const wallQuery = (token: string, election: string) =>
  queryOptions({
    queryKey: ['wall', token, election],
    queryFn: async ({ signal }) => {
      const screen = await send('GET /wall', {
        token,
        query: { electionId: election || undefined },
        signal,
        timeoutMs: WALL_TIMEOUT_MS,
      });
      configureFormats(screen.system);
      return screen;
    },
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (isWallEnd(query.state.error) ? false : WALL_POLL_MS),
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
  });

const POLL_MS = 30_000;

export const wallsQuery = queryOptions({
  queryKey: ['wall-screens'],
  queryFn: ({ signal }) => api.call('GET /situation-room/walls', { signal }),
  refetchInterval: POLL_MS,
});

export const startWall = (body: StartWallRequest) => api.call('POST /situation-room/walls', { body });

export const endWall = (id: WallId) => api.call('DELETE /situation-room/walls/:id', { params: { id } });
