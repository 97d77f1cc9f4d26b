import type { EndedSession } from '@ec/contract/auth/session-ends';

export const ACCESS_TOKEN_KEY = 'ec.accessToken';
export const REFRESH_TOKEN_KEY = 'ec.refreshToken';
export const USER_KEY = 'ec.user';
export const END_KEY = 'ec.sessionEnd';

/** Why there is no session: signed out by the person, or ended by the server or by the clock, and what the server says of it. */
export interface SessionEnd {
  by: 'signed-out' | 'expired' | 'idle' | 'ended';
  ended?: EndedSession | undefined;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** The tokens of this device; null without a session. */
export function readTokens(): Tokens | null {
  const accessToken = localStorage.getItem(ACCESS_TOKEN_KEY);
  const refreshToken = localStorage.getItem(REFRESH_TOKEN_KEY);
  return accessToken && refreshToken ? { accessToken, refreshToken } : null;
}

/** Why the last session ended; null before the first one and during one. */
export function sessionEnd(): SessionEnd | null {
  try {
    const end: unknown = JSON.parse(localStorage.getItem(END_KEY) ?? 'null');
    return typeof end === 'object' && end !== null && 'by' in end ? (end as SessionEnd) : null;
  } catch {
    // Of an older console.
    return null;
  }
}
