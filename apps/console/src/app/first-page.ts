import type { QueryClient } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';

export type FirstPage = Pick<DataRouter, 'state' | 'subscribe'>;

interface Standing {
  /** Calls back when the processor is idle. */
  rest: (run: () => void) => void;
  run: () => void;
}

/** Runs when the first page is complete: code loaded, no open request, processor idle. Returns the function that cancels it. */
export function oncePageStands(router: FirstPage, client: QueryClient, { rest, run }: Standing): () => void {
  const stands = () =>
    router.state.initialized && router.state.navigation.state === 'idle' && client.isFetching() === 0;
  let over = false;
  let resting = false;
  const look = () => {
    if (over || resting || !stands()) return;
    resting = true;
    rest(() => {
      resting = false;
      // The page may have sent another request in the meantime; its answer calls this again.
      if (over || !stands()) return;
      stop();
      run();
    });
  };
  const unsubscribe = [router.subscribe(look), client.getQueryCache().subscribe(look)];
  const stop = () => {
    over = true;
    for (const each of unsubscribe) each();
  };
  look();
  return stop;
}
