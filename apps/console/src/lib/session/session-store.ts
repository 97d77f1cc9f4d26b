import type { SessionUser } from '@ec/contract/auth/schemas';
import type { EndedSession } from '@ec/contract/auth/session-ends';
import { useSyncExternalStore } from 'react';
import {
  ACCESS_TOKEN_KEY,
  END_KEY,
  readTokens,
  REFRESH_TOKEN_KEY,
  sessionEnd,
  type SessionEnd,
  type Tokens,
  USER_KEY,
} from './stored-session.ts';

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

if (typeof window !== 'undefined') {
  // Another tab signed in or out: this one follows. A null key means that the storage was cleared as a whole.
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key === ACCESS_TOKEN_KEY || event.key === USER_KEY) notify();
  });
}

/** Keeps the session of a sign-in; every tab follows. */
export function storeSession(tokens: Tokens, user: Pick<SessionUser, 'id'>): void {
  localStorage.removeItem(END_KEY);
  localStorage.setItem(USER_KEY, JSON.stringify(user));
  localStorage.setItem(REFRESH_TOKEN_KEY, tokens.refreshToken);
  localStorage.setItem(ACCESS_TOKEN_KEY, tokens.accessToken);
  notify();
}

/** Puts a renewed pair in place of the old one. */
export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(REFRESH_TOKEN_KEY, tokens.refreshToken);
  localStorage.setItem(ACCESS_TOKEN_KEY, tokens.accessToken);
}

/** Clears tokens and person in all tabs; guards then lead to /login. Of several tabs that find out, the first says why. */
export function clearSession(by: SessionEnd['by'], ended?: EndedSession): void {
  if (sessionEnd() === null) localStorage.setItem(END_KEY, JSON.stringify({ by, ended } satisfies SessionEnd));
  for (const key of [REFRESH_TOKEN_KEY, USER_KEY, ACCESS_TOKEN_KEY]) localStorage.removeItem(key);
  notify();
}

/** Adds to the end of the session what it prevented, which the sign-in page then says. Nothing where there is a session. */
export function addToSessionEnd(prevented: string): void {
  const end = sessionEnd();
  if (end !== null) localStorage.setItem(END_KEY, JSON.stringify({ ...end, prevented } satisfies SessionEnd));
}

export function forgetSessionEnd(): void {
  localStorage.removeItem(END_KEY);
}

export function readUserId(): string | null {
  if (!readTokens()) return null;
  try {
    const user: unknown = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null');
    return typeof user === 'object' && user !== null && 'id' in user ? String(user.id) : null;
  } catch {
    return null;
  }
}

/** Calls the listener after each sign-in and sign-out, in whichever tab. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id of the user signed in on this device, null for none; changes with every tab's sign-in and sign-out. */
export function useSignedInId(): string | null {
  return useSyncExternalStore(onSessionChange, readUserId, readUserId);
}

/**
 * Work that continues on other pages and ends with the session. Its result belongs to the user: `forget` is called once
 * another user is signed in.
 */
export function sessionBound(forget: () => void): AbortController {
  const controller = new AbortController();
  const reader = readUserId();
  const stop = onSessionChange(() => {
    const now = readUserId();
    if (now === reader) return;
    controller.abort();
    if (now === null) return;
    stop();
    forget();
  });
  return controller;
}
