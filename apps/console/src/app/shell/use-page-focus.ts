import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { followPerson, wantTitleFocus } from '../../lib/hooks/title-focus.ts';

/** After navigation the new page's title takes the focus, so that a screen reader reads it and Tab goes on from there. */
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
