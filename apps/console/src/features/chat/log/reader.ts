import type { ChatChannel } from '@ec/contract/chat/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { throttled } from '../../../lib/stream/throttle.ts';
import { markRead } from '../api.ts';

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

/** Shortest time between two reports to the server of how far the user has read. */
const EVERY_MS = 1500;

/** What is to be called with each message that was seen. */
export function useRead({ id, readThrough }: Pick<ChatChannel, 'id' | 'readThrough'>): (messageId: number) => void {
  const queryClient = useQueryClient();
  const reader = useMemo(() => createReader((upTo) => markRead(queryClient, id, upTo), EVERY_MS), [queryClient, id]);
  useEffect(() => reader.known(readThrough), [reader, readThrough]);
  useEffect(() => () => reader.end(), [reader]);
  return reader.saw;
}
