import * as z from 'zod/mini';
import { SessionId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import {
  AcceptInviteRequest,
  Account,
  ConfirmEnrolmentRequest,
  EndedSessions,
  EnrollAnswer,
  EnrollRequest,
  OptInRequest,
  OwnSessionList,
  Preferences,
  PreferencesRequest,
  SavedViews,
  SavedViewsQuery,
  SavedViewsRequest,
  ProofRequest,
  RecoveryCodes,
} from './account.ts';
import {
  ChangePasswordRequest,
  ForgotPasswordRequest,
  LoginAnswer,
  LoginRequest,
  Me,
  MessageAnswer,
  RefreshAnswer,
  RefreshRequest,
  ResetPasswordRequest,
} from './schemas.ts';

export const AUTH_ENDPOINTS = {
  'POST /auth/accept-invite': {
    summary: 'Set the first password by the invite code, which serves once',
    body: AcceptInviteRequest,
    answer: MessageAnswer,
  },
  'GET /auth/account': {
    summary: 'How the own second step stands, and what was chosen',
    answer: Account,
  },
  'PUT /auth/preferences': {
    summary: 'Keep a choice for every device',
    body: PreferencesRequest,
    answer: Preferences,
  },
  'GET /auth/saved-views': {
    summary: 'The own saved views of a list',
    query: SavedViewsQuery,
    answer: SavedViews,
  },
  'PUT /auth/saved-views': {
    summary: 'Replace the own saved views of a list, for every device',
    body: SavedViewsRequest,
    answer: SavedViews,
  },
  'POST /auth/2fa/enroll': {
    summary: 'Start the enrolment of an authenticator app',
    body: EnrollRequest,
    answer: EnrollAnswer,
  },
  'POST /auth/2fa/confirm': {
    summary: 'Take the authenticator into use by its first code; answers the recovery codes, this once',
    body: ConfirmEnrolmentRequest,
    answer: RecoveryCodes,
  },
  'POST /auth/2fa/disable': {
    summary: 'Remove the authenticator and its recovery codes',
    body: ProofRequest,
    answer: MessageAnswer,
  },
  'POST /auth/2fa/recovery-codes': {
    summary: 'New recovery codes, which void the old ones',
    body: ProofRequest,
    answer: RecoveryCodes,
  },
  'POST /auth/2fa/opt-in': {
    summary: 'Switch sign-in codes by SMS on or off for oneself',
    body: OptInRequest,
    answer: MessageAnswer,
  },
  'GET /auth/sessions': {
    summary: 'Where one is signed in',
    answer: OwnSessionList,
  },
  'DELETE /auth/sessions/:id': {
    summary: 'End one of the own sessions',
    params: z.object({ id: SessionId }),
    answer: EndedSessions,
  },
  'POST /auth/sessions/end-others': {
    summary: 'Sign out everywhere but here',
    answer: EndedSessions,
  },
  'POST /auth/login': {
    summary: 'Sign in; the same credentials come again with the code where one is requested',
    body: LoginRequest,
    answer: LoginAnswer,
    flat: true,
  },
  'POST /auth/refresh': {
    summary: 'New tokens for a refresh token, which serves once',
    body: RefreshRequest,
    answer: RefreshAnswer,
  },
  'POST /auth/logout': {
    summary: 'End the session of the access token, fresh or not',
    answer: MessageAnswer,
  },
  'POST /auth/forgot-password': {
    summary: 'Send a reset code to the phone, if it has an account',
    body: ForgotPasswordRequest,
    answer: MessageAnswer,
  },
  'POST /auth/reset-password': {
    summary: 'Set a new password by the reset code',
    body: ResetPasswordRequest,
    answer: MessageAnswer,
  },
  'POST /auth/change-password': {
    summary: 'Change the own password',
    body: ChangePasswordRequest,
    answer: MessageAnswer,
  },
  'GET /auth/me': {
    summary: 'The signed-in person, their module levels and the election mode',
    answer: Me,
  },
} satisfies Endpoints;
