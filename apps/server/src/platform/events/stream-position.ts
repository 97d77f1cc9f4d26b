/**
 * Up to where a reader of notifications has been told. Numbers alone do not say it: they are given before a transaction
 * commits, so a lower one may appear after a higher one. Every transaction below the horizon had ended when the reader
 * was told last, so whatever it has not been told has a higher number or was saved at the horizon or above.
 */
export interface StreamPosition {
  /** The highest number that the reader has been told. */
  newest: number;
  /** Number of a transaction; null where the reader knows of none, then only higher numbers count as not told. */
  horizon: string | null;
}

/** The position as a reader keeps it (`17-2345`) and names it when it comes back. */
export function positionText({ newest, horizon }: StreamPosition): string {
  return horizon === null ? String(newest) : `${newest}-${horizon}`;
}

/** Reads a position; undefined for anything else. */
export function readPosition(text: string): StreamPosition | undefined {
  const parts = /^(\d{1,15})(?:-(\d{1,19}))?$/.exec(text);
  return parts ? { newest: Number(parts[1]), horizon: parts[2] ?? null } : undefined;
}
