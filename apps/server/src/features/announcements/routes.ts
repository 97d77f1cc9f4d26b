import { ANNOUNCEMENT_AUTHORS, ANNOUNCEMENT_EDITORS } from '@ec/contract/announcements/schemas';
import { IdempotencyKey } from '@ec/contract/results/schemas';
import { AppError } from '../../platform/http/errors.ts';
import { LONG_BODY } from '../../platform/http/input/request-checks.ts';
import type { Router } from '../../platform/http/router.ts';
import { reachOf, receiptsOf, unreadPeople } from './receipts-service.ts';
import { sendAnnouncement } from './send-service.ts';
import { announcementList, oneAnnouncement, readAnnouncement, urgentAnnouncements } from './service.ts';
import { pinAnnouncement, updateAnnouncement, withdrawAnnouncement } from './change-service.ts';

const READERS = { module: 'announcements' } as const;
const MANAGING = { module: 'announcements', privilege: 'canManageAnnouncements' } as const;
const WRITING = { ...MANAGING, level: 'write' } as const;
const AUTHORS = { roles: ANNOUNCEMENT_AUTHORS, ...WRITING } as const;
const EDITORS = { roles: ANNOUNCEMENT_EDITORS, ...WRITING } as const;
const BOTH = [...new Set([...ANNOUNCEMENT_AUTHORS, ...ANNOUNCEMENT_EDITORS])];
const KEEPERS = { roles: BOTH, ...MANAGING } as const;

export function announcementRoutes(router: Router): void {
  router.read(
    'GET /announcements',
    { access: READERS },
    async (context) => await announcementList(context, context.actor, context.query),
  );

  router.read(
    'GET /announcements/urgent',
    { access: READERS },
    async (context) => await urgentAnnouncements(context, context.actor),
  );

  router.write(
    'POST /announcements',
    { access: AUTHORS, audit: ['announcement.created'], bodyLimit: LONG_BODY },
    async (write) => {
      const key = IdempotencyKey.safeParse(write.request.headers['idempotency-key']);
      if (!key.success) throw new AppError('ANNOUNCEMENT_KEY_REQUIRED');
      const { announcement, repeated } = await sendAnnouncement(write, write.actor, write.body, key.data);
      write.reply.code(repeated ? 200 : 201);
      return announcement;
    },
  );

  router.read(
    'POST /announcements/reach',
    { access: { roles: BOTH, ...WRITING } },
    async (context) => await reachOf(context, context.actor, context.body),
  );

  router.read(
    'GET /announcements/:id',
    { access: READERS },
    async (context) => await oneAnnouncement(context, context.actor, context.params.id),
  );

  router.write(
    'PUT /announcements/:id',
    { access: EDITORS, audit: ['announcement.updated'], bodyLimit: LONG_BODY },
    async (context) => await updateAnnouncement(context, context.actor, context.params.id, context.body),
  );

  router.write(
    'POST /announcements/:id/pin',
    { access: EDITORS, audit: ['announcement.pinned'] },
    async (context) => await pinAnnouncement(context, context.actor, context.params.id, context.body.pinned),
  );

  router.write(
    'DELETE /announcements/:id',
    { access: EDITORS, audit: ['announcement.withdrawn'] },
    async (context) => await withdrawAnnouncement(context, context.actor, context.params.id, context.body.reason),
  );

  router.write(
    'PATCH /announcements/:id/read',
    { access: READERS, audit: ['announcement.read'] },
    async (context) => await readAnnouncement(context, context.actor, context.params.id),
  );

  router.read(
    'GET /announcements/:id/receipts',
    { access: KEEPERS },
    async (context) => await receiptsOf(context, context.actor, context.params.id, context.query),
  );

  router.read(
    'GET /announcements/:id/unread-people',
    { access: KEEPERS },
    async (context) => await unreadPeople(context, context.actor, context.params.id, context.query),
  );
}
