import { onSessionChange, readUserId } from './session-store.ts';

/**
 * Work that goes on while its reader looks at other pages, and ends with their session. What it leaves behind is theirs:
 * `forget` is called once another user is signed in.
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
