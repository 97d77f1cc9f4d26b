import { useCallback } from 'react';

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
