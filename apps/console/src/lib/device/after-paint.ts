/** A page in the background paints no frame; then the work is done after this long. */
const LATEST_MS = 200;

/** Work requested with each key, and done once the frame with the key is painted. */
export interface AfterPaint {
  ask: (work: () => void) => void;
  /** Does now what was asked for and is not done yet. */
  flush: () => void;
  /** Leaves it undone. */
  cancel: () => void;
  /** From now on what was asked for is also done when the page is left; answers how to end that. */
  start: () => () => void;
}

export function afterPaint(): AfterPaint {
  let asked: (() => void) | undefined;
  const flush = () => {
    const work = asked;
    asked = undefined;
    work?.();
  };
  return {
    ask: (work) => {
      const waiting = asked !== undefined;
      asked = work;
      if (waiting) return;
      requestAnimationFrame(() => setTimeout(flush));
      setTimeout(flush, LATEST_MS);
    },
    flush,
    cancel: () => {
      asked = undefined;
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
