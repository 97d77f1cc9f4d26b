import { readUserId } from '../lib/session-store.ts';

/** What a browser tells of a connection that its owner pays by the byte. */
interface Saving {
  connection?: { saveData?: boolean };
}

/**
 * While somebody types on the sign-in page, fetches what they are about to see: the shell and the dashboard. Whoever is
 * signed in already is on their way there, and whoever saves data waits for it.
 */
export function preloadBehindSignIn(): void {
  if (readUserId() !== null || (navigator as Navigator & Saving).connection?.saveData) return;
  const fetchAll = () => {
    void import('./shell-routes.tsx').catch(() => undefined);
    void import('../features/dashboard/DashboardPage.tsx').catch(() => undefined);
  };
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(fetchAll) : setTimeout(fetchAll, 200));
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}
