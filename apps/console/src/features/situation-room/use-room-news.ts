import { useStreamMessage } from '../../lib/stream.ts';
import { useRefresh } from '../../lib/use-refresh.ts';
import { roomKey } from './api.ts';

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
