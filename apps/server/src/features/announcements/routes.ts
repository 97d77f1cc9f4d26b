import {
  Announcement,
  ANNOUNCEMENT_AUTHORS,
  ANNOUNCEMENT_EDITORS,
  AnnouncementId,
  AnnouncementList,
  AnnouncementQuery,
  AnnouncementUnread,
  CreateAnnouncementRequest,
  PinAnnouncementRequest,
  Reach,
  ReachRequest,
  Receipts,
  ReceiptsQuery,
  UnreadPeople,
  UnreadPeopleQuery,
  UpdateAnnouncementRequest,
  UrgentAnnouncements,
  WithdrawAnnouncementRequest,
} from '@ec/contract/announcements/schemas';
import { IdempotencyKey } from '@ec/contract/results/schemas';
import * as z from 'zod/mini';
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
const WithId = z.object({ id: AnnouncementId });

export function announcementRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/announcements',
      summary: 'Announcements, pinned first, then newest',
      access: READERS,
      query: AnnouncementQuery,
      answer: AnnouncementList,
    },
    async (context) => await announcementList(context, context.actor, context.query),
  );

  router.read(
    {
      method: 'GET',
      path: '/announcements/urgent',
      summary: 'Urgent announcements that the person has not read, and how many are unread in all',
      access: READERS,
      answer: UrgentAnnouncements,
    },
    async (context) => await urgentAnnouncements(context, context.actor),
  );

  router.write(
    {
      method: 'POST',
      path: '/announcements',
      summary: 'Send an announcement; header Idempotency-Key',
      access: AUTHORS,
      audit: ['announcement.created'],
      body: CreateAnnouncementRequest,
      bodyLimit: LONG_BODY,
      answer: Announcement,
    },
    async (write) => {
      const key = IdempotencyKey.safeParse(write.request.headers['idempotency-key']);
      if (!key.success) throw new AppError('ANNOUNCEMENT_KEY_REQUIRED');
      const { announcement, repeated } = await sendAnnouncement(write, write.actor, write.body, key.data);
      write.reply.code(repeated ? 200 : 201);
      return announcement;
    },
  );

  router.read(
    {
      method: 'POST',
      path: '/announcements/reach',
      summary: 'How many people an audience reaches now',
      access: { roles: BOTH, ...WRITING },
      body: ReachRequest,
      answer: Reach,
    },
    async (context) => await reachOf(context, context.actor, context.body),
  );

  router.read(
    {
      method: 'GET',
      path: '/announcements/:id',
      summary: 'One announcement',
      access: READERS,
      params: WithId,
      answer: Announcement,
    },
    async (context) => await oneAnnouncement(context, context.actor, context.params.id),
  );

  router.write(
    {
      method: 'PUT',
      path: '/announcements/:id',
      summary: 'Change an announcement',
      access: EDITORS,
      audit: ['announcement.updated'],
      params: WithId,
      body: UpdateAnnouncementRequest,
      bodyLimit: LONG_BODY,
      answer: Announcement,
    },
    async (context) => await updateAnnouncement(context, context.actor, context.params.id, context.body),
  );

  router.write(
    {
      method: 'POST',
      path: '/announcements/:id/pin',
      summary: 'Put an announcement before all others, or back among them',
      access: EDITORS,
      audit: ['announcement.pinned'],
      params: WithId,
      body: PinAnnouncementRequest,
      answer: Announcement,
    },
    async (context) => await pinAnnouncement(context, context.actor, context.params.id, context.body.pinned),
  );

  router.write(
    {
      method: 'DELETE',
      path: '/announcements/:id',
      summary: 'Withdraw an announcement',
      access: EDITORS,
      audit: ['announcement.withdrawn'],
      params: WithId,
      body: WithdrawAnnouncementRequest,
      answer: Announcement,
    },
    async (context) => await withdrawAnnouncement(context, context.actor, context.params.id, context.body.reason),
  );

  router.write(
    {
      method: 'PATCH',
      path: '/announcements/:id/read',
      summary: 'Mark an announcement as read',
      access: READERS,
      audit: ['announcement.read'],
      params: WithId,
      answer: AnnouncementUnread,
    },
    async (context) => await readAnnouncement(context, context.actor, context.params.id),
  );

  router.read(
    {
      method: 'GET',
      path: '/announcements/:id/receipts',
      summary: 'How many of those whom it reaches have read it, by area',
      access: KEEPERS,
      params: WithId,
      query: ReceiptsQuery,
      answer: Receipts,
    },
    async (context) => await receiptsOf(context, context.actor, context.params.id, context.query),
  );

  router.read(
    {
      method: 'GET',
      path: '/announcements/:id/unread-people',
      summary: 'Those whom it reaches and who have not read it, by name',
      access: KEEPERS,
      params: WithId,
      query: UnreadPeopleQuery,
      answer: UnreadPeople,
    },
    async (context) => await unreadPeople(context, context.actor, context.params.id, context.query),
  );
}
