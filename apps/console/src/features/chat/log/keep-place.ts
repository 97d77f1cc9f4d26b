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
