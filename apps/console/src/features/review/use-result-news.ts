import { useStreamMessage } from '../../lib/stream/stream.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';

/**
 * Reads what is shown of results again after the stream reported changes. Never two readings at a time: at the height of the
 * evening news come faster than a slow network answers, and each would break off the one before.
 */
export function useResultNews(): void {
  useStreamMessage('results', useRefresh(['results']));
}
