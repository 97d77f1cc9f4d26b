import { throttled } from '../../../lib/stream/throttle.ts';

/** Takes note of how far somebody has read, and tells it now and then, the newest alone. */
export function createReader(tell: (upTo: number) => Promise<unknown>, everyMs: number) {
  let seen = 0;
  let told = 0;
  let telling = 0;
  const say = async () => {
    const upTo = seen;
    if (upTo <= Math.max(told, telling)) return;
    telling = upTo;
    // What could not be told is told with the next message that is seen.
    await tell(upTo).then(
      () => {
        told = Math.max(told, upTo);
      },
      () => undefined,
    );
    telling = 0;
  };
  const pace = throttled(say, everyMs);
  return {
    /** Up to there is known to the server. */
    known: (upTo: number): void => {
      told = Math.max(told, upTo);
    },
    saw: (id: number): void => {
      seen = Math.max(seen, id);
      if (seen > told) pace.ask();
    },
    /** Tells what is left to be told, at once. */
    end: (): void => {
      pace.cancel();
      void say();
    },
  };
}
