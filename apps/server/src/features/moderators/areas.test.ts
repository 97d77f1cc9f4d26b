import type { LocationId } from '@ec/contract/geography/location-id';
import { NATION } from '@ec/contract/geography/location-id';
import { type EffectivePrivileges, flags, type PrivilegesRequest } from '@ec/contract/permissions/privileges';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createElection,
  createPerson,
  createWard,
  nextPhone,
  type Person,
  place,
  setElectionMode,
  sheet,
} from '../../../test/builders.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { narrow, narrowed } from '../../../test/moderators.ts';

const BECAUSE = 'The office has been empty for a month.';
const LAGOS = place('24');
const OGUN = place('27');
const KANO = place('20');

let test: TestApp;
/** Narrowed to Lagos and Ogun with everything granted. */
let moderator: Client;
let inLagos: { ward: LocationId; units: LocationId[] };
let inKano: { ward: LocationId; units: LocationId[] };

const grant = (changes: Partial<PrivilegesRequest> = {}): Partial<PrivilegesRequest> => ({
  ...flags(() => true),
  allowedStates: ['24', '27'],
  canManageRoles: ['state_admin', 'lga_admin', 'ward_admin', 'polling_unit_officer'],
  ...changes,
});

beforeAll(async () => {
  test = await testApp();
  const { db } = test.database;
  await setElectionMode(db, true);
  inLagos = await createWard(db, 2, place('24-11'));
  inKano = await createWard(db, 2, place('20-01'));
  moderator = await narrowed(test, grant());
});
afterAll(() => test.close());

const wardAdmin = (ward: LocationId): Promise<Person> =>
  createPerson(test.database.db, { role: 'ward_admin', area: ward });
const freshWard = async (lga: string) => (await createWard(test.database.db, 1, place(lga))).ward;
const refusal = (reply: Reply) => [reply.status, reply.code];

describe('users of a moderator who is narrowed to two states', () => {
  it('are listed, counted and opened inside both and nowhere else', async () => {
    const [lagos, ogun, kano] = await Promise.all(
      ['24-02', '27-01', '20-02'].map(async (lga) => await wardAdmin(await freshWard(lga))),
    );
    const list = await moderator.get('/users?pageSize=1000');
    const found = list.json<{ id: string }[]>('data.users').map(({ id }) => id);
    expect(found).toEqual(expect.arrayContaining([lagos?.id, ogun?.id]));
    expect(found).not.toContain(kano?.id);
    expect(list.json('data.inScope')).toBe(found.length);
    expect((await moderator.get('/users?stateId=20')).status).toBe(404);
    expect((await moderator.get(`/users?stateId=27`)).json('data.total')).toBe(1);
    expect((await moderator.get(`/users/${ogun?.id}`)).status).toBe(200);
    expect((await moderator.get(`/users/${kano?.id}`)).status).toBe(404);
    const summary = (await moderator.get('/users/summary')).json<{ byState: { name: string }[] }>('data');
    expect(summary.byState.map(({ name }) => name)).toEqual(['Lagos', 'Ogun']);
  });

  it('are changed, deleted and given passwords inside and nowhere else', async () => {
    const [inside, outside] = [await wardAdmin(await freshWard('27-01')), await wardAdmin(await freshWard('20-01'))];
    const put = (id: string) => moderator.put(`/users/${id}`, { name: 'A New Name', justification: BECAUSE });
    expect([(await put(inside.id)).status, (await put(outside.id)).status]).toEqual([202, 404]);
    const [other, far] = [await wardAdmin(await freshWard('24-11')), await wardAdmin(await freshWard('20-01'))];
    const remove = (id: string) => moderator.delete(`/users/${id}`, { justification: BECAUSE });
    expect([(await remove(other.id)).status, (await remove(far.id)).status]).toEqual([202, 404]);
    const reset = (userId: string) =>
      moderator.post('/auth/admin-reset-password', { userId, newPassword: 'okra-soup-10' });
    expect([(await reset(inside.id)).status, (await reset(far.id)).status]).toEqual([200, 404]);
  });

  it('limit requests to their places, also a request that moves a user out', async () => {
    const create = async (lga: string) => {
      const state = lga.slice(0, 2);
      const places = { assignedState: state, assignedLga: lga, assignedWard: String(await freshWard(lga)) };
      const person = { name: 'Ada Obi', phone: nextPhone(), role: 'ward_admin', justification: BECAUSE };
      return await moderator.post('/users', { ...person, ...places });
    };
    expect((await create('24-11')).status).toBe(202);
    expect((await create('27-01')).status).toBe(202);
    expect(refusal(await create('20-01'))).toEqual([404, 'UNKNOWN_LOCATION']);
    const inside = await wardAdmin(await freshWard('24-11'));
    const moved = { assignedState: '20', assignedLga: '20-01', assignedWard: String(await freshWard('20-01')) };
    expect(refusal(await moderator.put(`/users/${inside.id}`, { ...moved, justification: BECAUSE }))).toEqual([
      404,
      'UNKNOWN_LOCATION',
    ]);
  });

  it('have their requests decided inside and nowhere else', async () => {
    const raise = async (lga: string) => {
      const ward = await freshWard(lga);
      const admin = await test.as('ward_admin', ward);
      const officer = await createPerson(test.database.db, {
        role: 'polling_unit_officer',
        area: (ward + 1) as LocationId,
      });
      const body = { targetUserId: officer.id, requestType: 'deactivate', justification: BECAUSE };
      return (await admin.post('/approvals', body)).json<string>('data.id');
    };
    const [inside, outside] = [await raise('27-01'), await raise('20-01')];
    const found = (await moderator.get('/approvals?pageSize=1000')).json<{ id: string }[]>('data.requests');
    expect(found.map(({ id }) => id)).toContain(inside);
    expect(found.map(({ id }) => id)).not.toContain(outside);
    const approve = (id: string) => moderator.post(`/approvals/${id}/approve`, { comment: 'Seen' });
    expect([(await approve(inside)).status, (await approve(outside)).status]).toEqual([200, 404]);
    const bulk = await moderator.post('/approvals/bulk-reject', { requestIds: [outside], comment: 'Not needed' });
    expect(bulk.json('data')).toMatchObject({ done: 0, outcomes: [{ ok: false, code: 'NOT_FOUND' }] });
  });
});

