import { type ReactNode, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the content is wider than the element: then it scrolls, and must be reachable by keyboard. */
export function useOverflow(): [(element: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [overflows, setOverflows] = useState(false);
  const attach = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const look = () => setOverflows(element.scrollWidth > element.clientWidth);
    // The first call comes between layout and paint: keyboards and screen readers must find it as it is first painted.
    const observer = new ResizeObserver(() => flushSync(look));
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    // Text in the font that arrives later may be wider without a change of either size.
    document.fonts?.addEventListener('loadingdone', look);
    return () => {
      observer.disconnect();
      document.fonts?.removeEventListener('loadingdone', look);
    };
  }, []);
  return [attach, overflows];
}

/** Scrolls wide content sideways inside its own box, which is then reachable by keyboard. */
export function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  const [scroller, scrolls] = useOverflow();
  return (
    <div
      ref={scroller}
      style={{ overflowX: 'auto' }}
      {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': `${label}, scrolls sideways` })}
    >
      {children}
    </div>
  );
}
