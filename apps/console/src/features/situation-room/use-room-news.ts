import type { LocationId } from '@ec/contract/geography/location-id';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { touches } from '../../lib/stream/use-count-news.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { roomKey, silentKey } from './api.ts';

/** Has the page read again when results or disputes change, at most once a second. */
export function useRoomNews(electionId: string | undefined): void {
  const refresh = useRefresh(roomKey);
  useStreamMessage('results', (message) => {
    if (message.source === 'official' && (electionId === undefined || message.electionId === electionId)) refresh();
  });
  useStreamMessage('disputes', refresh);
  useStreamMessage('elections', refresh);
  useStreamMessage('geography', refresh);
}

/** Reads the silent units of the place again when one of them reports, so that an officer who has just sent is not called. */
export function useSilentNews(electionId: string, place: LocationId | null): void {
  const refresh = useRefresh(silentKey);
  useStreamMessage('results', (message) => {
    if (place !== null && touches(message, { area: place, electionId, source: 'official' })) refresh();
  });
}
