import type { QueryClient } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';

export type FirstPage = Pick<DataRouter, 'state' | 'subscribe'>;

interface Standing {
  /** Calls back when the processor rests. */
  rest: (run: () => void) => void;
  run: () => void;
}

/** Runs once the page stands: its code has come, no answer is awaited, and the processor rests. Returns the way to stop. */
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
      // The page may have asked for more in the meantime; its answer leads here again.
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
