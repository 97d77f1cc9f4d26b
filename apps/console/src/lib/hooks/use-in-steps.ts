import { useDeferredValue } from 'react';

/**
 * What has come, a moment later the first time: what it is drawn on then appears in small steps of work, between which a
 * phone answers to fingers. What comes later is drawn at once.
 */
export function useInSteps<T>(data: T | undefined): T | undefined {
  const ready = useDeferredValue(data !== undefined, false);
  return ready ? data : undefined;
}
