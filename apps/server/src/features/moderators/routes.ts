import { UserId } from '@ec/contract/base/common';
import {
  CreateModeratorRequest,
  DeactivateModeratorRequest,
  Moderator,
  ModeratorList,
  ModeratorListQuery,
  ModeratorPrivileges,
  UpdatePrivilegesRequest,
} from '@ec/contract/moderators/schemas';
import * as z from 'zod/mini';
import { LONG_BODY } from '../../platform/http/input/request-checks.ts';
import { WRITES } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { changePrivileges, createModerator, deactivateModerator, moderatorList, privilegesOf } from './service.ts';

const READERS = { roles: ['super_admin'], module: 'moderator_management' } as const;
const WRITERS = { ...READERS, level: 'write' } as const;
const WithId = z.object({ id: UserId });
const Answer = z.object({ moderator: Moderator });
/** Two who take one phone or one office at the same moment: the second is run again and told. */
const RACES = ['users_phone_unique', 'users_one_office'] as const;

export function moderatorRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/moderators',
      summary: 'Everybody whose role can be narrowed, with their privileges',
      access: READERS,
      query: ModeratorListQuery,
      answer: ModeratorList,
    },
    async (context) => await moderatorList(context, context.query),
  );
  router.write(
    {
      method: 'POST',
      path: '/moderators',
      summary: 'Create a moderator with their privileges',
      perMinute: WRITES.people,
      access: WRITERS,
      body: CreateModeratorRequest,
      bodyLimit: LONG_BODY,
      answer: Answer,
      status: 201,
      audit: ['moderator.created'],
      retryOn: RACES,
    },
    async (write) => await createModerator(write, write.actor, write.body),
  );
  router.write(
    {
      method: 'PUT',
      path: '/moderators/:id/privileges',
      summary: 'Narrow a moderator, or give them all that their role has',
      access: WRITERS,
      params: WithId,
      body: UpdatePrivilegesRequest,
      bodyLimit: LONG_BODY,
      answer: Answer,
      audit: ['moderator.privileges_changed'],
    },
    async (write) => await changePrivileges(write, write.actor, write.params.id, write.body),
  );
  router.write(
    {
      method: 'POST',
      path: '/moderators/:id/deactivate',
      summary: 'Deactivate a moderator and end their sessions',
      access: WRITERS,
      params: WithId,
      body: DeactivateModeratorRequest,
      answer: Answer,
      audit: ['moderator.deactivated', 'user.status_changed'],
    },
    async (write) => await deactivateModerator(write, write.actor, write.params.id, write.body.reason),
  );
  router.read(
    {
      method: 'GET',
      path: '/moderator-privileges/:userId',
      summary: 'What is granted to a moderator at this moment: to oneself, or for the super admin to anybody',
      access: { roles: 'any', own: true },
      params: z.object({ userId: UserId }),
      answer: ModeratorPrivileges,
    },
    async (context) => await privilegesOf(context, context.actor, context.params.userId),
  );
}
