import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useConnection } from '../stream/connection.ts';
import { throttled } from '../stream/throttle.ts';

const REFRESH_MS = 1000;

/**
 * A function that has all shown queries under the key read again: at once, then at most once a second. When the stream was
 * down it is called by itself, since events meanwhile were not delivered. While paused it does nothing.
 */
export function useRefresh(queryKey: QueryKey, paused = false): () => void {
  const queryClient = useQueryClient();
  const hash = hashKey(queryKey);
  const refresh = useMemo(() => {
    const key = JSON.parse(hash) as QueryKey;
    return throttled(() => queryClient.invalidateQueries({ queryKey: key, refetchType: 'active' }), REFRESH_MS);
  }, [queryClient, hash]);
  useEffect(() => () => refresh.cancel(), [refresh]);

  const stream = useConnection((state) => state.stream);
  const before = useRef(stream);
  useEffect(() => {
    const reconnected = before.current === 'closed' && stream === 'open';
    if (stream !== 'connecting') before.current = stream;
    if (reconnected && !paused) refresh.ask();
  }, [stream, paused, refresh]);

  return () => {
    if (!paused) refresh.ask();
  };
}
