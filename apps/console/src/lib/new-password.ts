import { PASSWORD_FLOOR } from '@ec/contract/auth';
import type { ErrorCode } from '@ec/contract/errors';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';

/** What is wrong with a new password and its repetition; the server checks again, perhaps more strictly. */
export function checkNewPassword(password: string, repeated: string): { password?: string; repeated?: string } {
  if (password.length < PASSWORD_FLOOR) {
    return { password: `Password must be at least ${PASSWORD_FLOOR} characters long` };
  }
  return password === repeated ? {} : { repeated: 'Passwords do not match' };
}

const ABOUT_THE_PASSWORD: ReadonlySet<string> = new Set<ErrorCode>([
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_COMMON',
  'PASSWORD_TOO_PERSONAL',
  'PASSWORD_UNCHANGED',
]);

/** Refusals of the server that belong beside the field of the new password. */
export function newPasswordRefusal(error: unknown): string | undefined {
  return error instanceof ApiError && ABOUT_THE_PASSWORD.has(error.code) ? error.message : undefined;
}

/** Changes the person's own password; their other sessions end. */
export const changePassword = (body: { currentPassword: string; newPassword: string }) =>
  api.post<{ message: string }>('/auth/change-password', { body });
