import type { Role } from '@ec/contract/permissions/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createWard, newOfficer, nextPhone, place } from '../../../test/builders.ts';
import { invitedCode } from '../../../test/credentials.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { auditOf, fieldOf } from '../../../test/looks.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

const JUSTIFICATION = 'The office has been empty for a month.';

describe('creating', () => {
  it('stores the person with office, invite and audit entry, and shows them in the list of their area only', async () => {
    const { ward, units } = await createWard(test.database.db, 2);
    const [unit = ward] = units;
    const admin = await test.as('ward_admin', ward);
    const reply = await admin.post('/users', newOfficer(unit, { email: 'ada@example.org', firstName: 'Ada' }));
    expect(reply.status).toBe(201);
    const user = reply.json<{ id: string; status: string }>('data.user');
    const code = await invitedCode(admin, user.id);
    expect(user).toMatchObject({
      name: 'Ada Obi',
      role: 'polling_unit_officer',
      status: 'ACTIVE',
      assignedLga: 'Ikeja',
      assignedPollingUnit: 'Polling Unit 1',
    });
    expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
    expect(await auditOf(test, 'user.created', user.id)).toMatchObject([
      { by: admin.person.id, next: { email: 'ada@example.org' } },
    ]);
    const sms = await test.database.db.selectFrom('messages').select('body').execute();
    expect(sms.some(({ body }) => body?.includes(code))).toBe(true);
    expect((await admin.get('/users?q=ada')).json<{ id: string }[]>('data.users').map(({ id }) => id)).toContain(
      user.id,
    );
    const elsewhere = await test.as('ward_admin', (await createWard(test.database.db, 1)).ward);
    expect((await elsewhere.get('/users?q=ada')).json('data.total')).toBe(0);
    expect((await elsewhere.get(`/users/${user.id}`)).status).toBe(404);
  });

  it('takes the first password twice, and refuses two that differ', async () => {
    const person = {
      name: 'Musa Bello',
      phone: '08035550198',
      role: 'state_admin',
      state: 'Kano',
      region: 'North West',
    };
    const passwords = { password: 'first password', confirmPassword: 'second password' };
    const reply = await national.post('/users', { ...person, ...passwords });
    expect(reply.status).toBe(400);
    expect(reply.json('fields')).toEqual([{ path: 'confirmPassword', message: 'Passwords do not match' }]);
  });

  it('takes a first password that must be changed, in any spelling of role and phone', async () => {
    const { ward } = await createWard(test.database.db, 0);
    const reply = await national.post('/users', {
      firstName: 'Musa',
      lastName: 'Bello',
      phoneNumber: '00234 803 555 0199',
      role: 'Ward-Admin',
      region: 'South West',
      state: 'Lagos',
      lga: '24-11',
      ward,
      password: 'first password',
    });
    expect(reply.json('data.user')).toMatchObject({
      name: 'Musa Bello',
      phone: '+2348035550199',
      role: 'ward_admin',
      invite: null,
    });
    const signIn = await test.anonymous.post('/auth/login', { phoneNumber: '08035550199', password: 'first password' });
    expect(signIn.status).toBe(200);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['no name', { name: ' ' }, 'name', 'Name is required'],
    ['no phone', { phone: '' }, 'phone', 'Phone number is required'],
    ['no role', { role: undefined }, 'role', 'Role is required'],
    ['an unknown role', { role: 'emperor' }, 'role', 'Role is required'],
    [
      'a landline',
      { phone: '0700 123 4567' },
      'phone',
      'This is not a Nigerian mobile number. Write it like 0803 123 4567.',
    ],
    [
      'letters in the phone',
      { phone: 'O8031234567' },
      'phone',
      'This is not a Nigerian mobile number. Write it like 0803 123 4567.',
    ],
    ['a bad e-mail', { email: 'ada at example' }, 'email', 'Enter an e-mail address, like name@example.org'],
    ['a short password', { password: '12345' }, 'password', 'Password must be at least 8 characters long'],
    [
      'one that the setting forbids',
      { password: '1234567' },
      'password',
      'Password must be at least 8 characters long',
    ],
    [
      'one that is tried first',
      { password: 'iloveyou1' },
      'password',
      'This password is one of those that are tried first. Choose another, such as three words that do not belong together.',
    ],
  ])('refuses %s at its field and stores nothing', async (_, change, path, message) => {
    const { ward, units } = await createWard(test.database.db, 1);
    const admin = await test.as('ward_admin', ward);
    const reply = await admin.post('/users', newOfficer(units[0] ?? ward, change));
    expect(reply.status).toBe(400);
    expect(fieldOf(reply)).toEqual({ path, message });
    expect((await admin.get('/users')).json('data.total')).toBe(1);
  });

  it('names all that is wrong at once', async () => {
    const reply = await national.post('/users', { email: 'x' });
    const paths = reply.json<{ path: string }[]>('fields').map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['email', 'role']));
  });

  it('refuses a chain that does not exist: a ward of another LGA, an unknown state, a role without its place', async () => {
    const { ward } = await createWard(test.database.db, 1, place('24-12'));
    const admin = { name: 'Ada', phone: nextPhone(), role: 'ward_admin' };
    const wrong = await national.post('/users', { ...admin, region: 'SW', state: '24', lga: '24-11', ward });
    expect([wrong.status, wrong.code]).toEqual([400, 'LOCATION_CHAIN']);
    expect(fieldOf(wrong)?.path).toBe('ward');
    const unknown = await national.post('/users', { ...admin, region: 'SW', state: 'Wakanda' });
    expect([unknown.status, unknown.code, fieldOf(unknown)?.path]).toEqual([404, 'UNKNOWN_LOCATION', 'state']);
    const shallow = await national.post('/users', { ...admin, region: 'SW', state: '24', lga: '24-11' });
    expect([shallow.status, shallow.code, fieldOf(shallow)?.path]).toEqual([400, 'ASSIGNMENT_INCOMPLETE', 'ward']);
  });

  it('finds a place by its name below the others, and refuses a name that repeats', async () => {
    const { ward } = await createWard(test.database.db, 2);
    const name = (await national.get(`/locations/${ward}`)).json<string>('data.name');
    const person = { name: 'Ada', role: 'polling_unit_officer', lga: 'Ikeja', state: 'Lagos', region: 'South West' };
    const made = await national.post('/users', {
      ...person,
      phone: nextPhone(),
      ward: name,
      pollingUnit: 'polling unit 2',
    });
    expect(made.json('data.user.assignment.code')).toMatch(/-002$/);
    const { region, state, lga, ...nowhere } = person;
    const repeated = await national.post('/users', { ...nowhere, phone: nextPhone(), pollingUnit: 'Polling Unit 1' });
    expect([repeated.status, repeated.code, [region, state, lga].length]).toEqual([409, 'LOCATION_AMBIGUOUS', 3]);
  });

  it('refuses an area outside the own and a role that is not theirs to give', async () => {
    const [here, there] = [await createWard(test.database.db, 1), await createWard(test.database.db, 1)];
    const admin = await test.as('ward_admin', here.ward);
    const outside = await admin.post('/users', newOfficer(there.units[0] ?? there.ward));
    expect([outside.status, outside.code]).toEqual([400, 'LOCATION_CHAIN']);
    const regional = await test.as('regional_admin', place('SE'));
    const elsewhere = await regional.post('/users', {
      ...newOfficer(here.ward),
      role: 'state_admin',
      state: '24',
      region: 'SW',
    });
    expect([elsewhere.status, elsewhere.code]).toEqual([404, 'UNKNOWN_LOCATION']);
    for (const role of ['ward_admin', 'national_admin', 'super_admin', 'gpuo']) {
      const reply = await admin.post('/users', newOfficer(here.units[0] ?? here.ward, { role }));
      expect([role, reply.status, reply.code]).toEqual([role, 403, 'ROLE_NOT_ASSIGNABLE']);
    }
  });

  it('refuses a phone in use, in whatever spelling, until its holder is deleted', async () => {
    const { ward, units } = await createWard(test.database.db, 2);
    const phone = nextPhone();
    const first = await national.post('/users', newOfficer(units[0] ?? ward, { phone }));
    const spelt = `0${phone.slice(4, 7)} ${phone.slice(7)}`;
    const second = await national.post('/users', newOfficer(units[1] ?? ward, { phone: spelt }));
    expect([second.status, second.code, fieldOf(second)?.path]).toEqual([409, 'PHONE_IN_USE', 'phone']);
    expect((await national.delete(`/users/${first.json<string>('data.user.id')}`)).status).toBe(200);
    expect((await national.post('/users', newOfficer(units[1] ?? ward, { phone: spelt }))).status).toBe(201);
  });

  it.each<[Role, string, string]>([
    ['regional_admin', 'Region', 'South South'],
    ['state_admin', 'State', 'Akwa Ibom'],
    ['lga_admin', 'LGA', 'Abak'],
  ])('keeps one holder of an office: %s', async (role, level, name) => {
    const post = () =>
      national.post('/users', { name: 'One', phone: nextPhone(), role, region: 'SS', state: '03', lga: '03-01' });
    expect((await post()).status).toBe(201);
    const second = await post();
    expect([second.status, second.code]).toEqual([409, 'OFFICE_TAKEN']);
    const title = { regional_admin: 'Regional Admin', state_admin: 'State Admin', lga_admin: 'LGA Admin' }[
      role as 'lga_admin'
    ];
    expect(second.json('error')).toBe(
      `${title.startsWith('LGA') ? 'An' : 'A'} ${title} already exists for ${level}: ${name}. Please delete the existing admin first.`,
    );
  });

  it('lets any number hold a national role or one of the grassroots count', async () => {
    for (const role of ['global_moderator', 'moderator', 'global_moderator']) {
      expect((await national.post('/users', { name: 'N', phone: nextPhone(), role })).status).toBe(201);
    }
    const { units, ward } = await createWard(test.database.db, 1);
    for (const name of ['A', 'B']) {
      const observer = newOfficer(units[0] ?? ward, { role: 'gpuo', name });
      expect((await national.post('/users', observer)).status).toBe(201);
    }
  });

  it('lets one of several win who create the same office, or take the same phone, at the same moment', async () => {
    const { ward, units } = await createWard(test.database.db, 5);
    const offices = await Promise.all(
      Array.from({ length: 8 }, () => national.post('/users', newOfficer(units[0] ?? ward))),
    );
    expect(offices.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(offices.filter(({ status }) => status !== 201).map(({ code }) => code))).toEqual(
      new Set(['OFFICE_TAKEN']),
    );
    const phone = nextPhone();
    const phones = await Promise.all(
      units.slice(1).map((unit) => national.post('/users', newOfficer(unit, { phone }))),
    );
    expect(phones.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(phones.filter(({ status }) => status !== 201).map(({ code }) => code))).toEqual(
      new Set(['PHONE_IN_USE']),
    );
  });

  it('becomes a request for a global moderator, who must say why', async () => {
    const moderator = await test.as('global_moderator', place('NG'));
    const { ward, units } = await createWard(test.database.db, 1);
    const silent = await moderator.post('/users', newOfficer(units[0] ?? ward));
    expect([silent.status, silent.code, fieldOf(silent)?.path]).toEqual([
      400,
      'JUSTIFICATION_REQUIRED',
      'justification',
    ]);
    const reply = await moderator.post('/users', newOfficer(units[0] ?? ward, { justification: JUSTIFICATION }));
    expect([reply.status, reply.json('data.outcome')]).toEqual([202, 'requested']);
    const office = await national.post('/users', newOfficer(units[0] ?? ward));
    expect(office.code).toBe('OFFICE_TAKEN');
  });
});

