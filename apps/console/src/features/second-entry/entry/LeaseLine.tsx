import { formatCount } from '../../../lib/format/format.ts';
import { useServerNow } from '../../../lib/stream/use-server-now.ts';

const MINUTE_MS = 60_000;

/** For how long the sheet is still reserved. */
export function LeaseLine({ until }: { until: string }) {
  const left = Date.parse(until) - useServerNow(10_000);
  const over = left <= 0;
  return (
    <p className="quiet">
      {!over && `Reserved for you for ${formatCount(Math.max(1, Math.round(left / MINUTE_MS)), 'more minute')}.`}
      <span role="status">
        {over && 'The time for this sheet is over. You can still send it while it is not given to another transcriber.'}
      </span>
    </p>
  );
}
