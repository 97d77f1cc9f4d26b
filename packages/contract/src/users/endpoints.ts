import * as z from 'zod/mini';
import { MessageAnswer } from '../auth/schemas.ts';
import { UserId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import { UserBulkAnswer, UserBulkRequest } from './bulk.ts';
import {
  TextImportAnswer,
  TextImportPreview,
  TextImportRequest,
  UserImport,
  UserImportList,
  UserImportStarted,
} from './import.ts';
import {
  AdminResetPasswordRequest,
  CreateUserRequest,
  DeleteUserRequest,
  RevealedInvite,
  UpdateUserRequest,
  UserDetail,
  UserExportQuery,
  UserList,
  UserListQuery,
  UserOutcome,
  UserSummary,
} from './schemas.ts';

const WithId = z.object({ id: UserId });
const WithImportId = z.object({ id: z.uuid() });

/** The fields of the form, each of which may stand in the address instead. */
export const UserFileForm = z.strictObject({
  role: z.optional(z.string()),
  allOrNothing: z.optional(z.string()),
});

export const USER_ENDPOINTS = {
  'POST /users/import/file': {
    summary: 'Import a file of officers or ward admins (multipart: file, a CSV of at most 20 MB; role; allOrNothing)',
    query: UserFileForm,
    form: UserFileForm,
    answer: UserImportStarted,
    status: 202,
  },
  'POST /users/import': {
    summary: 'Import lines of "Name, Phone, LGA" as LGA Admins or State Admins, all or none',
    body: TextImportRequest,
    answer: TextImportAnswer,
    status: 201,
  },
  'POST /users/import/preview': {
    summary:
      'Who an import of lines would add, and where; nothing is stored, and bad lines are refused as by the import',
    body: TextImportRequest,
    answer: TextImportPreview,
  },
  'GET /users/imports': {
    summary: 'The own last ten imports of files',
    answer: UserImportList,
  },
  'GET /users/import/:id': {
    summary: 'How an own import of a file stands',
    params: WithImportId,
    answer: UserImport,
  },
  'GET /users/import/:id/refused.csv': {
    summary: 'The refused rows of an own import, with their reasons, as CSV',
    params: WithImportId,
  },
  'GET /users': {
    summary: 'Users inside the own area, filtered, sorted and paged',
    query: UserListQuery,
    answer: UserList,
  },
  'GET /users/export.csv': {
    summary: 'The users of the list as it is filtered, as CSV; audited',
    query: UserExportQuery,
  },
  'GET /users/summary': {
    summary: 'The own administrative scope: users by role, region and state, and what one may do with them',
    answer: UserSummary,
  },
  'GET /users/:id': {
    summary: 'One user in the own area',
    params: WithId,
    answer: UserDetail,
  },
  'POST /users': {
    summary: 'Create a user, or ask for it where that needs approval (202)',
    body: CreateUserRequest,
    answer: UserOutcome,
    status: 201,
  },
  'POST /users/bulk': {
    summary:
      'Activate, deactivate or suspend up to 200 users in one transaction, each by the rule for one; as a preview only say what would happen',
    body: UserBulkRequest,
    answer: UserBulkAnswer,
  },
  'PUT /users/:id': {
    summary: 'Change a user, or ask for it where that needs approval (202)',
    params: WithId,
    body: UpdateUserRequest,
    answer: UserOutcome,
  },
  'DELETE /users/:id': {
    summary: 'Delete a user, or ask for it where that needs approval (202)',
    params: WithId,
    body: DeleteUserRequest,
    answer: UserOutcome,
  },
  'POST /users/:id/invite-code/reveal': {
    summary: 'Show the invite code of a person whom one invited; audited',
    params: WithId,
    answer: RevealedInvite,
  },
  'POST /auth/admin-reset-password': {
    summary: 'Set a new password for a user below oneself',
    body: AdminResetPasswordRequest,
    answer: MessageAnswer,
  },
} satisfies Endpoints;
