import { atRest, whenIdle } from '../lib/device/when-idle.ts';

/** Removes data of an older session of this device without waiting for the next sign-in. */
async function removeWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { removeAll } = await import('./own-worker.ts');
  await removeAll();
}

const unimportant = () => undefined;

/** Loads the console, the shell and the dashboard while the user types on the sign-in page. */
export function preloadBehindSignIn(): void {
  whenIdle(() => {
    import('./App.tsx').catch(unimportant);
    import('./shell/Shell.tsx').catch(unimportant);
    import('../features/dashboard/DashboardPage.tsx').catch(unimportant);
  });
  atRest(() => void removeWorker().catch(unimportant));
}
