import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useStreamMessage } from '../../lib/stream.ts';

/** At the height of the evening messages come several times a second; the list follows at a pace that can be read. */
const PACE_MS = 1500;

/** Asks again for results after the stream told of changes, at most once in a while; the last change is never missed. */
export function useResultNews(): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useStreamMessage('results', () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: ['results'] });
    }, PACE_MS);
  });
}
