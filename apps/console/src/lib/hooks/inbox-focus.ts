/**
 * The button that was pressed goes with its entry's being unread, so the focus stays in the list: at the entry's title or,
 * where the entry leaves the list too, at the one after it. `titles` are the ids of all titles, in their order.
 */
export function keepFocus(titles: readonly string[], at: number, leaves: boolean): void {
  const next = leaves ? (titles[at + 1] ?? titles[at - 1]) : titles[at];
  document.getElementById(next ?? 'page-title')?.focus({ preventScroll: true });
}
