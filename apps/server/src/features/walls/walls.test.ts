import { randomUUID } from 'node:crypto';
import { MAX_WALLS, type StartedWall, type Wall, type WallScreen } from '@ec/contract/walls/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { auditOf, createAccount, setSecurity, signedIn } from '../../../test/credentials.ts';
import { type Client, ELECTION_NIGHT, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { EVERYTHING, narrow, narrowed } from '../../../test/moderators.ts';

let test: TestApp;
let moderator: Client;

beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.clock.set(ELECTION_NIGHT);
  await test.database.db.deleteFrom('role_permissions').execute();
  await switchMode(true);
  moderator = await test.as('global_moderator', place('NG'));
});

async function switchMode(on: boolean): Promise<void> {
  await setElectionMode(test.database.db, on);
  test.app.platform.organisation.invalidate();
}
async function start(client: Client, hours = 12, name = 'Hall screen'): Promise<StartedWall> {
  const reply = await client.post('/situation-room/walls', { name, hours });
  expect(reply.status, reply.text).toBe(201);
  return reply.json<StartedWall>('data');
}
const bearing = (token: string) => ({ authorization: `Bearer ${token}` });
const look = (token: string): Promise<Reply> =>
  test.anonymous.send({ method: 'GET', url: '/api/wall', headers: bearing(token) });
const walls = async (client: Client) => (await client.get('/situation-room/walls')).json<Wall[]>('data.walls');
const idsOf = (list: readonly Wall[]) => list.map(({ id }) => id);

async function expectEnded(token: string): Promise<void> {
  const reply = await look(token);
  expect([reply.status, reply.code]).toEqual([401, 'WALL_ENDED']);
  expect(reply.json()).not.toHaveProperty('data');
}

