import { Me } from '@ec/contract/auth/schemas';
import {
  chainOf,
  codeOf,
  type LocationId,
  locationIdOf,
  locationType,
  NATION,
  parentOf,
} from '@ec/contract/geography/location-id';
import { Location, LocationList } from '@ec/contract/geography/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { UserDetail, UserList, UserSummary } from '@ec/contract/users/schemas';
import type * as z from 'zod/mini';
import { meOf } from './people.ts';
import { ok, type serve } from './server.ts';

export const at = (code: string): LocationId => locationIdOf(code) ?? NATION;

const NAMES: Record<string, string> = {
  NG: 'Nigeria',
  SW: 'South West',
  '24': 'Lagos',
  '27': 'Ogun',
  '24-11': 'Ikeja',
  '24-12': 'Ikorodu',
  '24-11-05': 'Ipodo',
  '24-11-06': 'Alausa',
};

const nameOf = (id: LocationId) => NAMES[codeOf(id)] ?? codeOf(id);

/** A place of the user as answers carry it. */
export function placeOf(code: string) {
  const id = at(code);
  const chain = chainOf(id).map((each) => ({ id: each, type: locationType(each), name: nameOf(each) }));
  return { id, type: locationType(id), name: nameOf(id), code, chain };
}

/** The same as lists of places carry it. */
export const locationOf = (code: string) => ({ ...placeOf(code), parentId: parentOf(at(code)), units: 10 });

type UserDraft = z.input<typeof UserDetail>;

export const USER_ID = '0190a0b0-0000-7000-8000-0000000000a1';
export const REQUEST_ID = '0190a0b0-0000-7000-8000-0000000000b1';
export const ALL_DIRECT = { edit: 'direct', deactivate: 'direct', delete: 'direct', resetPassword: true } as const;
export const ALL_REQUEST = { edit: 'request', deactivate: 'request', delete: 'request', resetPassword: false } as const;
export const NOTHING = { edit: 'no', deactivate: 'no', delete: 'no', resetPassword: false } as const;

/** A ward admin of Ipodo, whom the reader may change at once, unless said otherwise. */
export function userOf(change: Partial<UserDraft> = {}): UserDraft {
  return {
    id: USER_ID,
    name: 'Bola Ade',
    firstName: 'Bola',
    lastName: 'Ade',
    phone: '+2348031110001',
    email: null,
    role: 'ward_admin',
    status: 'ACTIVE',
    region: null,
    state: null,
    lga: null,
    ward: null,
    pollingUnit: null,
    assignedRegion: 'South West',
    assignedState: 'Lagos',
    assignedLga: 'Ikeja',
    assignedWard: 'Ipodo',
    assignedPollingUnit: null,
    assignment: placeOf('24-11-05'),
    personalLocation: null,
    profilePictureUrl: null,
    lastLogin: null,
    createdAt: '2026-01-02T10:00:00.000Z',
    updatedAt: '2026-02-03T10:00:00.000Z',
    is2faEnabled: false,
    pendingRequest: null,
    can: ALL_DIRECT,
    invite: null,
    sheetsChecked: null,
    roles: ['ward_admin', 'lga_admin', 'polling_unit_officer'],
    ...change,
  };
}

export function summaryOf(
  can: Partial<z.input<typeof UserSummary>['can']> = {},
  secondPerson: z.input<typeof UserSummary>['secondPerson'] = null,
): z.input<typeof UserSummary> {
  return {
    scope: { description: 'National scope: the whole of Nigeria', areas: [placeOf('NG')] },
    totalUsers: 1041,
    byRole: [
      { role: 'ward_admin', count: 900 },
      { role: 'lga_admin', count: 141 },
    ],
    byRegion: [{ id: at('SW'), name: 'South West', count: 1041 }],
    byState: [{ id: at('24'), name: 'Lagos', count: 1041 }],
    can: {
      create: 'direct',
      request: false,
      import: false,
      roles: ['ward_admin', 'lga_admin', 'national_admin'],
      importRoles: [],
      ...can,
    },
    secondPerson,
  };
}

/** Answers of the server around a page of people. */
export function peopleServer(
  role: Role,
  options: { users?: UserDraft[]; total?: number; summary?: z.input<typeof UserSummary> } = {},
): Parameters<typeof serve>[0] {
  const { users = [userOf()], total = users.length, summary = summaryOf() } = options;
  return {
    'GET /auth/me': () => ok(Me, meOf(role)),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /users': () => ok(UserList, { users, total, inScope: 1041 }),
    'GET /users/summary': () => ok(UserSummary, summary),
    ...Object.fromEntries(users.map((user) => [`GET /users/${user.id}`, () => ok(UserDetail, user)])),
    ...Object.fromEntries(
      Object.keys(NAMES).map((code) => [`GET /locations/${at(code)}`, () => ok(Location, locationOf(code))]),
    ),
    'GET /locations': ({ query }) => {
      const locations = Object.keys(NAMES)
        .map(locationOf)
        .filter(({ type, parentId }) => {
          const parent = query.get('parentId');
          return type === query.get('type') && (parent === null || parent === String(parentId));
        });
      return ok(LocationList, { locations, total: locations.length });
    },
  };
}
