const RELOADED_AT = 'ec.reloaded-at';
const PAUSE_MS = 30_000;

/**
 * After an upgrade of the server, a page that was open before asks for parts that are no longer there. Loading it anew
 * brings the new ones; once in half a minute at most, so that a part that is really missing does not reload for ever.
 */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - last < PAUSE_MS) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    window.location.reload();
  });
}
