import { onSessionChange, readUserId } from './session-store.ts';

/**
 * Work that continues on other pages and ends with the session. Its result belongs to the user: `forget` is called once
 * another user is signed in.
 */
export function sessionBound(forget: () => void): AbortController {
  const controller = new AbortController();
  const reader = readUserId();
  const stop = onSessionChange(() => {
    const now = readUserId();
    if (now === reader) return;
    controller.abort();
    if (now === null) return;
    stop();
    forget();
  });
  return controller;
}
