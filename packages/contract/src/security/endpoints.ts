import * as z from 'zod/mini';
import { EndedSessions } from '../auth/account.ts';
import { MessageAnswer } from '../auth/schemas.ts';
import { ListQuery, SessionId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import {
  ActiveSessionList,
  ActiveSessionQuery,
  FailedSignInList,
  FailedSignInQuery,
  LockedAccountList,
  SecurityAlertList,
  SecurityStatus,
  UnlockRequest,
} from './schemas.ts';

export const SECURITY_ENDPOINTS = {
  'GET /security/status': {
    summary: 'How the server and what it stands on are doing',
    answer: SecurityStatus,
  },
  'GET /security/sessions': {
    summary: 'The open sessions of people in the own areas',
    query: ActiveSessionQuery,
    answer: ActiveSessionList,
  },
  'DELETE /security/sessions/:id': {
    summary: "End a user's session immediately",
    params: z.object({ id: SessionId }),
    answer: EndedSessions,
  },
  'GET /security/alerts': {
    summary: 'The open alerts about security',
    query: ListQuery,
    answer: SecurityAlertList,
  },
  'GET /security/failed-sign-ins': {
    summary: 'The refused attempts to sign in of the last hours',
    query: FailedSignInQuery,
    answer: FailedSignInList,
  },
  'GET /security/locked-accounts': {
    summary: 'The accounts that are locked at this moment',
    query: ListQuery,
    answer: LockedAccountList,
  },
  'POST /security/locked-accounts/unlock': {
    summary: 'Unlock an account before its lock ends',
    body: UnlockRequest,
    answer: MessageAnswer,
  },
} satisfies Endpoints;
