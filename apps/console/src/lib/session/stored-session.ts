import type { EndedSession } from '@ec/contract/auth/session-ends';

export const ACCESS_TOKEN_KEY = 'ec.accessToken';
export const REFRESH_TOKEN_KEY = 'ec.refreshToken';
export const USER_KEY = 'ec.user';
export const END_KEY = 'ec.sessionEnd';

/** Why there is no session: signed out by the person, or ended by the server or by the clock, and what the server says of it. */
export interface SessionEnd {
  by: 'signed-out' | 'expired' | 'idle' | 'ended';
  ended?: EndedSession | undefined;
  /** Why what the user was doing when it ended was not done, as a sentence. */
  prevented?: string;
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

/** The sign-in page that comes back to this address, unless the person signed out there or it is where the console begins. */
export function signInAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const here = `${pathname}${search}`;
  const comesBack = sessionEnd()?.by !== 'signed-out' && here !== '/' && here !== '/dashboard';
  return comesBack ? `/login?next=${encodeURIComponent(here)}` : '/login';
}

/** Where to go after sign-in: a path of this console out of `?next=`, else the dashboard. Never another site. */
export function nextAddress(params: URLSearchParams): string {
  const next = params.get('next');
  return next && /^\/(?![/\\])/.test(next) && !next.startsWith('/login') ? next : '/dashboard';
}
