import { useEffect, useSyncExternalStore } from 'react';
import { useConnection } from '../../lib/stream/connection.ts';
import { outbox } from './api.ts';

/** Sends what waits on this device: now, and whenever there is a sign that the network is back. */
export function useSending(userId: string): void {
  useEffect(() => {
    void outbox.start(userId);
    const again = () => void outbox.sendAll();
    const onVisible = () => {
      if (document.visibilityState === 'visible') again();
    };
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', onVisible);
    const leave = useConnection.subscribe((now, before) => {
      if (now.stream === 'open' && before.stream !== 'open') again();
    });
    return () => {
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', onVisible);
      leave();
    };
  }, [userId]);
}

export function useParcel(slot: string) {
  return useSyncExternalStore(outbox.subscribe, () => outbox.parcel(slot));
}

export function useAttempt(slot: string) {
  return useSyncExternalStore(outbox.subscribe, () => outbox.attempt(slot));
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
