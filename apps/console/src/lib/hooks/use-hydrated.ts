import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in the document that the build writes, until its script has come: what stands there can be typed into and does nothing else. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
