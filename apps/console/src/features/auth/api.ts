import type { AcceptInviteRequest } from '@ec/contract/auth/account';
import type { LoginRequest } from '@ec/contract/auth/schemas';
import { send } from '../../lib/http/http.ts';

const KEY = 'ec.device';
const BYTES = 32;

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * The random key of this browser, made once and sent with each sign-in. All accounts of the browser share it: so the server
 * sees that a result and the decision on it came from one device. Signing out keeps it.
 */
function deviceKey(): string {
  const stored = localStorage.getItem(KEY);
  if (stored && /^[\w-]{43}$/.test(stored)) return stored;
  const made = newKey();
  localStorage.setItem(KEY, made);
  return made;
}

interface ResetRequest {
  phoneNumber: string;
  resetCode: string;
  newPassword: string;
}

/** These calls are made without a session. */
const token = null;

export const signIn = (body: Omit<LoginRequest, 'device'>) =>
  send('POST /auth/login', { body: { ...body, device: deviceKey() }, token });
export const requestResetCode = (phoneNumber: string) =>
  send('POST /auth/forgot-password', { body: { phoneNumber, device: deviceKey() }, token });
export const resetPassword = (body: ResetRequest) =>
  send('POST /auth/reset-password', { body: { ...body, device: deviceKey() }, token });
export const acceptInvite = (body: AcceptInviteRequest) => send('POST /auth/accept-invite', { body, token });
