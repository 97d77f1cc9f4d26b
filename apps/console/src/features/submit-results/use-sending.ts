import { useEffect, useSyncExternalStore } from 'react';
import { onNetworkBack } from '../../lib/device/network-back.ts';
import { outbox } from './api.ts';

/** Sends what waits on this device: now, and whenever there is a sign that the network is back. */
export function useSending(userId: string): void {
  useEffect(() => {
    void outbox.start(userId);
    return onNetworkBack(() => void outbox.start(userId));
  }, [userId]);
}

/** What is on its way for the slot, or was received and not yet read. */
export function useSheet(slot: string) {
  return useSyncExternalStore(outbox.subscribe, () => outbox.item(slot));
}

/** Asks before the tab is closed, but only while closing it would lose something. */
export function useLossWarning(atRisk: () => boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (atRisk()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [atRisk]);
}
