/**
 * Header by which a caller states that it has just written: its reads must then see that write, whichever server process handled it. Any value
 * counts.
 */
export const JUST_WROTE_HEADER = 'x-just-wrote';

/** How long after a write a caller sends the header, in milliseconds. Reads without it are at most half a second old, so this leaves a margin. */
export const JUST_WROTE_MS = 2000;
