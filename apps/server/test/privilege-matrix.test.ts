import { privilegesNeeded } from '@ec/contract/permissions/decide-access';
import {
  flags,
  MODERATOR_ROLES,
  type ModeratorRole,
  type Privilege,
  PRIVILEGE_IDS,
} from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteAccess } from '../src/platform/http/identify.ts';
import { place, setElectionMode } from './builders.ts';
import { type Client, type Reply, type TestApp, testApp } from './harness.ts';
import { narrow, narrowed } from './moderators.ts';
import { CALLS, type Opens } from './privilege-table.ts';

/** Calls that change no more than what the caller has read or hears of, and so need no privilege that names them. */
const OWN_MARKS = [
  'PATCH /announcements/:id/read',
  'PATCH /alerts/:id/read',
  'POST /alerts/read-all',
  'POST /chat/channels/:id/read',
  'PUT /chat/channels/:id/mute',
];

const UNKNOWN_ID = '0190aaaa-0000-7000-8000-000000000000';
const GATES = ['ROLE_DENIED', 'MODULE_DENIED', 'LEVEL_DENIED', 'PRIVILEGE_DENIED', 'NO_PRIVILEGES'];
const AREAS = { global_moderator: 'NG', regional_admin: 'SW', state_admin: '24' } as const;
const REASONS = {
  withdrawn: 'no privilege is granted to you',
  over: 'the time of your privileges is over',
  no_area: 'your privileges name no place inside your area',
} as const;

let test: TestApp;
/** One moderator a role, narrowed again for each call: there is one office of each state and region. */
const moderators = new Map<ModeratorRole, Client>();

async function moderator(role: ModeratorRole, isGranted: (id: Privilege) => boolean): Promise<Client> {
  const client = moderators.get(role) ?? (await test.as(role, place(AREAS[role])));
  moderators.set(role, client);
  await narrow(test, client, flags(isGranted));
  return client;
}

/** A global moderator whose privileges have lapsed in the given way, though they were once everything. */
async function lapsed(how: keyof typeof REASONS): Promise<Client> {
  if (how === 'withdrawn')
    return await narrowed(
      test,
      flags(() => false),
    );
  if (how === 'over') {
    const validUntil = new Date(test.clock.now().getTime() + 60_000).toISOString();
    const moderator = await narrowed(test, { ...flags(() => true), validUntil });
    test.clock.advance(2);
    return moderator;
  }
  const moderator = await narrowed(
    test,
    { ...flags(() => true), allowedStates: ['01'] },
    'regional_admin',
    place('SE'),
  );
  const moved = { area_id: place('NW') };
  await test.database.db.updateTable('users').set(moved).where('id', '=', moderator.person.id).execute();
  test.app.platform.sessions.forget(moderator.person.id);
  return moderator;
}

function call(name: string, client: Pick<Client, 'send'>): Promise<Reply> {
  const [method = 'GET', path = ''] = name.split(' ');
  const url = path.replace(':id', path.startsWith('/locations') ? '24' : UNKNOWN_ID).replace(':userId', UNKNOWN_ID);
  return client.send({ method, url: `/api${url}`, ...(method !== 'GET' && { payload: {} }) });
}

const gateOf = ({ status, code }: Reply) => (status === 403 && GATES.includes(code ?? '') ? code : 'open');
const needed = (opens: Opens): readonly Privilege[] =>
  Array.isArray(opens) ? opens : PRIVILEGE_IDS.filter((id) => id === opens);

function declared(access: RouteAccess | undefined): Opens {
  if (access === 'public' || access === 'wall') return access;
  if (access === 'signed-in' || access?.own) return 'own';
  if (access?.transcriber) return 'transcribers';
  const admits = (roles: readonly Role[]) => MODERATOR_ROLES.some((role) => roles.includes(role));
  if (access?.roles !== undefined && access.roles !== 'any' && !admits(access.roles)) return 'closed';
  const privileges = privilegesNeeded(access ?? {});
  return privileges.length === 0 ? 'any' : privileges.length === 1 ? (privileges[0] ?? 'any') : privileges;
}

