import {
  Announcement,
  AnnouncementList,
  AnnouncementUnread,
  Reach,
  UrgentAnnouncements,
} from '@ec/contract/announcements/schemas';
import { Me } from '@ec/contract/auth/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import type * as z from 'zod/mini';
import { meOf, signedInOnDevice } from './people.ts';
import { freshId } from './results.ts';
import { type Call, ok, serve } from './server.ts';
import { at, peopleServer } from './users.ts';

export type AnnouncementInput = z.input<typeof Announcement>;

const place = (code: string, type: AnnouncementInput['targetAudience']['areas'][number]['type'], name: string) => ({
  id: at(code),
  type,
  name,
});
export const NIGERIA = { id: NATION, type: 'national' as const, name: 'Nigeria' };
export const SOUTH_WEST = place('SW', 'region', 'South West');
export const LAGOS = place('24', 'state', 'Lagos');

export const NO_RIGHTS = { edit: false, pin: false, withdraw: false, seeReceipts: false };
export const ALL_RIGHTS = { edit: true, pin: true, withdraw: true, seeReceipts: true };

/** An unread one of medium priority for everybody in Nigeria, written by another national admin, or as changed. */
export function announcementOf(change: Partial<AnnouncementInput> = {}): AnnouncementInput {
  return {
    id: freshId(),
    title: 'Training on Saturday',
    content: 'Come to the LGA office at 9:00.\nSee https://example.ng/training for the map.',
    priority: 'medium',
    targetAudience: { roles: [], regions: [], states: [], area: NIGERIA, areas: [NIGERIA] },
    createdBy: freshId(),
    createdByName: 'Bola Ade',
    createdByRole: 'national_admin',
    createdAt: '2023-02-25T13:32:00.000Z',
    editedAt: null,
    editedBy: null,
    expiresAt: null,
    pinned: false,
    withdrawnAt: null,
    withdrawnBy: null,
    withdrawReason: null,
    version: 1,
    isRead: false,
    isForMe: true,
    can: NO_RIGHTS,
    ...change,
  };
}

/** The server with these announcements, whose reading it remembers. */
export function serveAnnouncements(
  role: Role,
  start: AnnouncementInput[],
  handlers: Parameters<typeof serve>[0] = {},
  people = 240,
) {
  signedInOnDevice();
  const store = { announcements: start };
  const unread = () => store.announcements.filter(({ isRead, isForMe }) => isForMe && !isRead);
  const find = (path: string) => store.announcements.find(({ id }) => path.includes(id));
  const replace = (id: string | undefined, change: Partial<AnnouncementInput>) => {
    store.announcements = store.announcements.map((each) => (each.id === id ? { ...each, ...change } : each));
  };
  const list = ({ query }: Call) => {
    const shown = query.get('unread') === 'true' ? unread() : store.announcements;
    return ok(AnnouncementList, { announcements: shown, total: shown.length, unread: unread().length });
  };
  const forEach = Object.fromEntries(
    start.flatMap(({ id }): [string, Parameters<typeof serve>[0][string]][] => [
      [`GET /announcements/${id}`, ({ path }) => ok(Announcement, find(path) ?? announcementOf())],
      [
        `PATCH /announcements/${id}/read`,
        () => {
          replace(id, { isRead: true });
          return ok(AnnouncementUnread, { unread: unread().length });
        },
      ],
    ]),
  );
  const calls = serve({
    ...peopleServer(role),
    'GET /auth/me': () => ok(Me, meOf(role)),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /announcements': list,
    'GET /announcements/urgent': () =>
      ok(UrgentAnnouncements, {
        announcements: unread().filter(({ priority }) => priority === 'urgent'),
        unread: unread().length,
      }),
    'POST /announcements/reach': () => ok(Reach, { people, byRole: [{ role: 'ward_admin', people }] }),
    ...forEach,
    ...handlers,
  });
  const sent = (method: string, path = '/announcements') =>
    calls.filter((call) => call.method === method && call.path.startsWith(path));
  return { store, calls, sent, replace };
}
