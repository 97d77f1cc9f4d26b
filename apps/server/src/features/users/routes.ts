import { MessageAnswer } from '@ec/contract/auth/schemas';
import { UserId } from '@ec/contract/base/common';
import { ADMIN_ROLES } from '@ec/contract/permissions/roles';
import {
  AdminResetPasswordRequest,
  CreateUserRequest,
  DeleteUserRequest,
  RevealedInvite,
  UpdateUserRequest,
  UserDetail,
  UserList,
  UserListQuery,
  UserOutcome,
  UserSummary,
} from '@ec/contract/users/schemas';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { areasOf } from '../../platform/http/actor.ts';
import { AppError } from '../../platform/http/errors.ts';
import { COSTLY, WRITES } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { listPage } from './list-service.ts';
import { toDetail } from './person-answers.ts';
import { findUser } from './queries.ts';
import { createUser, deleteUser, resetPasswordOf, revealInvite, updateUser } from './service.ts';
import { summarise } from './summary-service.ts';
import type { Requests } from './requests.ts';

const READERS = { roles: ADMIN_ROLES, module: 'user_management' } as const;
const WRITERS = { ...READERS, level: 'write' } as const;
const WithId = z.object({ id: UserId });
/** Two who take one phone, one office or ask about one person at the same moment: the second is run again and told. */
const RACES = ['users_phone_unique', 'users_one_office', 'approval_requests_one_pending'] as const;

/** What became a request is only accepted: 202. */
function told({ reply }: { reply: FastifyReply }, outcome: UserOutcome): UserOutcome {
  if (outcome.outcome === 'requested') reply.code(202);
  return outcome;
}

function readRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/users',
      summary: 'Users inside the own area, filtered, sorted and paged',
      perMinute: COSTLY.search,
      access: READERS,
      query: UserListQuery,
      answer: UserList,
    },
    async ({ db, actor, query }) => await listPage(db, actor, query),
  );
  router.read(
    {
      method: 'GET',
      path: '/users/summary',
      summary: 'The own administrative scope: users by role, region and state, and what one may do with them',
      access: READERS,
      answer: UserSummary,
    },
    async ({ db, actor, organisation }) => await summarise(db, actor, organisation.levels),
  );
  router.read(
    {
      method: 'GET',
      path: '/users/:id',
      summary: 'One user in the own area',
      access: READERS,
      params: WithId,
      answer: UserDetail,
    },
    async ({ db, actor, params }) => {
      const row = await findUser(db, params.id, areasOf(actor));
      if (!row) throw new AppError('NOT_FOUND');
      return await toDetail(db, actor, row);
    },
  );
}

export function userRoutes(router: Router, requests: Requests): void {
  readRoutes(router);
  router.write(
    {
      method: 'POST',
      path: '/users',
      summary: 'Create a user, or ask for it where that needs approval (202)',
      perMinute: WRITES.people,
      access: { ...WRITERS, privilege: 'canCreateUsers' },
      body: CreateUserRequest,
      answer: UserOutcome,
      status: 201,
      audit: ['user.created', 'user.first_national_admin', 'approval.requested'],
      retryOn: RACES,
    },
    async (write) => told(write, await createUser({ ...write, requests }, write.actor, write.body)),
  );
  router.write(
    {
      method: 'PUT',
      path: '/users/:id',
      summary: 'Change a user, or ask for it where that needs approval (202)',
      perMinute: WRITES.people,
      access: { ...WRITERS, privilege: 'canEditUsers' },
      params: WithId,
      body: UpdateUserRequest,
      answer: UserOutcome,
      audit: ['user.updated', 'user.status_changed', 'approval.requested'],
      retryOn: RACES,
    },
    async (write) => told(write, await updateUser({ ...write, requests }, write.actor, write.params.id, write.body)),
  );
  router.write(
    {
      method: 'DELETE',
      path: '/users/:id',
      summary: 'Delete a user, or ask for it where that needs approval (202)',
      perMinute: WRITES.people,
      access: { ...WRITERS, privilege: 'canDeleteUsers' },
      params: WithId,
      body: DeleteUserRequest,
      answer: UserOutcome,
      audit: ['user.deleted', 'approval.cancelled', 'approval.requested'],
      retryOn: RACES,
    },
    async (write) =>
      told(write, await deleteUser({ ...write, requests }, write.actor, write.params.id, write.body.justification)),
  );
  router.write(
    {
      method: 'POST',
      path: '/users/:id/invite-code/reveal',
      summary: 'Show the invite code of a person whom one invited; audited',
      perMinute: COSTLY.proof,
      access: { ...WRITERS, privilege: 'canCreateUsers' },
      params: WithId,
      answer: RevealedInvite,
      audit: ['user.invite_shown'],
    },
    async (write) => await revealInvite(write, write.actor, write.params.id),
  );
  router.write(
    {
      method: 'POST',
      path: '/auth/admin-reset-password',
      summary: 'Set a new password for a user below oneself',
      perMinute: COSTLY.proof,
      access: {
        ...WRITERS,
        roles: ['super_admin', 'national_admin', 'global_moderator', 'regional_admin'],
        privilege: 'canResetPasswords',
      },
      body: AdminResetPasswordRequest,
      answer: MessageAnswer,
      audit: ['auth.password_reset_by_admin'],
    },
    async (write) => {
      await resetPasswordOf(write, write.actor, write.body);
      return { message: 'Password reset' };
    },
  );
}
