import { useEffect, useState } from 'react';
import { ageText, formatClock, formatExact, OLD_MS } from '../../lib/format/format.ts';
import { useNow } from '../../lib/hooks/use-now.ts';

/**
 * How old the figures of the moment `asOf` are, in milliseconds: the time since they first came in. The server's clock and the
 * device's are not compared, so a wrong clock makes nothing old or new; and an answer that repeats old figures makes them no newer.
 */
export function useFiguresAge(asOf: string): number {
  const [arrived, setArrived] = useState(() => ({ asOf, at: Date.now() }));
  const now = useNow();
  useEffect(() => setArrived((old) => (old.asOf === asOf ? old : { asOf, at: Date.now() })), [asOf]);
  return Math.max(0, arrived.asOf === asOf ? now - arrived.at : 0);
}

/** The time of the figures on the screen, and a warning once they are old. */
export function FiguresAge({ asOf }: { asOf: string }) {
  const age = useFiguresAge(asOf);
  return (
    <time dateTime={asOf} title={formatExact(asOf)}>
      updated {formatClock(asOf)}
      {age > OLD_MS && <strong className="old">, {ageText(age)} old</strong>}
    </time>
  );
}
