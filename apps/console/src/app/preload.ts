import { readUserId } from '../lib/session/session-store.ts';
import { whenIdle } from '../lib/device/when-idle.ts';

/** Preloads the shell and the dashboard while the user types on the sign-in page. */
export function preloadBehindSignIn(): void {
  if (readUserId() !== null) return;
  whenIdle(() => {
    void import('./shell/Shell.tsx').catch(() => undefined);
    void import('../features/dashboard/DashboardPage.tsx').catch(() => undefined);
  });
}
