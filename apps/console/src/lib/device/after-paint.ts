/** A page in the background paints no frame; then the work is done after this long. */
const LATEST_MS = 200;

/** Work that is asked for with each key, and done once the frame with the key is painted. */
export interface AfterPaint {
  ask: () => void;
  /** Does now what was asked for and is not done yet. */
  flush: () => void;
  /** Leaves it undone. */
  cancel: () => void;
  /** From now on what was asked for is also done when the page is left; answers how to end that. */
  start: () => () => void;
}

export function afterPaint(work: () => void): AfterPaint {
  let asked = false;
  const flush = () => {
    if (!asked) return;
    asked = false;
    work();
  };
  return {
    ask: () => {
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => setTimeout(flush));
      setTimeout(flush, LATEST_MS);
    },
    flush,
    cancel: () => {
      asked = false;
    },
    start: () => {
      addEventListener('pagehide', flush);
      document.addEventListener('visibilitychange', flush);
      return () => {
        flush();
        removeEventListener('pagehide', flush);
        document.removeEventListener('visibilitychange', flush);
      };
    },
  };
}
