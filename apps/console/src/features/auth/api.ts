import type { AcceptInviteRequest } from '@ec/contract/account';
import type { LoginAnswer, LoginRequest } from '@ec/contract/auth';
import { api } from '../../lib/api.ts';

interface ResetRequest {
  phoneNumber: string;
  resetCode: string;
  newPassword: string;
}

export const signIn = (body: LoginRequest) => api.post<LoginAnswer>('/auth/login', { body });
export const requestResetCode = (phoneNumber: string) =>
  api.post<{ message: string }>('/auth/forgot-password', { body: { phoneNumber } });
export const resetPassword = (body: ResetRequest) => api.post<{ message: string }>('/auth/reset-password', { body });
export const acceptInvite = (body: AcceptInviteRequest) =>
  api.post<{ message: string }>('/auth/accept-invite', { body });
