import { savesData } from './saves-data.ts';

/** Runs when the page is idle. */
export function atRest(run: () => void): void {
  const rest = () => ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 200));
  if (document.readyState === 'complete') rest();
  else window.addEventListener('load', rest, { once: true });
}

/** Runs when the page is idle, to prefetch code. Never for users who save data. */
export function whenIdle(run: () => void): void {
  if (!savesData()) atRest(run);
}

/** Ends the task that is running, so that a phone answers before the rest of the work begins. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