describe('starting a screen', () => {
  it('answers its token once; only its hash is stored, and the audit log names the user who started it', async () => {
    const wall = await start(moderator, 24);
    expect(wall).toMatchObject({
      name: 'Hall screen',
      startedBy: moderator.person.name,
      startedAt: '2027-02-20T18:00:00.000Z',
      expiresAt: '2027-02-21T18:00:00.000Z',
      lastSeenAt: null,
    });
    expect(wall.token).toMatch(/^wall_[\w-]{43}$/);
    expect(await auditOf(test, wall.id)).toEqual(['wall.started']);
    const rows = await test.database.db.selectFrom('wall_screens').selectAll().where('id', '=', wall.id).execute();
    expect(JSON.stringify(rows)).not.toContain(wall.token.slice(5));
    const audit = await test.database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('resource_id', '=', wall.id)
      .execute();
    expect(JSON.stringify(audit)).not.toContain(wall.token.slice(5));
    expect((await moderator.get('/situation-room/walls')).text).not.toContain(wall.token);
  });

  it('says everything that is wrong with what was asked', async () => {
    const reply = await moderator.post('/situation-room/walls', { name: ' ', hours: 13 });
    expect(reply.status).toBe(400);
    expect(
      reply
        .json<{ path: string }[]>('fields')
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['hours', 'name']);
  });

  it('is possible twenty times at most, also where all are started at once; an ended one makes room', async () => {
    const replies = await Promise.all(
      Array.from({ length: MAX_WALLS + 4 }, () => moderator.post('/situation-room/walls', { name: 'Wall', hours: 12 })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(MAX_WALLS);
    expect(replies.filter(({ code }) => code === 'WALL_LIMIT')).toHaveLength(4);
    const [first] = await walls(moderator);
    await moderator.delete(`/situation-room/walls/${first?.id}`);
    await start(moderator);
  });
});

describe('the token', () => {
  it('opens the screen and no other call of the API, not even what is public', async () => {
    const { token } = await start(await test.as('super_admin', place('NG')));
    expect((await look(token)).status).toBe(200);
    const others = test.app.router.routes.filter(({ path }) => path !== '/wall');
    expect(others.length).toBeGreaterThan(80);
    for (const { method, path } of others) {
      const url = `/api${path.replaceAll(/:\w+/g, randomUUID())}`;
      const payload = method === 'GET' ? {} : { payload: {} };
      const reply = await test.anonymous.send({ method, url, headers: bearing(token), ...payload });
      // An answer to HEAD has no words.
      const code = method === 'HEAD' ? undefined : 'WALL_ONLY';
      expect([reply.status, reply.code], `${method} ${path}`).toEqual([403, code]);
    }
  });

  it('shows the election that is asked for, where its starter may see it', async () => {
    const { token } = await start(moderator);
    const [first, second] = [await createElection(test.database.db), await createElection(test.database.db)];
    const shown = async (election: string) => {
      const url = `/api/wall?electionId=${election}`;
      const reply = await test.anonymous.send({ method: 'GET', url, headers: bearing(token) });
      return reply.status === 200 ? reply.json<WallScreen>('data').room?.election?.id : reply.code;
    };
    expect([await shown(first), await shown(second)]).toEqual([first, second]);
    expect(await shown(randomUUID())).toBe('ELECTION_NOT_FOUND');
    expect((await look(token)).status).toBe(200);
  });

  it('is a secret of its own: none, a made-up one and a person’s open no screen', async () => {
    expect((await test.anonymous.get('/wall')).status).toBe(401);
    expect([(await look(moderator.token)).status, (await look(moderator.token)).code]).toEqual([
      401,
      'UNAUTHENTICATED',
    ]);
    await expectEnded(`wall_${'x'.repeat(43)}`);
    // A truncated or extended copy of the token.
    for (const token of ['wall_', `wall_${'x'.repeat(42)}`, `wall_${'x'.repeat(44)}`]) await expectEnded(token);
  });
});

describe('a screen ends at once', () => {
  it('when a user ends it', async () => {
    const wall = await start(moderator);
    expect((await look(wall.token)).status).toBe(200);
    expect((await moderator.delete(`/situation-room/walls/${wall.id}`)).status).toBe(200);
    await expectEnded(wall.token);
    expect(await auditOf(test, wall.id)).toEqual(['wall.started', 'wall.ended']);
    expect((await moderator.delete(`/situation-room/walls/${wall.id}`)).status).toBe(404);
  });

  it('when its time is over, and not before, also while no user signs in', async () => {
    const wall = await start(moderator);
    test.clock.advance(12 * 60 - 1);
    expect((await look(wall.token)).status).toBe(200);
    expect((await moderator.get('/auth/me')).status).toBe(401);
    test.clock.advance(1);
    await expectEnded(wall.token);
    const again = await test.signIn(moderator.person);
    expect(await walls(again)).toEqual([]);
    expect((await again.delete(`/situation-room/walls/${wall.id}`)).status).toBe(404);
  });

  it('when the user who started it is deactivated', async () => {
    const wall = await start(moderator);
    const superAdmin = await test.as('super_admin', place('NG'));
    const reply = await superAdmin.post(`/moderators/${moderator.person.id}/deactivate`, { reason: 'Left' });
    expect(reply.status, reply.text).toBe(200);
    await expectEnded(wall.token);
    expect(idsOf(await walls(superAdmin))).not.toContain(wall.id);
  });

  it('for good: its token stays invalid when its starter is back', async () => {
    const superAdmin = await test.as('super_admin', place('NG'));
    const ended = await start(moderator, 72);
    const { id } = moderator.person;
    expect((await superAdmin.post(`/moderators/${id}/deactivate`, { reason: 'Phone lost' })).status).toBe(200);
    expect((await superAdmin.put(`/users/${id}`, { status: 'ACTIVE' })).status).toBe(200);
    await expectEnded(ended.token);

    const back = await test.signIn(moderator.person);
    const [stolen, others] = [await start(back, 72), await start(superAdmin, 72)];
    const reset = { userId: id, newPassword: 'a-new-password-9' };
    expect((await superAdmin.post('/auth/admin-reset-password', reset)).status).toBe(200);
    await test.database.db.updateTable('users').set({ must_change_password: false }).where('id', '=', id).execute();
    await expectEnded(stolen.token);
    expect((await look(others.token)).status).toBe(200);
  });

  it('when their role may not see the room any more', async () => {
    const wall = await start(moderator);
    await test.database.db
      .insertInto('role_permissions')
      .values({ role: 'global_moderator', module: 'live_results', level: 'none' })
      .execute();
    test.app.platform.organisation.invalidate();
    await expectEnded(wall.token);
  });

  it.each([
    ['they have another role', { role: 'state_admin', area_id: place('24') }],
    ['they have no area', { area_id: null }],
    ['they were deleted', { status: 'DELETED' }],
    ['they must change their password', { must_change_password: true }],
  ] as const)('when %s', async (_, change) => {
    const wall = await start(moderator);
    expect((await look(wall.token)).status).toBe(200);
    await test.database.db.updateTable('users').set(change).where('id', '=', moderator.person.id).execute();
    await expectEnded(wall.token);
  });

  it('but not when they sign in elsewhere, which ends the session that they started it in', async () => {
    await setSecurity(test, { require2FA: false });
    const person = await createAccount(test, { role: 'national_admin', area: place('NG') });
    const first = await test.signIn(person);
    const wall = await start(first);
    await signedIn(test, person);
    expect((await first.get('/auth/me')).code).toBe('SESSION_ENDED');
    expect((await look(wall.token)).status).toBe(200);
  });

  it('but not when they log out, nor when election mode is switched off', async () => {
    const wall = await start(moderator);
    await moderator.post('/auth/logout');
    expect((await moderator.get('/auth/me')).status).toBe(401);
    await switchMode(false);
    const reply = await look(wall.token);
    expect(reply.status).toBe(200);
    expect(reply.json<WallScreen>('data')).toMatchObject({ electionMode: false, room: null, name: 'Hall screen' });
    await switchMode(true);
    expect((await look(wall.token)).json<WallScreen>('data').room).not.toBeNull();
  });
});

describe('the list', () => {
  it('has one’s own screens; the national office sees and ends all', async () => {
    const other = await test.as('global_moderator', place('NG'));
    const [mine, theirs] = [await start(moderator, 12, 'Mine'), await start(other, 72, 'Theirs')];
    expect(idsOf(await walls(moderator))).toEqual([mine.id]);
    expect((await moderator.delete(`/situation-room/walls/${theirs.id}`)).status).toBe(404);
    expect((await look(theirs.token)).status).toBe(200);
    for (const role of ['super_admin', 'national_admin'] as const) {
      const office = await test.as(role, place('NG'));
      expect(idsOf(await walls(office))).toEqual(expect.arrayContaining([mine.id, theirs.id]));
    }
    const admin = await test.as('national_admin', place('NG'));
    expect((await admin.delete(`/situation-room/walls/${theirs.id}`)).status).toBe(200);
    await expectEnded(theirs.token);
  });

  it('says when a screen last asked, to the minute', async () => {
    const wall = await start(moderator);
    const seen = async () => (await walls(moderator)).find(({ id }) => id === wall.id)?.lastSeenAt;
    expect(await seen()).toBeNull();
    await look(wall.token);
    expect(await seen()).toBe('2027-02-20T18:00:00.000Z');
    test.clock.set(new Date('2027-02-20T18:00:30Z'));
    await look(wall.token);
    expect(await seen()).toBe('2027-02-20T18:00:00.000Z');
    test.clock.set(new Date('2027-02-20T18:01:00Z'));
    await look(wall.token);
    expect(await seen()).toBe('2027-02-20T18:01:00.000Z');
  });
});

describe('what a screen shows', () => {
  it('is the room as its starter sees it at present, without phones, reasons and names of people', async () => {
    const election = await createElection(test.database.db);
    const { ward, units } = await createWard(test.database.db, 2);
    const [unit = ward] = units;
    const officer = await test.as('polling_unit_officer', unit);
    const sent = await officer.post('/results', sheet(election, unit), { 'idempotency-key': 'wall-1' });
    const admin = await test.as('ward_admin', ward);
    const id = sent.json<string>('data.id');
    expect((await admin.post(`/results/${id}/dispute`, { version: 1, reason: 'Mrs Okafor saw it' })).status).toBe(200);
    const { token } = await start(moderator);
    await vi.waitFor(
      async () => {
        const reply = await look(token);
        const { room, system } = reply.json<WallScreen>('data');
        expect(room?.disputes).toMatchObject({ open: 1, newest: [{ reason: null, state: 'Lagos' }] });
        expect(room?.states).toHaveLength(37);
        expect(room?.feed).toHaveLength(1);
        expect(system).toMatchObject({ timezone: 'Africa/Lagos', rehearsal: false });
        for (const person of [officer.person, admin.person, moderator.person]) {
          expect(reply.text).not.toContain(person.phone.slice(4));
          expect(reply.text).not.toContain(person.name);
          expect(reply.text).not.toContain(person.id);
        }
        expect(reply.text).not.toContain('Okafor');
      },
      { timeout: 5000, interval: 50 },
    );
  });

  it('of a narrowed moderator is their areas, and follows when these change', async () => {
    await createElection(test.database.db);
    const reader = await narrowed(test, { ...EVERYTHING, allowedStates: ['24'] });
    const { token } = await start(reader);
    const states = async () => (await look(token)).json<WallScreen>('data').room?.states.map(({ area }) => area.code);
    expect(await states()).toEqual(['24']);
    await narrow(test, reader, { ...EVERYTHING, allowedStates: ['19', '37'] });
    expect(await states()).toEqual(['19', '37']);
  });
});
