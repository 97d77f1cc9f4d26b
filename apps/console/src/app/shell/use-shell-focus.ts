import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { followPerson, wantTitleFocus } from '../../lib/hooks/focus.ts';

/** After navigation the new page's title takes the focus, so that a screen reader reads it and Tab continues from there. */
export function usePageFocus(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const shown = useRef(pathname);
  useEffect(followPerson, []);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (type !== 'POP') window.scrollTo(0, 0);
    wantTitleFocus();
  }, [pathname, type]);
}

const DIALOG = '[role="dialog"], [role="alertdialog"]';
/** Returns the focus after a dialog that was opened from a menu to the menu's button. */
const OVER = `${DIALOG}, [role="menu"], [role="listbox"]`;

const holdsDialog = (node: Node) =>
  node instanceof HTMLElement && (node.matches(DIALOG) || node.querySelector(DIALOG) !== null);

function focusOn(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: true });
  return document.activeElement !== document.body;
}

/**
 * When the last dialog is removed with the focus in it, the focus returns to the element that opened it, or to the page's title.
 * The UI kit returns it only for dialogs that stay rendered while closed, and most of ours do not.
 */
export function useDialogFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !target.closest(OVER)) last = target;
    };
    const observer = new MutationObserver((changes) => {
      if (document.activeElement !== document.body) return;
      if (!changes.some(({ removedNodes }) => [...removedNodes].some(holdsDialog))) return;
      if (document.querySelector(DIALOG)) return;
      if (!last?.isConnected || !focusOn(last)) focusOn(document.getElementById('page-title'));
    });
    document.addEventListener('focusin', onFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
}
