import { type Moderator, ModeratorList } from '@ec/contract/moderators/schemas';
import { type AllowedArea, flags, type Privilege, type Privileges } from '@ec/contract/permissions/privileges';
import { signedInOnDevice } from './people.ts';
import { renderConsole } from './render.tsx';
import { ok, serve } from './server.ts';
import { peopleServer, placeOf } from './users.ts';

type Handlers = Parameters<typeof serve>[0];

export const MODERATOR_ID = '0190a0b0-0000-7000-8000-0000000000c1';

export function areaOf(code: string): AllowedArea {
  const { id, type, name } = placeOf(code);
  return { id, type, name, code };
}

/** A grant of the named privileges. */
export function granted(ids: readonly Privilege[], change: Partial<Privileges> = {}): Privileges {
  return {
    ...flags((id) => ids.includes(id)),
    allowedRegions: [],
    allowedStates: [],
    allowedLGAs: [],
    allowedWards: [],
    canManageRoles: [],
    validUntil: null,
    expired: false,
    needsReview: false,
    ...change,
  };
}

/** A global moderator who has all that the role has, unless said otherwise. */
export function moderatorOf(change: Partial<Moderator> = {}): Moderator {
  return {
    id: MODERATOR_ID as Moderator['id'],
    name: 'Ngozi Eze',
    phone: '+2348031110002',
    email: 'ngozi@example.org',
    firstName: 'Ngozi',
    lastName: 'Eze',
    role: 'global_moderator',
    status: 'ACTIVE',
    region: null,
    state: null,
    lga: null,
    ward: null,
    pollingUnit: null,
    assignment: placeOf('NG'),
    createdAt: '2026-01-02T10:00:00.000Z',
    lastLogin: null,
    profilePictureUrl: null,
    privileges: null,
    ...change,
  };
}

const STATS = { totalModerators: 44, active: 41, globalModerators: 3, regionalAdmins: 6 };

export const moderatorList = (moderators: Moderator[], total = moderators.length) =>
  ok(ModeratorList, { moderators, total, stats: STATS });

/** A page of the super admin, and what was sent from it. */
export function openModerators(at: string, moderators: Moderator[] = [moderatorOf()], more: Handlers = {}) {
  signedInOnDevice();
  const calls = serve({
    ...peopleServer('super_admin'),
    'GET /moderators': () => moderatorList(moderators),
    ...more,
  });
  const opened = renderConsole(at);
  const sent = (method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);
  return { calls, sent, ...opened };
}
