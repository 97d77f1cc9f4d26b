import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import {
  Announcement,
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
} from './schemas.ts';

const WithId = z.object({ id: AnnouncementId });

export const ANNOUNCEMENT_ENDPOINTS = {
  'GET /announcements': {
    summary: 'Announcements, pinned first, then newest',
    query: AnnouncementQuery,
    answer: AnnouncementList,
  },
  'GET /announcements/urgent': {
    summary: 'Urgent announcements that the person has not read, and how many are unread in all',
    answer: UrgentAnnouncements,
  },
  'POST /announcements': {
    summary: 'Send an announcement; header Idempotency-Key',
    body: CreateAnnouncementRequest,
    answer: Announcement,
  },
  'POST /announcements/reach': {
    summary: 'How many people an audience reaches now',
    body: ReachRequest,
    answer: Reach,
  },
  'GET /announcements/:id': {
    summary: 'One announcement',
    params: WithId,
    answer: Announcement,
  },
  'PUT /announcements/:id': {
    summary: 'Change an announcement',
    params: WithId,
    body: UpdateAnnouncementRequest,
    answer: Announcement,
  },
  'POST /announcements/:id/pin': {
    summary: 'Put an announcement before all others, or back among them',
    params: WithId,
    body: PinAnnouncementRequest,
    answer: Announcement,
  },
  'DELETE /announcements/:id': {
    summary: 'Withdraw an announcement',
    params: WithId,
    body: WithdrawAnnouncementRequest,
    answer: Announcement,
  },
  'PATCH /announcements/:id/read': {
    summary: 'Mark an announcement as read',
    params: WithId,
    answer: AnnouncementUnread,
  },
  'GET /announcements/:id/receipts': {
    summary: 'How many of those whom it reaches have read it, by area',
    params: WithId,
    query: ReceiptsQuery,
    answer: Receipts,
  },
  'GET /announcements/:id/unread-people': {
    summary: 'Those whom it reaches and who have not read it, by name',
    params: WithId,
    query: UnreadPeopleQuery,
    answer: UnreadPeople,
  },
} satisfies Endpoints;