describe('an import by a narrowed moderator', () => {
  const LGA_NAMES = { '24': 'Badagry', '27': 'Ipokia', '20': 'Tarauni' } as const;
  const lines = async (client: Client, state: keyof typeof LGA_NAMES, role = 'lga_admin') =>
    await client.post('/users/import', {
      importText: `Ada Obi, ${nextPhone().replace('+234', '0')}, ${LGA_NAMES[state]}`,
      state,
      role,
    });

  it('stores people inside, of the roles that they may manage, and of no others', async () => {
    expect((await lines(moderator, '24')).status).toBe(201);
    expect((await lines(moderator, '27')).status).toBe(201);
    expect(refusal(await lines(moderator, '20'))).toEqual([404, 'UNKNOWN_LOCATION']);
    const keeper = await narrowed(test, grant({ canManageRoles: ['ward_admin'] }));
    expect(refusal(await lines(keeper, '24'))).toEqual([403, 'ROLE_NOT_ASSIGNABLE']);
    const local = await narrowed(test, grant({ allowedStates: [], allowedLGAs: ['24-11'] }));
    const reply = await lines(local, '24');
    expect([reply.status, reply.code]).toEqual([400, 'IMPORT_INVALID']);
  });
});

describe('what else a narrowed moderator reaches', () => {
  it('elections: creates and changes them inside, and changes none that goes beyond', async () => {
    const body = (...areas: string[]) => ({
      name: 'By-election',
      type: 'state_assembly',
      electionDate: '2027-05-01',
      areas,
    });
    expect((await moderator.post('/elections', body('24', '27-01'))).status).toBe(201);
    for (const areas of [['20'], ['24', '20'], ['SW'], ['NG']]) {
      expect(refusal(await moderator.post('/elections', body(...areas)))).toEqual([403, 'NOT_PERMITTED']);
    }
    const change = async (areas: LocationId[]) => {
      const id = await createElection(test.database.db, { status: 'draft', areas });
      return (await moderator.put(`/elections/${id}`, { name: 'Renamed' })).status;
    };
    expect([await change([LAGOS]), await change([OGUN]), await change([NATION]), await change([KANO])]).toEqual([
      200, 200, 403, 404,
    ]);
    const own = await createElection(test.database.db, { status: 'draft', areas: [LAGOS] });
    expect((await moderator.put(`/elections/${own}`, { areas: ['24', '20'] })).status).toBe(403);
  });

  it('the tree: renames, adds and deletes inside and nowhere else', async () => {
    const rename = (id: string) =>
      moderator.put('/geographical-data/update', { type: 'wards', id, newName: `Ward of ${id}` });
    expect((await rename(String(inLagos.ward))).status).toBe(200);
    expect((await rename(String(inKano.ward))).status).toBe(404);
    const add = (parentId: string) =>
      moderator.post('/geographical-data/add', { type: 'wards', parentId, name: `A ward of ${parentId}` });
    expect([(await add('27-01')).status, (await add('20-01')).status]).toEqual([201, 404]);
    const remove = async (lga: string) => {
      const { ward } = await createWard(test.database.db, 0, place(lga));
      return (await moderator.delete('/geographical-data/delete', { type: 'wards', id: String(ward) })).status;
    };
    expect([await remove('24-11'), await remove('20-01')]).toEqual([200, 404]);
    expect((await moderator.post('/geographical-data/import', {})).status).toBe(404);
    const lists = (await moderator.get('/geographical-data?type=states')).json<{ name: string }[]>('data.states');
    expect(lists.map(({ name }) => name)).toEqual(['Lagos', 'Ogun']);
    const totals = (await moderator.get('/geographical-data?type=states')).json<object>('data.totals');
    expect(totals).toMatchObject({ regions: 0, states: 2, lgas: 40 });
  });

  it('places: lists and opens those inside and no others', async () => {
    const states = (await moderator.get('/locations?type=state')).json<{ code: string }[]>('data.locations');
    expect(states.map(({ code }) => code)).toEqual(['24', '27']);
    expect((await moderator.get('/locations/27-01')).status).toBe(200);
    expect((await moderator.get('/locations/20')).status).toBe(404);
    expect((await moderator.get('/locations/SW')).status).toBe(404);
  });

  it('results: sees and decides on those of both states and no others', async () => {
    const { db } = test.database;
    const election = await createElection(db);
    const inOgun = await createWard(db, 1, place('27-01'));
    const submit = async (unit: LocationId | undefined) => {
      const officer = await test.as('polling_unit_officer', unit ?? NATION);
      const body = sheet(election, unit ?? NATION);
      const reply = await officer.post('/results', body, { 'idempotency-key': `narrowed-${unit}` });
      return reply.json<string>('data.id');
    };
    const [lagos, ogun, kano] = [
      await submit(inLagos.units[0]),
      await submit(inOgun.units[0]),
      await submit(inKano.units[0]),
    ];
    const listed = async (query: string) => {
      const reply = await moderator.get(`/results?electionId=${election}${query}`);
      return reply.status === 200 ? reply.json<{ id: string }[]>('data.results').map(({ id }) => id) : reply.status;
    };
    expect(await listed('&area=24')).toEqual([lagos]);
    expect(await listed('&area=27')).toEqual([ogun]);
    expect(await listed('&area=20')).toBe(404);
    expect(await listed('&area=NG')).toBe(404);
    expect(new Set([await listed('')].flat())).toEqual(new Set([lagos, ogun]));
    const open = async (id: string) => (await moderator.get(`/results/${id}`)).status;
    expect([await open(lagos), await open(ogun), await open(kano)]).toEqual([200, 200, 404]);
    const verify = async (id: string) => (await moderator.post(`/results/${id}/verify`, { version: 1 })).status;
    expect([await verify(lagos), await verify(ogun), await verify(kano)]).toEqual([200, 200, 404]);

    const live = async (area: string) =>
      (await moderator.get(`/live/summary?electionId=${election}&basis=provisional${area}`)).status;
    expect([await live('&area=24'), await live('&area=27'), await live('&area=20'), await live('&area=NG')]).toEqual([
      200, 200, 404, 404,
    ]);
    for (const path of ['/live/areas?', '/live/feed?', '/live/compare?', '/live/export.csv?level=lga&']) {
      const read = async (area: string) => (await moderator.get(`${path}electionId=${election}&area=${area}`)).status;
      expect([await read('24'), await read('27'), await read('20'), await read('NG')], path).toEqual([
        200, 200, 404, 404,
      ]);
    }
    const review = async (area: string) =>
      (await moderator.get(`/results/review?electionId=${election}${area}`)).status;
    expect([await review('&area=27'), await review('&area=20')]).toEqual([200, 404]);
  });
});

