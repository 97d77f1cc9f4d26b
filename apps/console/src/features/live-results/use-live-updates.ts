import type { StreamMessage } from '@ec/contract/events/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { touchesArea } from '../../lib/stream/use-count-news.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { liveKey } from './api.ts';
import type { View } from './live-state.ts';

interface Watched {
  electionId: string;
  view: View;
  area: LocationId;
}

/** Whether figures on the screen can differ after the message. */
export function concerns(message: Extract<StreamMessage, { type: 'results' }>, watched: Watched): boolean {
  if (message.electionId !== watched.electionId) return false;
  if (watched.view !== 'compare' && message.source !== watched.view) return false;
  return touchesArea(message, watched.area);
}

/** Reads the page's figures again when results change, at most once a second, and not at all while paused. */
export function useLiveUpdates(watched: Watched, paused: boolean): void {
  const queryClient = useQueryClient();
  const { electionId } = watched;
  const refresh = useRefresh(liveKey(electionId), paused);
  useStreamMessage('results', (message) => {
    if (concerns(message, watched)) refresh();
  });
  useStreamMessage('elections', refresh);

  const before = useRef(paused);
  useEffect(() => {
    const resumed = before.current && !paused;
    before.current = paused;
    if (resumed) void queryClient.invalidateQueries({ queryKey: liveKey(electionId), refetchType: 'active' });
  }, [paused, queryClient, electionId]);
}
