import type { StreamMessage } from '@ec/contract/events';
import { isInside, type LocationId } from '@ec/contract/location-id';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useConnection } from '../../lib/connection.ts';
import { useStreamMessage } from '../../lib/stream.ts';
import { liveKey } from './api.ts';
import type { View } from './live-state.ts';
import { throttled } from './throttle.ts';

export const REFRESH_MS = 1000;

interface Watched {
  electionId: string;
  view: View;
  area: LocationId;
}

/** Whether figures on the screen can differ after the message. */
export function concerns(message: Extract<StreamMessage, { type: 'results' }>, watched: Watched): boolean {
  if (message.electionId !== watched.electionId) return false;
  if (watched.view !== 'compare' && message.source !== watched.view) return false;
  return message.lgas?.some((lga) => isInside(lga, watched.area) || isInside(watched.area, lga)) ?? true;
}

/** Reads the page's figures again when results change, at most once a second, and not at all while paused. */
export function useLiveUpdates(watched: Watched, paused: boolean): void {
  const queryClient = useQueryClient();
  const { electionId } = watched;
  const refresh = useMemo(
    () =>
      throttled(
        () => queryClient.invalidateQueries({ queryKey: liveKey(electionId), refetchType: 'active' }),
        REFRESH_MS,
      ),
    [queryClient, electionId],
  );
  useEffect(() => () => refresh.cancel(), [refresh]);
  useStreamMessage('results', (message) => {
    if (!paused && concerns(message, watched)) refresh.ask();
  });
  useStreamMessage('elections', () => {
    if (!paused) refresh.ask();
  });

  const stream = useConnection((state) => state.stream);
  const before = useRef({ paused, stream });
  useEffect(() => {
    const resumed = before.current.paused && !paused;
    // What was told while the stream was down is told to nobody.
    const reconnected = before.current.stream === 'closed' && stream === 'open';
    if (stream !== 'connecting') before.current.stream = stream;
    before.current.paused = paused;
    if (resumed) void queryClient.invalidateQueries({ queryKey: liveKey(electionId), refetchType: 'active' });
    else if (reconnected && !paused) refresh.ask();
  }, [paused, stream, refresh, queryClient, electionId]);
}