/** The roles of moderators that the call is open to at all. */
function rolesOf(name: string): ModeratorRole[] {
  const route = test.app.router.routes.find(({ method, path }) => `${method} ${path}` === name);
  const roles = typeof route?.access === 'object' ? route.access.roles : 'any';
  return MODERATOR_ROLES.filter((role) => !roles || roles === 'any' || roles.includes(role));
}

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
});
afterAll(() => test.close());

describe('the table of calls and privileges', () => {
  it('has every call, as its route declares it', () => {
    const routes = test.app.router.routes.map(({ method, path, access }) => [`${method} ${path}`, declared(access)]);
    expect(Object.fromEntries(routes)).toEqual(CALLS);
  });

  it('names a privilege for each call that changes something for others', () => {
    const unnamed = Object.entries(CALLS).filter(([name, opens]) => opens === 'any' && !name.startsWith('GET '));
    expect(unnamed.map(([name]) => name).toSorted()).toEqual(OWN_MARKS.toSorted());
  });

  it('opens something by every privilege', () => {
    expect(new Set(Object.values(CALLS).flatMap(needed))).toEqual(new Set(PRIVILEGE_IDS));
  });
});

describe.each(Object.keys(REASONS) as (keyof typeof REASONS)[])('a moderator whose privileges are %s', (how) => {
  it('is refused every call but those of their own account, and is answered why', async () => {
    const client = await lapsed(how);
    // The calls that end sessions or use up attempts come last, so that the others are made while signed in.
    const names = Object.keys(CALLS).toSorted((a, b) => Number(a.includes('/auth/')) - Number(b.includes('/auth/')));
    const outcome: Record<string, string | undefined> = {};
    for (const name of names) {
      const opens = CALLS[name];
      if (opens === 'public' || opens === 'wall') continue;
      const reply = await call(name, client);
      // An answer to HEAD has no words.
      const wordless = name.startsWith('HEAD ') && reply.status === 403;
      outcome[name] = wordless ? 'NO_PRIVILEGES' : gateOf(reply);
      if (opens === 'own' || wordless) continue;
      expect(reply.json('details'), name).toEqual({ reason: REASONS[how] });
      expect(reply.json<string>('error'), name).toContain('Ask the super admin');
    }
    const expected = names.filter((name) => CALLS[name] !== 'public' && CALLS[name] !== 'wall');
    expect(outcome).toEqual(
      Object.fromEntries(expected.map((name) => [name, CALLS[name] === 'own' ? 'open' : 'NO_PRIVILEGES'])),
    );
    expect((await client.get('/auth/me')).json('data.privileges')).toMatchObject({ lapse: how, areas: [] });
    expect((await client.get('/auth/me')).json('data.user.scope')).toBeNull();
  });
});

const PRIVILEGED = Object.entries(CALLS).filter(([, opens]) => needed(opens).length > 0);

describe('a call that a privilege opens', () => {
  it.each(PRIVILEGED)('%s is closed with all other privileges, and open with one of them: %s', async (name, opens) => {
    const privileges = needed(opens);
    for (const role of rolesOf(name)) {
      const without = await moderator(role, (id) => !privileges.includes(id));
      expect(gateOf(await call(name, without)), `${role} without`).toBe('PRIVILEGE_DENIED');
      for (const privilege of privileges) {
        const holder = await moderator(role, (id) => id === privilege);
        const lapse = (await holder.get('/auth/me')).json('data.privileges.lapse');
        expect(gateOf(await call(name, holder)), `${role} with ${privilege}`).toBe(
          lapse === null ? 'open' : 'NO_PRIVILEGES',
        );
      }
    }
  });
});

describe('a call without a privilege of its own', () => {
  it('is open with any one of them', async () => {
    const client = await moderator('global_moderator', (id) => id === 'canViewReports');
    const names = Object.keys(CALLS).filter((name) => CALLS[name] === 'any');
    for (const name of names) expect(gateOf(await call(name, client)), name).toBe('open');
  });
});
