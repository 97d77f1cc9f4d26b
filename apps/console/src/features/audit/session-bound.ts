import { onSessionChange, readUserId } from '../../lib/session-store.ts';

/** Work that goes on while its reader looks at other pages, and ends with their session. */
export function sessionBound(): { controller: AbortController; release: () => void } {
  const controller = new AbortController();
  const reader = readUserId();
  const release = onSessionChange(() => {
    if (readUserId() !== reader) controller.abort();
  });
  return { controller, release };
}
