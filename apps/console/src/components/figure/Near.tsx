import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fromWidth } from '../../lib/device/breakpoints.ts';
import { rem } from '../../lib/format/css-values.ts';

/** How far below or above the screen a part is drawn already, in pixels. */
const AHEAD = '400px';

type Stand = 'not drawn' | 'near' | 'away';

interface NearProps {
  height: number;
  /** What the children are about; with another subject they are drawn anew, wherever they are. */
  subject: string;
  /** For text: once it is drawn, its figures are those of now wherever it is. */
  follows?: boolean;
  children: ReactNode;
}

/**
 * What costs a phone much to draw, such as a chart: drawn once it is near the screen, and before that a box of its height. On wide screens it is
 * drawn at once. Away from the screen a chart keeps its figures until it comes back or is printed, so it must be there in words too.
 */
export const Near = ({ subject, ...part }: NearProps) => <NearOne key={subject} {...part} />;

function NearOne({ height, follows = false, children }: Omit<NearProps, 'subject'>) {
  const box = useRef<HTMLDivElement>(null);
  const [stand, setStand] = useState<Stand>(() => (window.matchMedia(fromWidth('md')).matches ? 'near' : 'not drawn'));
  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(
      (seen) => setStand((old) => (seen.at(-1)?.isIntersecting ? 'near' : old === 'near' ? 'away' : old)),
      { rootMargin: AHEAD },
    );
    observer.observe(box.current);
    const print = () => flushSync(() => setStand('near'));
    window.addEventListener('beforeprint', print);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', print);
    };
  }, []);
  const drawn = stand !== 'not drawn';
  return (
    <div ref={box} data-later={!drawn || undefined} style={drawn ? undefined : { height: rem(height) }}>
      {drawn && <Kept away={!follows && stand === 'away'}>{children}</Kept>}
    </div>
  );
}

const Kept = memo(
  ({ children }: { away: boolean; children: ReactNode }) => children,
  (_, { away }) => away,
);
