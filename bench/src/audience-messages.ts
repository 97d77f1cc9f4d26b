import type { StreamMessage } from '@ec/contract/events/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';

/** What a stream is waited for: it goes to another process, so it is a description and no function. */
export type Awaited = { type: 'election-mode'; isElectionMode: boolean } | { type: 'results'; lga: LocationId };

export function isAwaited(awaited: Awaited, message: StreamMessage): boolean {
  if (awaited.type === 'election-mode') {
    return message.type === 'election-mode' && message.isElectionMode === awaited.isElectionMode;
  }
  return message.type === 'results' && (message.lgas?.includes(awaited.lga) ?? false);
}

/** A message to the audience's process. */
export type AudienceOrder =
  | { order: 'open'; origin: string; paths: readonly string[] }
  | { order: 'await'; awaited: Awaited }
  | { order: 'close' };

/** What it says: streams are open, it waits, or all streams had what was awaited, at a moment of the machine's clock. */
export type AudienceNews =
  | { news: 'open' | 'waiting' }
  | { news: 'reached'; at: number }
  | { news: 'failed'; why: string };

/** The moment of the machine's clock in milliseconds, finely enough to compare it between processes. */
export const momentNow = (): number => performance.timeOrigin + performance.now();
