import { useConnection } from '../stream/connection.ts';

/** Calls `again` on each sign that the network may be back; returns the way to stop. */
export function onNetworkBack(again: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') again();
  };
  window.addEventListener('online', again);
  document.addEventListener('visibilitychange', onVisible);
  const unsubscribe = useConnection.subscribe((now, before) => {
    if (now.stream === 'open' && before.stream !== 'open') again();
  });
  return () => {
    window.removeEventListener('online', again);
    document.removeEventListener('visibilitychange', onVisible);
    unsubscribe();
  };
}
