import { savesData } from './saves-data.ts';

/** Runs once the page stands and its processor rests: for code that is fetched before anybody asks for it. Never for whoever saves data. */
export function whenIdle(run: () => void): void {
  if (savesData()) return;
  const rest = () => ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 200));
  if (document.readyState === 'complete') rest();
  else window.addEventListener('load', rest, { once: true });
}