describe('the roles that a moderator may manage', () => {
  it('are the only ones that they change, give and decide on', async () => {
    const keeper = await narrowed(test, grant({ canManageRoles: ['ward_admin'] }));
    const put = (id: string, body: object = {}) =>
      keeper.put(`/users/${id}`, { name: 'A New Name', justification: BECAUSE, ...body });
    const managed = await wardAdmin(await freshWard('24-11'));
    const other = await createPerson(test.database.db, { role: 'lga_admin', area: place('24-01') });
    expect((await put(managed.id)).status).toBe(202);
    expect(refusal(await put(other.id))).toEqual([403, 'NOT_BELOW_YOU']);
    const second = await wardAdmin(await freshWard('24-11'));
    expect(refusal(await put(second.id, { role: 'lga_admin' }))).toEqual([403, 'ROLE_NOT_ASSIGNABLE']);
    const create = await keeper.post('/users', {
      name: 'Ada Obi',
      phone: nextPhone(),
      role: 'lga_admin',
      assignedLga: '24-03',
      justification: BECAUSE,
    });
    expect(refusal(create)).toEqual([403, 'ROLE_NOT_ASSIGNABLE']);
    const raiser = await test.as('state_admin', place('24'));
    const asked = await raiser.post('/approvals', {
      targetUserId: other.id,
      requestType: 'deactivate',
      justification: BECAUSE,
    });
    const id = asked.json<string>('data.id');
    expect(refusal(await keeper.post(`/approvals/${id}/approve`, {}))).toEqual([403, 'NOT_YOUR_APPROVAL']);
    expect((await keeper.get('/users/summary')).json('data.can.roles')).toEqual(['ward_admin']);
  });
});

