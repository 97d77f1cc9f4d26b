import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../http/api-error.ts';
import { type Connection, useConnection } from './connection.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Belongs to the shell, which shows its own state. */
      shell?: true;
      /** The page itself says how old it is: the reader holds it still, or the device remembers it. */
      ownAge?: true;
    };
  }
}

/** Time without live updates after which the data count as old: longer than one reconnection takes. */
export const DOWN_MS = 8000;

type StaleReason = 'offline' | 'unreachable' | 'no-updates' | 'failed' | 'refused';

export interface Staleness {
  /** The moment of the oldest of what is shown. Milliseconds. */
  asOf: number;
  reason: StaleReason;
  /** The server's text, if it refused. */
  error: unknown;
}

/** What is read once and does not change, or is held still on purpose: it is never called old, and not read again unasked. */
export function isKept(query: Query): boolean {
  const times = query.observers.map(({ options }) => options.staleTime);
  return times.length > 0 && times.every((time) => time === Number.POSITIVE_INFINITY || time === 'static');
}

/** True where the last attempt to refresh failed, or waits for a network. */
function isBehind({ state }: Query): boolean {
  return state.status === 'error' || state.fetchStatus === 'paused' || state.fetchFailureCount > 1;
}

/** A refusal is an answer: the server was reached. */
function refusalOf({ state }: Query): unknown {
  const error: unknown = state.error ?? state.fetchFailureReason;
  return error instanceof ApiError && error.status > 0 ? error : null;
}

/** How old what the page shows is, where it could not be kept current; null while it is. */
function staleness(
  cache: QueryCache,
  connection: Pick<Connection, 'network' | 'lastSync' | 'downSince'>,
  now: number,
): Staleness | null {
  const shown = cache.getAll().filter((query) => query.isActive() && query.state.data !== undefined);
  if (shown.some(({ meta }) => meta?.ownAge)) return null;
  const pages = shown.filter((query) => !query.meta?.shell && !isKept(query));
  const { downSince, network, lastSync } = connection;
  const down = downSince !== null && now - downSince >= DOWN_MS;
  // Up to the moment at which updates stopped, and again since each later answer, what is shown was current.
  const ages = pages.flatMap((query) => {
    const { dataUpdatedAt } = query.state;
    if (isBehind(query)) return dataUpdatedAt;
    return down ? Math.max(dataUpdatedAt, downSince) : [];
  });
  if (ages.length === 0) return null;
  const behind = pages.filter(isBehind);
  const error = behind.map(refusalOf).find((refusal) => refusal !== null) ?? null;
  const asOf = Math.min(...ages);
  if (!network) return { asOf, reason: 'offline', error: null };
  if (error) return { asOf, reason: 'refused', error };
  if (downSince === null) return { asOf, reason: 'failed', error: null };
  const heard = behind.length === 0 && lastSync !== null && lastSync > downSince;
  return { asOf, reason: heard ? 'no-updates' : 'unreachable', error: null };
}

const same = (a: Staleness | null, b: Staleness | null) =>
  a === b || (a !== null && b !== null && a.asOf === b.asOf && a.reason === b.reason && a.error === b.error);

/** Follows the queries of what is on the screen and the connection. */
export function useStaleness(): Staleness | null {
  const cache = useQueryClient().getQueryCache();
  const [stale, setStale] = useState<Staleness | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: Staleness | null = null;
    let asked = false;
    let ended = false;
    const look = () => {
      asked = false;
      if (ended) return;
      const connection = useConnection.getState();
      const next = staleness(cache, connection, Date.now());
      if (!same(shown, next)) setStale(next);
      shown = next;
      clearTimeout(timer);
      const wait = connection.downSince === null ? -1 : connection.downSince + DOWN_MS - Date.now();
      if (wait > 0) timer = setTimeout(look, wait);
    };
    // Afterwards, and once for all that happens together: queries emit events while components render, too.
    const ask = () => {
      if (!asked) queueMicrotask(look);
      asked = true;
    };
    const ends = [cache.subscribe(ask), useConnection.subscribe(ask)];
    look();
    return () => {
      ended = true;
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [cache]);
  return stale;
}
