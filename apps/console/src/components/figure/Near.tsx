import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fromWidth } from '../../lib/device/breakpoints.ts';
import { rem } from '../../lib/format/lengths.ts';

/** How far below or above the screen a part is drawn already, in pixels. */
const AHEAD = '400px';

/**
 * What costs a phone much to draw, such as a chart: drawn once it is near the screen, and before that a box of its height. It must be there
 * in words too. On wide screens, and on paper, it is drawn at once.
 */
export function Near({ height, children }: { height: number; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(() => window.matchMedia(fromWidth('md')).matches);
  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && setNear(true), {
      rootMargin: AHEAD,
    });
    observer.observe(box.current);
    const print = () => flushSync(() => setNear(true));
    window.addEventListener('beforeprint', print);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', print);
    };
  }, [near]);
  return near ? children : <div ref={box} style={{ height: rem(height) }} />;
}
