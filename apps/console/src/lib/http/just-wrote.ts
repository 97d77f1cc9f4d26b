import type { Call } from '@ec/contract/endpoints';
import { JUST_WROTE_HEADER, JUST_WROTE_MS } from '@ec/contract/base/freshness';

const KEY = 'ec:wroteAt';
/** Writes that change nothing a screen shows, and that every page begins with. */
const UNSEEN = new Set<Call>(['POST /notifications/stream-ticket', 'POST /auth/refresh']);
let wroteAt = 0;

/**
 * Notes that a write was answered or given up, for this tab and others: what they read next must hold it. A write without
 * an answer may have been stored all the same.
 */
export function noteWrite(call: Call): void {
  if (UNSEEN.has(call)) return;
  wroteAt = Date.now();
  try {
    localStorage.setItem(KEY, String(wroteAt));
  } catch {
    // A full or forbidden storage: this tab knows, and others are current within the second.
  }
}

function lastWrite(): number {
  try {
    return Math.max(wroteAt, Number(localStorage.getItem(KEY) ?? 0));
  } catch {
    return wroteAt;
  }
}

/** Says, where this person has just changed something, that what is read now must hold it. */
export function markJustWrote(headers: Headers): void {
  const age = Date.now() - lastWrite();
  if (age >= 0 && age < JUST_WROTE_MS) headers.set(JUST_WROTE_HEADER, '1');
}
