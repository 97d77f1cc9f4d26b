import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from '../../lib/device/when-idle.ts';
import { type FirstPage, oncePageStands } from '../first-page.ts';
import address from './inter.woff2?url';

/** A name of no installed font, because the fallback is measured for this file. */
const FAMILY = 'Inter Console';

/** Loads with the lowest priority. Without an answer the fallback font stays. */
async function requestFont(): Promise<void> {
  const answer = await fetch(address, { priority: 'low' });
  if (!answer.ok) return;
  const font = new FontFace(FAMILY, await answer.arrayBuffer(), { weight: '400 700' });
  document.fonts.add(await font.load());
}

/** Loads the font, unless it was requested on this page already. */
export function loadFont(): void {
  const page = document.documentElement.dataset;
  if (page['font'] === 'requested') return;
  page['font'] = 'requested';
  requestFont().catch(() => {
    page['font'] = '';
  });
}

/** Loads the font once the first page is complete. */
export function loadFontAfterFirstPage(router: FirstPage, client: QueryClient): () => void {
  return oncePageStands(router, client, { rest: whenIdle, run: loadFont });
}
