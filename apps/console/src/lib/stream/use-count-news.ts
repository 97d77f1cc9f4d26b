import type { StreamMessage } from '@ec/contract/events/schemas';
import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import type { QueryKey } from '@tanstack/react-query';
import { useStreamMessage } from './stream.ts';
import { useRefresh } from '../hooks/use-refresh.ts';

type ResultsMessage = Extract<StreamMessage, { type: 'results' }>;

/** Whether results of the area changed; a message of very many LGAs names none and concerns every area. */
export function touchesArea(message: Pick<ResultsMessage, 'lgas'>, area: LocationId): boolean {
  return message.lgas?.some((lga) => isInside(lga, area) || isInside(area, lga)) ?? true;
}

/** What is on the screen: of which area, and of which election and count where it is one. */
export interface Watched {
  area: LocationId;
  electionId?: string | undefined;
  source?: string | undefined;
}

/** Whether figures on the screen can differ after the message. */
export function touches(message: ResultsMessage, { area, electionId, source }: Watched): boolean {
  if (electionId !== undefined && message.electionId !== electionId) return false;
  if (source !== undefined && message.source !== source) return false;
  return touchesArea(message, area);
}

/** Has what stands under the key read again when something it is made of has changed: at once, then once a second at most. */
export function useCountNews(queryKey: QueryKey, watched: Watched | undefined): void {
  const refresh = useRefresh(queryKey);
  useStreamMessage('results', (message) => {
    if (!watched || touches(message, watched)) refresh();
  });
  useStreamMessage('disputes', refresh);
  useStreamMessage('elections', refresh);
  useStreamMessage('election-mode', refresh);
  useStreamMessage('people', refresh);
  useStreamMessage('geography', refresh);
}
