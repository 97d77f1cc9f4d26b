/**
 * Position up to which a subscriber has received notifications. A number alone is not enough: numbers are issued before commit, so a lower one can
 * appear after a higher one. Every transaction below the horizon had ended at the last delivery, so an undelivered event has a higher number or was
 * saved at the horizon or above.
 */
export interface StreamPosition {
  /** The highest number delivered. */
  newest: number;
  /** Number of a transaction; null if the subscriber knows none: then only higher numbers count as undelivered. */
  horizon: string | null;
}

/** The position as text (`17-2345`), as the subscriber sends it when it reconnects. */
export function positionText({ newest, horizon }: StreamPosition): string {
  return horizon === null ? String(newest) : `${newest}-${horizon}`;
}

/** Parses a position; undefined for anything else. */
export function readPosition(text: string): StreamPosition | undefined {
  const parts = /^(\d{1,15})(?:-(\d{1,19}))?$/.exec(text);
  return parts ? { newest: Number(parts[1]), horizon: parts[2] ?? null } : undefined;
}
