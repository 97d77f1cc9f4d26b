import { useConnection } from '../stream/connection.ts';

/** Calls `again` whenever the network may be back; returns the function that stops it. */
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
