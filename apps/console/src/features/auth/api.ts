import type { AcceptInviteRequest } from '@ec/contract/auth/account';
import type { LoginRequest } from '@ec/contract/auth/schemas';
import { deviceKey } from '../../lib/device/device-key.ts';
import { send } from '../../lib/http/http.ts';

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
