import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

let wanted = false;

/** Moves the focus after a button that removes itself. */
export function focusTitle(): void {
  document.getElementById('page-title')?.focus({ preventScroll: true });
}

/** Focuses the title of the page, and again when the page is rendered with its data, until the user acts. */
export function wantTitleFocus(): void {
  wanted = true;
  focusTitle();
}

/** Call after a page is rendered: the title of the former page was removed with the focus. */
export function keepTitleFocus(): void {
  if (wanted && document.activeElement === document.body) focusTitle();
}

/** Reports the user's first own change of focus; returns the function that stops listening. */
export function followPerson(): () => void {
  const acts = ['keydown', 'pointerdown'] as const;
  const onAct = () => {
    wanted = false;
  };
  for (const act of acts) window.addEventListener(act, onAct, true);
  return () => {
    for (const act of acts) window.removeEventListener(act, onAct, true);
  };
}

/**
 * The button that was pressed goes with its entry's being unread, so the focus stays in the list: at the entry's title or,
 * where the entry leaves the list too, at the one after it. `titles` are the ids of all titles, in their order.
 */
export function keepFocus(titles: readonly string[], at: number, leaves: boolean): void {
  const next = leaves ? (titles[at + 1] ?? titles[at - 1]) : titles[at];
  document.getElementById(next ?? 'page-title')?.focus({ preventScroll: true });
}

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
    // From the details to an action on the person: closing returns past both.
    from.current ??= opener();
  }, []);
}

/** Runs at each key, wherever the focus is. It listens before the page is painted: a key pressed as the page appears is not lost. */
export function useKeyDown(act: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent(act);
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** In a list of places the up and down arrows go from one place's link to the next; Home and End to the first and last. */
export function useArrowKeys(): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const links = [...element.querySelectorAll<HTMLAnchorElement>('[data-place] a')];
      const at = links.findIndex((link) => link === document.activeElement);
      if (at < 0) return;
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
      const link = to === undefined ? undefined : links[to];
      if (!link) return;
      event.preventDefault();
      link.focus();
    };
    element.addEventListener('keydown', listen);
    return () => element.removeEventListener('keydown', listen);
  }, []);
}
