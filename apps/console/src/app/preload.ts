import { readUserId } from '../lib/session/session-store.ts';
import { whenIdle } from '../lib/device/when-idle.ts';

/** While somebody types on the sign-in page, fetches what they are about to see: the shell and the dashboard. */
export function preloadBehindSignIn(): void {
  if (readUserId() !== null) return;
  whenIdle(() => {
    void import('./shell/Shell.tsx').catch(() => undefined);
    void import('../features/dashboard/DashboardPage.tsx').catch(() => undefined);
  });
}
