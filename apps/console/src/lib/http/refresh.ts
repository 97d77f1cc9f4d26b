import { ApiError } from './api-error.ts';
import { send } from './http.ts';
import { clearSession, storeTokens } from '../session/session-store.ts';
import { readTokens } from '../session/stored-session.ts';

let running: Promise<string | null> | null = null;

/**
 * A fresh access token in place of `staleToken`, or null when the session is over (and then cleared). One renewal runs at a
 * time, in this tab and across tabs: the refresh token rotates, and a second use of the old one would end the session.
 */
export function renewAccessToken(staleToken: string): Promise<string | null> {
  running ??= acrossTabs(staleToken).finally(() => {
    running = null;
  });
  return running;
}

async function acrossTabs(staleToken: string): Promise<string | null> {
  // Locks exist on https and on localhost only; elsewhere this tab alone is guarded.
  if (!('locks' in navigator)) return await renew(staleToken);
  const alone = await navigator.locks.request('ec.refresh', { ifAvailable: true }, async (lock) =>
    lock ? { token: await renew(staleToken) } : null,
  );
  if (alone) return alone.token;
  return await navigator.locks.request('ec.refresh', async () => {
    await othersTokens(staleToken);
    return await renew(staleToken);
  });
}

const STORAGE_MS = 300;

/**
 * Waits until the tokens that another tab has just stored can be read here: a browser may pass on a lock before it passes on what
 * was stored under it, and to send the old refresh token once the new one is in use would end the session.
 */
function othersTokens(staleToken: string): Promise<void> {
  return new Promise((resolve) => {
    const read = () => {
      if (readTokens()?.accessToken !== staleToken) done();
    };
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('storage', read);
      resolve();
    };
    const timer = setTimeout(done, STORAGE_MS);
    window.addEventListener('storage', read);
    read();
  });
}

async function renew(staleToken: string): Promise<string | null> {
  const tokens = readTokens();
  if (!tokens) return null;
  if (tokens.accessToken !== staleToken) return tokens.accessToken;
  try {
    const answer = await send('POST /auth/refresh', {
      body: { refreshToken: tokens.refreshToken },
      token: null,
    });
    // Signed out or in anew meanwhile: that session stays as it is.
    const now = readTokens();
    if (now?.refreshToken !== tokens.refreshToken) return now?.accessToken ?? null;
    storeTokens({ accessToken: answer.accessToken, refreshToken: answer.refreshToken });
    return answer.accessToken;
  } catch (error) {
    // Only the server's own refusal ends the session; a lost network or a busy server does not.
    if (!(error instanceof ApiError) || error.unreached) throw error;
    if (error.status < 400 || error.status >= 500 || error.status === 429) throw error;
    const now = readTokens();
    if (now && now.refreshToken !== tokens.refreshToken) return now.accessToken;
    // Another answer to the same token is pending: the session continues, and the next call tries again.
    if (error.code === 'REFRESH_IN_FLIGHT') throw error;
    clearSession('expired', error.ended);
    return null;
  }
}
