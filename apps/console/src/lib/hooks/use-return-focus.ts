import { useCallback, useEffect, useRef } from 'react';

/** What has the focus now; for an item of a menu, which is gone in a moment, the button that opened the menu. */
function opener(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const element = menu ? document.getElementById(menu) : active;
  return element instanceof HTMLElement ? element : null;
}

/**
 * Gives the focus back to what opened a dialog once no dialog is open any more, or to the page's title where that is gone.
 * The returned function is called before a dialog is opened.
 */
export function useReturnFocus(anyOpen: boolean): () => void {
  const from = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(anyOpen);
  useEffect(() => {
    if (wasOpen.current && !anyOpen) {
      const back = from.current?.isConnected ? from.current : document.getElementById('page-title');
      from.current = null;
      back?.focus({ preventScroll: true });
    }
    wasOpen.current = anyOpen;
  }, [anyOpen]);
  return useCallback(() => {
    // From the details to what is done with the person: the way back leads past both.
    from.current ??= opener();
  }, []);
}
