import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Up to this number all rows are rendered, so that the browser can search and print them; they cost little. */
const FEW_ROWS = 60;
/** Of a row of one line until the first is drawn, in px. */
const ROW_HEIGHT = 36;
/** Rows rendered above and below the visible ones, so that fast scrolling shows no gap. */
const BEYOND = 12;

/** True from the moment before the browser lays the page out for paper. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // At once: the browser lays out what stands when the listener returns.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}

export interface WindowedRows {
  /** False where all rows are drawn. */
  windowed: boolean;
  first: number;
  /** The one behind the last that is drawn. */
  last: number;
  /** Heights in px of what is left out above and below. */
  before: number;
  after: number;
}

/**
 * Which of many rows of one height are drawn in a box that scrolls: those in sight, or all where they are few or printed. Returns the ref of the
 * box as well; null where it is not needed.
 */
export function useWindowedRows(count: number): [((box: HTMLElement | null) => void) | null, WindowedRows] {
  const [box, attach] = useState<HTMLElement | null>(null);
  const [rowHeight, setRowHeight] = useState(ROW_HEIGHT);
  const whole = usePrinting() || count <= FEW_ROWS;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box,
    estimateSize: () => rowHeight,
    overscan: BEYOND,
    enabled: !whole,
  });
  // Letters and fingers make rows higher than on most screens.
  useLayoutEffect(() => {
    // Reading a height lays the whole page out: not where nothing depends on it.
    if (whole) return;
    const drawn = box?.querySelector('tbody tr:not([aria-hidden])')?.getBoundingClientRect().height;
    if (!drawn || Math.abs(drawn - rowHeight) < 0.5) return;
    setRowHeight(drawn);
    rows.measure();
  }, [box, whole, rowHeight, rows, count]);
  // Without the box, whose coming would draw all rows once more.
  if (whole) return [null, { windowed: false, first: 0, last: count, before: 0, after: 0 }];
  const items = rows.getVirtualItems();
  const [top, bottom] = [items[0], items.at(-1)];
  const seen = {
    windowed: true,
    first: top?.index ?? 0,
    last: bottom ? bottom.index + 1 : 0,
    before: top?.start ?? 0,
    after: bottom ? rows.getTotalSize() - bottom.end : 0,
  };
  return [attach, seen];
}
