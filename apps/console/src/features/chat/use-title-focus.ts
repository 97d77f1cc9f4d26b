import { useEffect } from 'react';

/** Gives the focus to the page's title when it appears, so that a screen reader reads it and no keyboard covers half a phone. */
export function useTitleFocus(): void {
  useEffect(() => {
    document.getElementById('page-title')?.focus({ preventScroll: true });
  }, []);
}
