/**
 * A caller's word, in the header of this name, that it has just changed something: what it reads now must hold that change,
 * whichever process of the server took it. Any value counts.
 */
export const JUST_WROTE_HEADER = 'x-just-wrote';

/**
 * For so long after a write a caller says so, in milliseconds. What is read without the header is at most half a second
 * behind what was written, so this leaves room to spare.
 */
export const JUST_WROTE_MS = 2000;
