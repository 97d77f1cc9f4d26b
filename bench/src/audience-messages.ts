import type { StreamMessage } from '@ec/contract/events/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';

/** The awaited message, as data rather than a function because it is sent to another process. */
export type Awaited = { type: 'election-mode'; isElectionMode: boolean } | { type: 'results'; lga: LocationId };

export function isAwaited(awaited: Awaited, message: StreamMessage): boolean {
  if (awaited.type === 'election-mode') {
    return message.type === 'election-mode' && message.isElectionMode === awaited.isElectionMode;
  }
  return message.type === 'results' && (message.lgas?.includes(awaited.lga) ?? false);
}

/** A message to the process that holds the streams. */
export type AudienceOrder =
  | { order: 'open'; origin: string; paths: readonly string[] }
  | { order: 'await'; awaited: Awaited }
  | { order: 'close' };

/** Its reports: streams are open, it waits, or all streams had the awaited message, at a moment of the machine's clock. */
export type AudienceNews =
  | { news: 'open' | 'waiting' }
  | { news: 'reached'; at: number }
  | { news: 'failed'; why: string };

/** The machine's clock in milliseconds, precise enough to compare between processes. */
export const momentNow = (): number => performance.timeOrigin + performance.now();
