import { ADMIN_ROLES } from '@ec/contract/permissions/roles';
import type { UserOutcome } from '@ec/contract/users/schemas';
import type { FastifyReply } from 'fastify';
import { areasOf } from '../../platform/http/actor.ts';
import { AppError } from '../../platform/http/errors.ts';
import { COSTLY, WRITES } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { changeStatuses } from './bulk-service.ts';
import { exportUsers } from './export-service.ts';
import { listPage } from './list-service.ts';
import { toDetail } from './person-answers.ts';
import { findUser } from './queries.ts';
import { createUser, deleteUser, resetPasswordOf, revealInvite, updateUser } from './service.ts';
import { summarise } from './summary-service.ts';
import type { Requests } from './requests.ts';

const READERS = { roles: ADMIN_ROLES, module: 'user_management' } as const;
const WRITERS = { ...READERS, level: 'write' } as const;
/** Two who take one phone, one office or ask about one person at the same moment: the second is run again and refused. */
const RACES = ['users_phone_unique', 'users_one_office', 'approval_requests_one_pending'] as const;

/** What became a request is only accepted: 202. */
function answered({ reply }: { reply: FastifyReply }, outcome: UserOutcome): UserOutcome {
  if (outcome.outcome === 'requested') reply.code(202);
  return outcome;
}

function readRoutes(router: Router): void {
  router.read(
    'GET /users',
    { perMinute: COSTLY.search, access: READERS },
    async ({ db, actor, query }) => await listPage(db, actor, query),
  );
  router.longWrite(
    'GET /users/export.csv',
    {
      perMinute: COSTLY.export,
      access: READERS,
      audit: ['user.exported'],
      reason: 'records who exports in a transaction of its own and then sends a stream that may take minutes',
    },
    async (context) => {
      const content = await exportUsers(context, context.query);
      context.reply.header('content-disposition', 'attachment; filename="users.csv"').type('text/csv; charset=utf-8');
      return content;
    },
  );
  router.read(
    'GET /users/summary',
    { access: READERS },
    async ({ db, actor, organisation }) => await summarise(db, actor, organisation.levels),
  );
  router.read('GET /users/:id', { access: READERS }, async ({ db, actor, params }) => {
    const row = await findUser(db, params.id, areasOf(actor));
    if (!row) throw new AppError('NOT_FOUND');
    return await toDetail(db, actor, row);
  });
}

export function userRoutes(router: Router, requests: Requests): void {
  readRoutes(router);
  router.write(
    'POST /users',
    {
      perMinute: WRITES.people,
      access: { ...WRITERS, privilege: 'canCreateUsers' },
      audit: ['user.created', 'user.first_national_admin', 'approval.requested'],
      retryOn: RACES,
    },
    async (write) => answered(write, await createUser({ ...write, requests }, write.actor, write.body)),
  );
  router.write(
    'POST /users/bulk',
    {
      perMinute: WRITES.people,
      access: { ...WRITERS, privilege: 'canEditUsers' },
      audit: ['user.status_changed', 'approval.requested'],
      retryOn: RACES,
    },
    async (write) => await changeStatuses({ ...write, requests }, write.actor, write.body),
  );
  router.write(
    'PUT /users/:id',
    {
      perMinute: WRITES.people,
      access: { ...WRITERS, privilege: 'canEditUsers' },
      audit: ['user.updated', 'user.status_changed', 'approval.requested'],
      retryOn: RACES,
    },
    async (write) =>
      answered(write, await updateUser({ ...write, requests }, write.actor, write.params.id, write.body)),
  );
  router.write(
    'DELETE /users/:id',
    {
      perMinute: WRITES.people,
      access: { ...WRITERS, privilege: 'canDeleteUsers' },
      audit: ['user.deleted', 'approval.cancelled', 'approval.requested'],
      retryOn: RACES,
    },
    async (write) =>
      answered(write, await deleteUser({ ...write, requests }, write.actor, write.params.id, write.body.justification)),
  );
  router.write(
    'POST /users/:id/invite-code/reveal',
    { perMinute: COSTLY.proof, access: { ...WRITERS, privilege: 'canCreateUsers' }, audit: ['user.invite_shown'] },
    async (write) => await revealInvite(write, write.actor, write.params.id),
  );
  router.write(
    'POST /auth/admin-reset-password',
    {
      perMinute: COSTLY.proof,
      access: {
        ...WRITERS,
        roles: ['super_admin', 'national_admin', 'global_moderator', 'regional_admin'],
        privilege: 'canResetPasswords',
      },
      audit: ['auth.password_reset_by_admin'],
    },
    async (write) => {
      await resetPasswordOf(write, write.actor, write.body);
      return { message: 'Password reset' };
    },
  );
}