describe('the end of the time', () => {
  it('takes every privilege, role and area away, and leaves their own account', async () => {
    const validUntil = new Date(test.clock.now().getTime() + 5 * 60_000).toISOString();
    const person = await narrowed(test, grant({ allowedStates: ['27'], validUntil }));
    const can = async () => (await person.get('/users/summary')).json('data.can');
    expect(await can()).toMatchObject({ create: 'request', import: true });
    test.clock.advance(6);
    expect(refusal(await person.get('/users/summary'))).toEqual([403, 'NO_PRIVILEGES']);
    expect(refusal(await person.get('/locations?type=state'))).toEqual([403, 'NO_PRIVILEGES']);
    const me = (await person.get('/auth/me')).json<EffectivePrivileges>('data.privileges');
    expect(Object.values(me.granted).some(Boolean)).toBe(false);
    expect([me.lapse, me.canManageRoles, me.areas]).toEqual(['over', [], []]);
  });
});

describe('a narrowed moderator', () => {
  it('cannot widen themselves, nor touch one of their own level', async () => {
    const own = `/moderators/${moderator.person.id}/privileges`;
    expect(refusal(await moderator.put(own, { privileges: null }))).toEqual([403, 'ROLE_DENIED']);
    const peer = await createPerson(test.database.db, { role: 'global_moderator', area: LAGOS });
    for (const id of [moderator.person.id, peer.id]) {
      // A user of the whole nation is outside their area.
      const status = id === peer.id ? 403 : 404;
      expect((await moderator.put(`/users/${id}`, { role: 'state_admin', justification: BECAUSE })).status).toBe(
        status,
      );
      expect((await moderator.delete(`/users/${id}`, { justification: BECAUSE })).status).toBe(status);
      const body = { targetUserId: id, requestType: 'modify', userData: { name: 'X' }, justification: BECAUSE };
      expect((await moderator.post('/approvals', body)).status).toBe(status);
    }
  });

  it('keeps of their areas, when moved, what lies in the new one', async () => {
    const regional = await narrowed(test, grant({ allowedStates: ['24'] }), 'regional_admin', place('SW'));
    const seen = async () => (await regional.get('/locations?type=state')).json<{ code: string }[]>('data.locations');
    expect((await seen()).map(({ code }) => code)).toEqual(['24']);
    const superAdmin = await test.as('super_admin', NATION);
    const moved = await superAdmin.put(`/users/${regional.person.id}`, { assignedRegion: 'SE' });
    expect(moved.status).toBe(200);
    expect(refusal(await regional.get('/users'))).toEqual([403, 'NO_PRIVILEGES']);
    expect(refusal(await regional.get('/locations?type=state'))).toEqual([403, 'NO_PRIVILEGES']);
    await narrow(test, regional, grant({ allowedStates: ['14'], canManageRoles: ['state_admin'] }));
    expect((await seen()).map(({ code }) => code)).toEqual(['14']);
  });

  it('acts in a whole new area that lies inside what was allowed', async () => {
    const person = await narrowed(test, grant({ allowedStates: [], allowedRegions: ['SW'] }));
    const superAdmin = await test.as('super_admin', NATION);
    const change = { role: 'state_admin', assignedRegion: 'SW', assignedState: '28' };
    expect((await superAdmin.put(`/users/${person.person.id}`, change)).status).toBe(200);
    const states = (await person.get('/locations?type=state')).json<{ code: string }[]>('data.locations');
    expect(states.map(({ code }) => code)).toEqual(['28']);
  });

  it.each(['deleted', 'given a role that is not narrowed'])('leaves no privileges behind when %s', async (how) => {
    const person = await narrowed(test, grant({ allowedStates: ['24'] }));
    const superAdmin = await test.as('super_admin', NATION);
    const url = `/users/${person.person.id}`;
    const change = { role: 'lga_admin', assignedState: '24', assignedLga: '24-05' };
    const reply = how === 'deleted' ? await superAdmin.delete(url) : await superAdmin.put(url, change);
    expect(reply.status, reply.text).toBe(200);
    const rows = await test.database.db
      .selectFrom('moderator_privileges')
      .select('user_id')
      .where('user_id', '=', person.person.id)
      .execute();
    expect(rows).toEqual([]);
    const gone = how === 'deleted';
    expect((await superAdmin.get(`/moderator-privileges/${person.person.id}`)).status).toBe(gone ? 404 : 200);
    expect((await person.get('/users/summary')).status).toBe(gone ? 401 : 200);
  });
});
