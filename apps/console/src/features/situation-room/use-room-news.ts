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

/** Has the silent units of the place read again when some of it reports, so that nobody calls whoever has just sent. */
export function useSilentNews(electionId: string, place: LocationId | null): void {
  const refresh = useRefresh(silentKey);
  useStreamMessage('results', (message) => {
    if (place !== null && touches(message, { area: place, electionId, source: 'official' })) refresh();
  });
}
