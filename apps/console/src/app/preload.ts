import { askMeEarly } from '../lib/session/session.ts';
import { readUserId } from '../lib/session/session-store.ts';
import { whenIdle } from '../lib/device/when-idle.ts';

/**
 * While somebody types on the sign-in page, fetches what they are about to see: the shell and the dashboard. Whoever is
 * signed in already is on their way there, and whoever saves data waits for it.
 */
export function preloadBehindSignIn(): void {
  if (readUserId() !== null) return;
  whenIdle(() => {
    void import('./shell-routes.tsx').catch(() => undefined);
    void import('../features/dashboard/DashboardPage.tsx').catch(() => undefined);
  });
}

/** Where nobody is asked for: a wall screen is nobody's, and who stands at the sign-in is about to be somebody. */
const NOBODYS = ['/wall', '/login'];

/** Asks who is signed in while the code of their page is still on its way: nothing behind sign-in can be shown before. */
export function askWhoIsThere(): void {
  const userId = readUserId();
  if (userId !== null && !NOBODYS.includes(window.location.pathname)) askMeEarly(userId);
}
