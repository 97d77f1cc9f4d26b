const RELOADED_AT = 'ec.reloaded-at';
const PAUSE_MS = 30_000;

/** Whether the server has another build of the console than this tab; false if it cannot be reached. */
async function isOutdated(): Promise<boolean> {
  const running = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => null);
  return running !== '' && answer?.ok === true && !(await answer.text()).includes(running);
}

/**
 * After an upgrade of the server, a page that was open before requests chunks that no longer exist. A reload loads the new
 * ones; at most once in half a minute, so that a chunk that is really missing does not reload for ever. A chunk that failed
 * without a network causes no reload, because the present screen is worth more than an empty page.
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
