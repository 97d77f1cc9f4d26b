/** Age from which figures are said to be old. */
export const OLD_MS = 60_000;
/** Clocks that differ by less are taken as equal. */
const SKEW_MS = 2000;

/** How far the device's clock is ahead of the server's, from an answer that was made at `asOf` and came in at `receivedAt`. */
export function clockSkew(asOf: string, receivedAt: number): number {
  const skew = receivedAt - Date.parse(asOf);
  return Math.abs(skew) > SKEW_MS ? skew : 0;
}

/** 2 s, 3 min, 2 h, 3 days */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / (24 * 3600))} days`;
}
