import { throttled } from '../../../lib/stream/throttle.ts';

/** Reports how far the user has read, throttled; only the newest position is sent. */
export function createReader(report: (upTo: number) => Promise<unknown>, everyMs: number) {
  let seen = 0;
  let reported = 0;
  let sending = 0;
  const say = async () => {
    const upTo = seen;
    if (upTo <= Math.max(reported, sending)) return;
    sending = upTo;
    // A failed report is repeated with the next message that is seen.
    await report(upTo).then(
      () => {
        reported = Math.max(reported, upTo);
      },
      () => undefined,
    );
    sending = 0;
  };
  const pace = throttled(say, everyMs);
  return {
    /** Up to there is known to the server. */
    known: (upTo: number): void => {
      reported = Math.max(reported, upTo);
    },
    saw: (id: number): void => {
      seen = Math.max(seen, id);
      if (seen > reported) pace.ask();
    },
    /** Sends what is not yet reported, at once. */
    end: (): void => {
      pace.cancel();
      void say();
    },
  };
}