describe('the list', () => {
  it('filters by role, status and place, searches name and phone in any spelling, sorts and pages', async () => {
    const { ward, units } = await createWard(test.database.db, 25);
    const db = test.database.db;
    for (const [index, unit] of units.entries()) {
      const status = index % 5 === 0 ? 'INACTIVE' : 'ACTIVE';
      await createPerson(db, {
        role: 'polling_unit_officer',
        area: unit,
        name: `Person ${String(index).padStart(2, '0')} Zulu`,
        status,
      });
    }
    const admin = await test.as('ward_admin', ward);
    const names = (reply: Reply) => reply.json<{ name: string }[]>('data.users').map(({ name }) => name);
    const first = await admin.get('/users?role=polling_unit_officer');
    expect([first.json('data.total'), first.json('data.inScope'), names(first).length]).toEqual([25, 26, 20]);
    expect(names(first)[0]).toBe('Person 00 Zulu');
    const second = await admin.get('/users?role=PUO,polling-unit-officer&page=2');
    expect(second.code).toBe('VALIDATION_FAILED');
    expect(names(await admin.get('/users?role=polling-unit-officer&page=2'))).toHaveLength(5);
    expect(names(await admin.get('/users?role=polling_unit_officer&sort=-name'))[0]).toBe('Person 24 Zulu');
    expect((await admin.get('/users?status=inactive')).json('data.total')).toBe(5);
    expect(names(await admin.get('/users?q=zulu%20person%2007'))).toContain('Person 07 Zulu');
    expect((await admin.get('/users?q=zulu%20unknown')).json('data.total')).toBe(0);
    expect((await admin.get('/users?q=%25')).json('data.total')).toBe(0);
    expect((await admin.get(`/users?pollingUnitId=${units[3]}`)).json('data.total')).toBe(1);
    const [person] = (await admin.get(`/users?pollingUnitId=${units[3]}`)).json<{ phone: string }[]>('data.users');
    const local = `0${person?.phone.slice(4, 7)} ${person?.phone.slice(7)}`;
    expect((await admin.get(`/users?q=${encodeURIComponent(local)}`)).json('data.total')).toBe(1);
    expect((await admin.get('/users?stateId=25')).status).toBe(404);
    expect((await national.get('/users?limit=1000')).json<unknown[]>('data.users').length).toBeGreaterThan(25);
  });

  it('says of each what the reader may do with them', async () => {
    const { ward, units } = await createWard(test.database.db, 1);
    const admin = await test.as('ward_admin', ward);
    await createPerson(test.database.db, { role: 'polling_unit_officer', area: units[0] ?? ward, name: 'Below' });
    const users = (await admin.get('/users')).json<{ name: string; can: unknown }[]>('data.users');
    const of = (name: string) => users.find((user) => user.name === name)?.can;
    expect(of('Below')).toEqual({ edit: 'request', deactivate: 'request', delete: 'request', resetPassword: false });
    expect(of(admin.person.name)).toEqual({ edit: 'no', deactivate: 'no', delete: 'no', resetPassword: false });
    const mine = (await national.get(`/users?wardId=${ward}`)).json<{ name: string; can: unknown }[]>('data.users');
    expect(mine.find(({ name }) => name === 'Below')?.can).toEqual({
      edit: 'direct',
      deactivate: 'direct',
      delete: 'direct',
      resetPassword: true,
    });
  });

  it('shows the invite code to its inviter alone, and leaves an audit entry', async () => {
    const { ward, units } = await createWard(test.database.db, 1);
    const admin = await test.as('ward_admin', ward);
    const made = await admin.post('/users', newOfficer(units[0] ?? ward));
    const id = made.json<string>('data.user.id');
    const other = await test.as('grassroot_admin', place('24'));
    expect((await other.get(`/users/${id}`)).status).toBe(403);
    const self = await test.as('polling_unit_officer', (await createWard(test.database.db, 1)).units[0] ?? ward);
    expect((await self.get(`/users/${id}`)).status).toBe(403);
    // Each of them can manage the user; only the inviter sees the code.
    for (const above of [await test.as('lga_admin', place('24-11')), national]) {
      const known = await above.get(`/users/${id}`);
      expect(known.json('data.invite')).toMatchObject({ by: admin.person.name, mine: false });
      expect((await above.post(`/users/${id}/invite-code/reveal`)).code).toBe('INVITE_NOT_YOURS');
    }
    const elsewhere = await test.as('ward_admin', (await createWard(test.database.db, 1)).ward);
    expect((await elsewhere.post(`/users/${id}/invite-code/reveal`)).status).toBe(404);
    const code = await invitedCode(admin, id);
    expect(await auditOf(test, 'user.invite_shown', id)).toMatchObject([{ by: admin.person.id }]);
    for (const answer of [made, await admin.get('/users'), await admin.get(`/users/${id}`)])
      expect(answer.text).not.toContain(code);
  });

  it('sums up the own scope', async () => {
    const { ward, units } = await createWard(test.database.db, 3);
    for (const area of units) await createPerson(test.database.db, { role: 'polling_unit_officer', area });
    const summary = await (await test.as('ward_admin', ward)).get('/users/summary');
    expect(summary.json('data')).toMatchObject({
      totalUsers: 4,
      byRole: [
        { role: 'ward_admin', count: 1 },
        { role: 'polling_unit_officer', count: 3 },
      ],
      byRegion: [{ name: 'South West', count: 4 }],
      byState: [{ name: 'Lagos', count: 4 }],
      can: { create: 'direct', roles: ['polling_unit_officer'], importRoles: [] },
    });
  });
});
