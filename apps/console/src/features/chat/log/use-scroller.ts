import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isAtEnd, keepPlace, lastSeen, placeRow, type RowPlace } from './keep-place.ts';

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
