import type { QueryClient } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';
import { savesData } from '../../lib/device/saves-data.ts';
import { whenIdle } from '../../lib/device/when-idle.ts';
import address from './inter.woff2?url';

/** Not a name that an installed font has: the fallback is measured for this file. */
const FAMILY = 'Inter Console';

/** Prepares the page for the font, before anything is painted: the device's letters have its widths. Not where its owner saves data. */
export function expectFont(): void {
  if (!savesData()) document.documentElement.dataset['font'] = '';
}

/** By a request that every other one overtakes. Without an answer the device's letters stay. */
async function loadFont(): Promise<void> {
  const answer = await fetch(address, { priority: 'low' });
  if (!answer.ok) return;
  const font = new FontFace(FAMILY, await answer.arrayBuffer(), { weight: '400 700' });
  document.fonts.add(await font.load());
}

type FirstPage = Pick<DataRouter, 'state' | 'subscribe'>;

/** Loads the font once the first page stands: its code has come, no answer is awaited, and the processor rests. */
export function loadFontAfterFirstPage(router: FirstPage, client: QueryClient): () => void {
  const stands = () =>
    router.state.initialized && router.state.navigation.state === 'idle' && client.isFetching() === 0;
  let over = false;
  let resting = false;
  const look = () => {
    if (over || resting || !stands()) return;
    resting = true;
    whenIdle(() => {
      resting = false;
      // The page may have asked for more in the meantime; its answer leads here again.
      if (over || !stands()) return;
      stop();
      void loadFont().catch(() => undefined);
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
