import { ENDPOINTS } from '@ec/contract/endpoints';
import { decideAccess, menuFor } from '@ec/contract/permissions/decide-access';
import { DEFAULT_LEVELS } from '@ec/contract/permissions/default-levels';
import { ROLE_IDS, type Role } from '@ec/contract/permissions/roles';
import { ROUTES } from '@ec/contract/permissions/pages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API, CONSOLE, OFFICERS } from './access-table.ts';
import { createWard, place, setElectionMode } from './builders.ts';
import { type Client, type TestApp, testApp } from './harness.ts';

/** What a person may do as often as they like although it leaves entries. */
const UNLIMITED = ['POST /results'];
const OWN_CHOICES = [
  'PUT /auth/preferences',
  'PUT /auth/saved-views',
  'DELETE /auth/sessions/:id',
  'POST /auth/sessions/end-others',
  'PUT /chat/channels/:id/mute',
  'PATCH /notifications/preferences',
];
const UPLOADS = ['POST /uploads', 'HEAD /uploads/:id', 'PATCH /uploads/:id', 'DELETE /uploads/:id'];
/** Calls that change no more than what the caller has seen or still sends. */
const UNAUDITED = ['POST /chat/channels/:id/read', ...UPLOADS];
/** Calls that ask with a body and change nothing. */
const ASKING = ['POST /announcements/reach', 'POST /unusual/trial'];
const GATES = [
  'ROLE_DENIED',
  'MODULE_DENIED',
  'LEVEL_DENIED',
  'ELECTION_MODE_REQUIRED',
  'TRANSCRIBER_REQUIRED',
  'UNAUTHENTICATED',
];
describe('pages and menu', () => {
  it('are those of the table, no more and no fewer', () => {
    expect(ROUTES.map((route) => route.path).sort()).toEqual(Object.keys(CONSOLE).sort());
  });

  it.each(ROLE_IDS.flatMap((role) => ROUTES.map((route) => [role, route.path] as const)))('%s on %s', (role, path) => {
    const route = ROUTES.find((candidate) => candidate.path === path);
    const subject = { role, levels: DEFAULT_LEVELS[role], electionMode: true, privileges: null };
    expect(decideAccess(subject, route ?? {}).allowed).toBe(CONSOLE[path]?.opens.includes(role));
    expect(menuFor(subject).some((item) => item.path === path)).toBe(CONSOLE[path]?.menu.includes(role));
  });

  it('are closed by election mode where they need it, for every role that may open them', () => {
    const gated = ROUTES.filter((route) => {
      const role = CONSOLE[route.path]?.opens[0] ?? 'super_admin';
      const subject = { role, electionMode: false, privileges: null };
      const decision = decideAccess({ ...subject, levels: DEFAULT_LEVELS[role] }, route);
      return !decision.allowed && decision.reason === 'election_mode';
    });
    expect(gated.map((route) => route.path)).toEqual(['/live-results', '/submit-results', '/situation-room']);
  });
});

describe('calls', () => {
  let test: TestApp;
  let clients: Map<Role, Client>;

  beforeAll(async () => {
    test = await testApp();
    await setElectionMode(test.database.db, true);
    const { ward, units } = await createWard(test.database.db, 1);
    const areas: Partial<Record<Role, string>> = {
      regional_admin: 'SW',
      state_admin: '24',
      lga_admin: '24-11',
      grassroot_admin: '24',
      grassroot_moderator: '24-11',
    };
    const unit = units[0] ?? ward;
    const areaOf = (role: Role) =>
      role === 'ward_admin' ? ward : OFFICERS.includes(role) ? unit : place(areas[role] ?? 'NG');
    clients = new Map(
      await Promise.all(ROLE_IDS.map(async (role) => [role, await test.as(role, areaOf(role))] as const)),
    );
  });
  afterAll(() => test.close());

  it("are those of the table and the contract's endpoints, each added once, with a declared need", () => {
    const calls = test.app.router.routes.map((route) => `${route.method} ${route.path}`).sort();
    expect(calls).toEqual(Object.keys(API).sort());
    expect(calls).toEqual(Object.keys(ENDPOINTS).sort());
    for (const route of test.app.router.routes) expect(route.access, route.path).toBeDefined();
  });

  it("that write all name their audit event, but for people's own bookkeeping", () => {
    const silent = test.app.router.routes.filter(
      (route) => route.method !== 'GET' && !route.audit?.length && !ASKING.includes(`${route.method} ${route.path}`),
    );
    expect(silent.map((route) => `${route.method} ${route.path}`)).toEqual(UNAUDITED);
    for (const route of silent) expect(route.unaudited, route.path).not.toBeNull();
  });

  it('that leave audit entries are limited for each person, or say why not', () => {
    const audited = test.app.router.routes.filter(
      ({ access, audit }) => access !== 'public' && access !== 'wall' && audit !== null,
    );
    const unlimited = audited.filter(({ perMinute }) => perMinute?.person === undefined);
    expect(unlimited.map(({ method, path }) => `${method} ${path}`)).toEqual(UNLIMITED);
    for (const { unlimited: reason, path } of unlimited) expect(reason, path).not.toBeNull();
    for (const { perMinute, path } of audited) expect(perMinute?.person ?? 0, path).toBeLessThanOrEqual(600);
  });

  it.each(OWN_CHOICES)('%s, which a person may toggle for ever, is limited more closely', (call) => {
    const route = test.app.router.routes.find(({ method, path }) => `${method} ${path}` === call);
    expect(route?.perMinute?.person).toBeLessThanOrEqual(20);
  });

  it.each(Object.keys(API))('%s: each role as the table says, and no caller without a session', async (call) => {
    const [method = 'GET', path = ''] = call.split(' ');
    const expected = API[call] ?? [];
    const url = path.replace(':id', path.startsWith('/locations') ? '24' : '0190aaaa-0000-7000-8000-000000000000');
    const send = async (client: Pick<Client, 'send'>) =>
      await client.send({ method: method, url: `/api${url}`, ...(method !== 'GET' && { payload: {} }) });
    if (expected === 'public') {
      // Signing out needs no right, but a session to sign out of.
      expect((await send(test.anonymous)).status === 401).toBe(path === '/auth/logout');
      return;
    }
    expect((await send(test.anonymous)).status).toBe(401);
    if (expected === 'wall') {
      for (const [role, client] of clients) expect((await send(client)).status, role).toBe(401);
      return;
    }
    const outcome: string[] = [];
    for (const [role, client] of clients) {
      const reply = await send(client);
      if (reply.status !== 403 || !(method === 'HEAD' || GATES.includes(reply.code ?? ''))) outcome.push(role);
    }
    expect(outcome.sort()).toEqual([...expected].sort());
  });
});
