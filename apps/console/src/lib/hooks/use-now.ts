import { useEffect, useState } from 'react';
import { useConnection } from '../stream/connection.ts';

/** The current time, updated every second (or every `ms`). */
export function useNow(ms = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ms);
    return () => clearInterval(timer);
  }, [ms]);
  return now;
}

/** The time by the server's clock, which decides about deadlines; updated every second (or every `ms`). */
export function useServerNow(ms = 1000): number {
  const ahead = useConnection(({ clockAhead }) => clockAhead);
  return useNow(ms) - ahead;
}
