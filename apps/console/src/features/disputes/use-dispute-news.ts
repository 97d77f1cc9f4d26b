import { useStreamMessage } from '../../lib/stream/stream.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { DISPUTES_KEY } from './api.ts';

/** Reads what is shown of disputes again when some of the reader's area changed, at most once a second. */
export function useDisputeNews(): void {
  useStreamMessage('disputes', useRefresh(DISPUTES_KEY));
}
