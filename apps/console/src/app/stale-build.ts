const RELOADED_AT = 'ec.reloaded-at';
const PAUSE_MS = 30_000;

/** Whether the server has another build of the console than the one that runs here; false where it cannot be reached. */
async function isOutdated(): Promise<boolean> {
  const running = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => null);
  return running !== '' && answer?.ok === true && !(await answer.text()).includes(running);
}

/**
 * After an upgrade of the server, a page that was open before requests chunks that no longer exist. Loading it again
 * brings the new ones; once in half a minute at most, so that a part that is really missing does not reload for ever. A
 * part that did not come for want of a network is no reason: what is on the screen is worth more than an empty page.
 */
export function reloadWhenOutdated(reload = () => window.location.reload()): void {
  window.addEventListener('vite:preloadError', () => {
    void isOutdated().then((outdated) => {
      const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
      if (!outdated || Date.now() - last < PAUSE_MS) return;
      sessionStorage.setItem(RELOADED_AT, String(Date.now()));
      reload();
    });
  });
}
