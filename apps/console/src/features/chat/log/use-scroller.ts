import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Where a row stands in what is scrolled, in pixels from its beginning. */
export interface RowPlace {
  id: string;
  top: number;
  height: number;
}

/**
 * Where to scroll so that what was read stays where it was on the screen, whatever was put before it, taken away or laid out
 * again: the first row in view is the one that is held still, or the next one that is still there.
 */
export function keepPlace(before: readonly RowPlace[], after: readonly RowPlace[], scrollTop: number): number {
  const now = new Map(after.map((row) => [row.id, row]));
  for (const row of before) {
    const same = now.get(row.id);
    if (row.top + row.height > scrollTop && same) return scrollTop + same.top - row.top;
  }
  return scrollTop;
}

/** The last row that is wholly in view, or whose end is. */
export function lastSeen(rows: readonly RowPlace[], viewEnd: number): RowPlace | undefined {
  return rows.findLast((row) => row.top + row.height <= viewEnd);
}

/** Whether nothing, or next to nothing, is left below. */
export function isAtEnd(view: { scrollTop: number; clientHeight: number; scrollHeight: number }): boolean {
  return view.scrollHeight - view.scrollTop - view.clientHeight <= 40;
}

/** Above a row at the top edge: the lines that say its day and that it is new. */
const LINES = 72;

/** Where to scroll so that a row stands in the middle of the view, or at its top edge with a little above it. */
export function placeRow(row: RowPlace, viewHeight: number, where: 'middle' | 'top'): number {
  const room = where === 'middle' ? Math.max(0, (viewHeight - row.height) / 2) : Math.min(LINES, viewHeight / 6);
  return Math.max(0, row.top - room);
}

/** A row to be brought into view; once for each `key`. */
export interface Place {
  key: string;
  row: string | null;
  where: 'middle' | 'top' | 'end';
}

interface ScrollerOptions {
  place: Place | null;
  /** The newest message is held: the end of the scroller is the end of the chat. */
  complete: boolean;
  /** Whether the reader is at the end of the chat. */
  onFollowing: (following: boolean) => void;
  onNearTop: () => void;
  onNearEnd: () => void;
  /** The last row whose end is in view, on a page that is being looked at. */
  onSeen: (row: string) => void;
}

/** From here on the next page is read, before the reader gets to the edge. */
const NEAR = 240;

function rowsIn(scroller: HTMLElement): RowPlace[] {
  return [...scroller.querySelectorAll<HTMLElement>('[data-row]')].map((row) => ({
    id: row.dataset['row'] ?? '',
    top: row.offsetTop,
    height: row.offsetHeight,
  }));
}

/**
 * Scrolls a chat: what is read stays where it is on the screen while pages come before and after it, and a reader at the
 * end stays at the end. The scroller must be positioned and must not anchor by itself.
 */
export function useScroller(options: ScrollerOptions) {
  const { place } = options;
  const following = useRef(true);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<RowPlace[]>([]);
  const placed = useRef<string | null>(null);
  const [atEnd, setAtEnd] = useState(true);

  const look = useEffectEvent(() => {
    const element = scroller.current;
    if (!element) return;
    const end = isAtEnd(element);
    following.current = end && options.complete;
    setAtEnd(following.current);
    options.onFollowing(following.current);
    if (document.visibilityState !== 'visible') return;
    const seen = lastSeen(rows.current, element.scrollTop + element.clientHeight + 8);
    if (seen) options.onSeen(seen.id);
  });
  const settle = useEffectEvent(() => {
    const element = scroller.current;
    if (!element) return;
    const now = rowsIn(element);
    if (place && placed.current !== place.key) {
      placed.current = place.key;
      const row = now.find(({ id }) => id === place.row);
      if (row && place.where !== 'end') element.scrollTop = placeRow(row, element.clientHeight, place.where);
      else element.scrollTop = element.scrollHeight;
    } else if (following.current) element.scrollTop = element.scrollHeight;
    else element.scrollTop = keepPlace(rows.current, now, element.scrollTop);
    rows.current = now;
    look();
  });
  // After each render: the scroll position holds, whatever was added, removed or laid out again.
  useLayoutEffect(() => settle());
  useEffect(() => {
    const element = scroller.current;
    const observer = new ResizeObserver(() => settle());
    if (element) observer.observe(element);
    const onVisible = () => look();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    look();
    if (element.scrollTop < NEAR) options.onNearTop();
    if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR) options.onNearEnd();
  };
  const toEnd = () => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    look();
  };
  return { scroller, atEnd, onScroll, toEnd };
}
