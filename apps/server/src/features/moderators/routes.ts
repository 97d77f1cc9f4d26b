import { LONG_BODY } from '../../platform/http/input/request-checks.ts';
import { WRITES } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { changePrivileges, createModerator, deactivateModerator, moderatorList, privilegesOf } from './service.ts';

const READERS = { roles: ['super_admin'], module: 'moderator_management' } as const;
const WRITERS = { ...READERS, level: 'write' } as const;
/** Two who take one phone or one office at the same moment: the second is run again and refused. */
const RACES = ['users_phone_unique', 'users_one_office'] as const;

export function moderatorRoutes(router: Router): void {
  router.read('GET /moderators', { access: READERS }, async (context) => await moderatorList(context, context.query));
  router.write(
    'POST /moderators',
    { perMinute: WRITES.people, access: WRITERS, bodyLimit: LONG_BODY, audit: ['moderator.created'], retryOn: RACES },
    async (write) => await createModerator(write, write.actor, write.body),
  );
  router.write(
    'PUT /moderators/:id/privileges',
    { access: WRITERS, bodyLimit: LONG_BODY, audit: ['moderator.privileges_changed'] },
    async (write) => await changePrivileges(write, write.actor, write.params.id, write.body),
  );
  router.write(
    'POST /moderators/:id/deactivate',
    { access: WRITERS, audit: ['moderator.deactivated', 'user.status_changed'] },
    async (write) => await deactivateModerator(write, write.actor, write.params.id, write.body.reason),
  );
  router.read(
    'GET /moderator-privileges/:userId',
    { access: { roles: 'any', own: true } },
    async (context) => await privilegesOf(context, context.actor, context.params.userId),
  );
}
