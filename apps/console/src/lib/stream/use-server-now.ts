import { useNow } from '../hooks/use-now.ts';
import { useConnection } from './connection.ts';

/** The time by the server's clock, which decides about deadlines; updated every second (or every `ms`). */
export function useServerNow(ms = 1000): number {
  const ahead = useConnection(({ clockAhead }) => clockAhead);
  return useNow(ms) - ahead;
}
