import type { AcceptInviteRequest } from '@ec/contract/auth/account';
import type { LoginRequest } from '@ec/contract/auth/schemas';
import { api } from '../../lib/http/api.ts';
import { deviceKey } from '../../lib/device/device-key.ts';

interface ResetRequest {
  phoneNumber: string;
  resetCode: string;
  newPassword: string;
}

export const signIn = (body: Omit<LoginRequest, 'device'>) =>
  api.call('POST /auth/login', { body: { ...body, device: deviceKey() } });
export const requestResetCode = (phoneNumber: string) =>
  api.call('POST /auth/forgot-password', { body: { phoneNumber, device: deviceKey() } });
export const resetPassword = (body: ResetRequest) =>
  api.call('POST /auth/reset-password', { body: { ...body, device: deviceKey() } });
export const acceptInvite = (body: AcceptInviteRequest) => api.call('POST /auth/accept-invite', { body });
