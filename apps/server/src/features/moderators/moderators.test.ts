import { NATION } from '@ec/contract/geography/location-id';
import { type Moderator, ModeratorList, ModeratorPrivileges } from '@ec/contract/moderators/schemas';
import { flags, PRIVILEGE_IDS } from '@ec/contract/permissions/privileges';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, nextPhone, place } from '../../../test/builders.ts';
import { auditOf, login } from '../../../test/credentials.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { narrow, narrowed } from '../../../test/moderators.ts';
import { openStream, ticketOf } from '../../../test/stream.ts';

const UNKNOWN_ID = '0190aaaa-0000-7000-8000-000000000000';

let test: TestApp;
let superAdmin: Client;
beforeAll(async () => {
  test = await testApp();
  superAdmin = await test.as('super_admin', NATION);
});
afterAll(() => test.close());

const moderatorIn = (reply: Reply) => reply.json<Moderator>('data.moderator');
const fieldsOf = (reply: Reply) =>
  (reply.json<{ path: string; message: string }[] | undefined>('fields') ?? []).map(
    ({ path, message }) => `${path}: ${message}`,
  );
const form = (changes: object = {}) => ({ name: 'Ngozi Eze', phone: nextPhone(), ...changes });
const create = (changes: object = {}) => superAdmin.post('/moderators', form(changes));
const people = async () => {
  const { count } = await test.database.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};
const lastAudit = async (id: string, event: string) =>
  await test.database.db
    .selectFrom('audit_entries')
    .select(['user_id as by', 'previous_values as previous', 'new_values as next'])
    .where('resource_id', '=', id)
    .where('event', '=', event)
    .orderBy('id', 'desc')
    .executeTakeFirst();

describe('creating a moderator', () => {
  it('makes a global moderator of the nation who has all that the role has, and invites them', async () => {
    const phone = nextPhone();
    const reply = await create({ phone, firstName: 'Ngozi', email: 'ngozi@example.org' });
    expect(reply.status).toBe(201);
    const moderator = moderatorIn(reply);
    expect(moderator).toMatchObject({
      name: 'Ngozi Eze',
      role: 'global_moderator',
      status: 'ACTIVE',
      email: 'ngozi@example.org',
      assignment: { type: 'national' },
      privileges: null,
    });
    expect(reply.json('data.invite')).toMatchObject({ by: superAdmin.person.name, mine: true });
    const revealed = await superAdmin.post(`/users/${moderator.id}/invite-code/reveal`);
    expect(revealed.json('data.code')).toMatch(/^\w{5}-\w{5}$/);
    const sms = await test.database.db.selectFrom('messages').select('body').where('recipient', '=', phone).execute();
    expect(sms).toHaveLength(1);
    expect(await lastAudit(moderator.id, 'moderator.created')).toMatchObject({
      by: superAdmin.person.id,
      next: { name: 'Ngozi Eze', role: 'global_moderator', privileges: null },
    });
  });

  it('takes a role in any spelling with its place, a password, and privileges in the same step', async () => {
    const phone = nextPhone();
    const validUntil = new Date(test.clock.now().getTime() + 3_600_000).toISOString();
    const reply = await create({
      phone,
      role: 'REGIONAL_ADMIN',
      region: 'South West',
      status: 'active',
      password: 'okra-soup-9',
      confirmPassword: 'okra-soup-9',
      privileges: {
        canEditUsers: true,
        allowedStates: ['24', place('27')],
        allowedLGAs: ['24-11', '28-01'],
        canManageRoles: ['state_admin', 'lga_admin'],
        validUntil,
      },
    });
    expect(reply.status, reply.text).toBe(201);
    expect(reply.json('data.invite')).toBeNull();
    const { privileges, region, assignment } = moderatorIn(reply);
    expect([region, assignment?.name]).toEqual(['South West', 'South West']);
    expect(privileges).toMatchObject({
      ...flags((id) => id === 'canEditUsers'),
      allowedRegions: [],
      allowedStates: [
        { name: 'Lagos', code: '24' },
        { name: 'Ogun', code: '27' },
      ],
      // An area inside another of the list is redundant.
      allowedLGAs: [{ code: '28-01' }],
      canManageRoles: ['state_admin', 'lga_admin'],
      validUntil,
      expired: false,
    });
    const signedIn = await login(test, phone, 'okra-soup-9');
    expect(signedIn.status).toBe(200);
  });

  it.each<[string, object, number, string, string[]]>([
    ['no name', { name: ' ' }, 400, 'VALIDATION_FAILED', ['name: Name is required']],
    ['no phone', { phone: '' }, 400, 'VALIDATION_FAILED', ['phone: Phone number is required']],
    ['a phone that is none', { phone: '0700 123' }, 400, 'BAD_PHONE', ['phone: ']],
    ['a role that cannot be narrowed', { role: 'lga_admin' }, 400, 'VALIDATION_FAILED', ['role: Choose one of']],
    ['a regional admin of no region', { role: 'regional_admin' }, 400, 'ASSIGNMENT_INCOMPLETE', ['region: Choose']],
    [
      'a state admin of no state',
      { role: 'state_admin', region: 'SW' },
      400,
      'ASSIGNMENT_INCOMPLETE',
      ['state: Choose'],
    ],
    [
      'a state of another region',
      { role: 'state_admin', region: 'SW', state: 'Kano' },
      400,
      'LOCATION_CHAIN',
      ['state: Kano does not lie in South West'],
    ],
    [
      'a password below the setting',
      { password: 'abcdef' },
      400,
      'PASSWORD_TOO_SHORT',
      ['password: Password must be at least 8 characters long'],
    ],
    ['an e-mail that is none', { email: 'ngozi' }, 400, 'VALIDATION_FAILED', ['email: Enter an e-mail address']],
    [
      'privileges that are over already',
      { privileges: { validUntil: '2020-01-01T00:00:00Z' } },
      400,
      'VALIDATION_FAILED',
      ['privileges.validUntil: Choose a time in the future'],
    ],
    [
      'areas that do not exist or are of another kind',
      { privileges: { allowedStates: ['24', 'SW', '77'], allowedWards: ['24-11'] } },
      400,
      'VALIDATION_FAILED',
      [
        'privileges.allowedStates.1: South West is not a state',
        'privileges.allowedStates.2: There is no location 77',
        'privileges.allowedWards.0: Ikeja is not a ward',
      ],
    ],
    [
      'areas outside the moderator’s own',
      { role: 'state_admin', state: '30', privileges: { allowedStates: ['30'], allowedLGAs: ['24-11'] } },
      400,
      'GRANT_NOT_USABLE',
      ['privileges.allowedLGAs.0: The role State Admin cannot be granted Ikeja, which lies outside their own area.'],
    ],
    [
      'the management of roles not below the moderator’s own',
      { privileges: { canManageRoles: ['national_admin', 'lga_admin'] } },
      400,
      'GRANT_NOT_USABLE',
      [
        'privileges.canManageRoles.0: The role Global Moderator cannot be granted the management of the role National Admin.',
      ],
    ],
    [
      'the management of super admins',
      { privileges: { canManageRoles: ['super_admin'] } },
      403,
      'GRANT_EXCEEDS',
      ['privileges.canManageRoles.0: You cannot grant the management of the role Super Admin'],
    ],
    ['a privilege that does not exist', { privileges: { canDoAll: true } }, 400, 'VALIDATION_FAILED', ['privileges']],
  ])('refuses %s, and stores no user', async (_what, changes, status, code, fields) => {
    const before = await people();
    const reply = await create(changes);
    expect([reply.status, reply.code]).toEqual([status, code]);
    const found = fieldsOf(reply);
    expect(found).toHaveLength(fields.length);
    for (const [index, field] of fields.entries()) expect(found[index]).toContain(field);
    expect(await people()).toBe(before);
  });

  it('refuses a phone in use, in another spelling as well, and an office that is taken', async () => {
    const phone = nextPhone();
    expect((await create({ phone })).status).toBe(201);
    const again = await create({ phone: `0${phone.slice(4)}` });
    expect([again.status, again.code]).toEqual([409, 'PHONE_IN_USE']);
    expect((await create({ role: 'state_admin', state: '35' })).status).toBe(201);
    const second = await create({ role: 'state_admin', state: 'Yobe' });
    expect([second.status, second.json('error')]).toEqual([
      409,
      'A State Admin already exists for State: Yobe. Please delete the existing admin first.',
    ]);
  });

  it('lets one of two through who take one office at the same moment', async () => {
    const replies = await Promise.all(
      Array.from({ length: 4 }, () =>
        create({ role: 'regional_admin', region: 'NE', privileges: { canEditUsers: true } }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ code }) => code === 'OFFICE_TAKEN')).toHaveLength(3);
  });
});

describe('the list of moderators', () => {
  it('holds the three roles and no deleted account, with counts that no filter changes', async () => {
    const { db } = test.database;
    const kept = await createPerson(db, { role: 'global_moderator', area: NATION, name: 'Zainab Zubairu' });
    await createPerson(db, { role: 'state_admin', area: place('31'), name: 'Zainab Zaki', status: 'INACTIVE' });
    await createPerson(db, { role: 'lga_admin', area: place('31-01'), name: 'Zainab Zango' });
    const gone = await createPerson(db, { role: 'global_moderator', area: NATION, name: 'Zainab Zira' });
    await superAdmin.delete(`/users/${gone.id}`);
    const list = async (query: string) =>
      ModeratorList.parse((await superAdmin.get(`/moderators?${query}`)).json('data'));
    const names = async (query: string) => (await list(query)).moderators.map(({ name }) => name);
    expect(await names('q=zainab')).toEqual(['Zainab Zaki', 'Zainab Zubairu']);
    expect(await names('q=zainab&sort=-name')).toEqual(['Zainab Zubairu', 'Zainab Zaki']);
    expect(await names('q=zainab&role=global_moderator')).toEqual(['Zainab Zubairu']);
    expect(await names('q=zainab&status=INACTIVE')).toEqual(['Zainab Zaki']);
    expect(await names(`q=${encodeURIComponent(`0${kept.phone.slice(4)}`)}`)).toEqual(['Zainab Zubairu']);
    const all = await list('pageSize=1000');
    expect(all.total).toBe(all.moderators.length);
    const count = (which: (one: Moderator) => boolean) => all.moderators.filter(which).length;
    expect(all.stats).toEqual({
      totalModerators: all.total,
      active: count(({ status }) => status === 'ACTIVE'),
      globalModerators: count(({ role }) => role === 'global_moderator'),
      regionalAdmins: count(({ role }) => role === 'regional_admin'),
    });
    expect((await list('q=zainab')).stats).toEqual(all.stats);
    const pages = [await names('pageSize=2&page=1&sort=createdAt'), await names('pageSize=2&page=2&sort=createdAt')];
    expect(pages.flat()).toEqual((await list('sort=createdAt')).moderators.slice(0, 4).map(({ name }) => name));
  });

  it.each(['sort=shoe', 'role=ward_admin', 'status=GONE', 'page=0'])('refuses %s', async (query) => {
    expect((await superAdmin.get(`/moderators?${query}`)).status).toBe(400);
  });
});

describe('changing privileges', () => {
  it('takes them bare or by their name, keeps what was in the audit log, and changes nothing twice', async () => {
    const { person } = await test.as('global_moderator', NATION);
    const url = `/moderators/${person.id}/privileges`;
    const first = await superAdmin.put(url, { canCreateUsers: true, allowedStates: ['24'] });
    expect(moderatorIn(first).privileges).toMatchObject({ canCreateUsers: true, canEditUsers: false });
    expect((await superAdmin.put(url, { privileges: { canCreateUsers: true, allowedStates: ['24'] } })).status).toBe(
      200,
    );
    const second = await superAdmin.put(url, { privileges: { canEditUsers: true } });
    expect(moderatorIn(second).privileges).toMatchObject({ canEditUsers: true, allowedStates: [] });
    expect(await lastAudit(person.id, 'moderator.privileges_changed')).toMatchObject({
      by: superAdmin.person.id,
      previous: { privileges: { granted: ['canCreateUsers'], areas: [place('24')] } },
      next: { privileges: { granted: ['canEditUsers'], areas: [] } },
    });
    const third = await superAdmin.put(url, { privileges: null });
    expect(moderatorIn(third).privileges).toBeNull();
    expect(await auditOf(test, person.id)).toEqual(Array.from({ length: 3 }, () => 'moderator.privileges_changed'));
  });

  it('points at the fields of bare privileges as they were sent', async () => {
    const { person } = await test.as('global_moderator', NATION);
    const reply = await superAdmin.put(`/moderators/${person.id}/privileges`, { allowedRegions: ['24'] });
    expect(fieldsOf(reply)).toEqual(['allowedRegions.0: Lagos is not a region']);
  });

  it('is refused for a user who is no moderator or does not exist', async () => {
    const { person } = await test.as('lga_admin', place('24-11'));
    for (const url of ['privileges', 'deactivate']) {
      const send = (path: string, body: object) =>
        url === 'privileges' ? superAdmin.put(path, body) : superAdmin.post(path, body);
      const reply = await send(`/moderators/${person.id}/${url}`, {});
      expect([reply.status, reply.code]).toEqual([409, 'NOT_A_MODERATOR']);
      expect((await send(`/moderators/${UNKNOWN_ID}/${url}`, {})).status).toBe(404);
    }
  });

  it('notifies the open screens of the moderator', async () => {
    const moderator = await test.as('global_moderator', NATION);
    const stream = await openStream(test, await ticketOf(moderator));
    try {
      await narrow(test, moderator, { canEditUsers: true, allowedStates: ['24'] });
      expect(await stream.next('access')).toEqual({ type: 'access' });
      const me = (await moderator.get('/auth/me')).json('data.privileges');
      expect(me).toMatchObject({ granted: { canEditUsers: true, canCreateUsers: false }, areas: [{ name: 'Lagos' }] });
    } finally {
      await stream.close();
    }
  });
});

describe('what is granted now', () => {
  it('are answered to the super admin for every moderator, and to others for themselves', async () => {
    const validUntil = new Date(test.clock.now().getTime() + 5 * 60_000).toISOString();
    const moderator = await narrowed(test, { canEditUsers: true, allowedStates: ['24'], validUntil });
    const url = `/moderator-privileges/${moderator.person.id}`;
    const read = async (client: Client) => ModeratorPrivileges.parse((await client.get(url)).json('data')).privilege;
    const own = await read(moderator);
    expect(own.permissions.filter(({ granted }) => granted)).toEqual([
      { resource: 'users', action: 'edit', granted: true },
    ]);
    expect(own.permissions).toHaveLength(PRIVILEGE_IDS.length);
    expect(own.detail).toMatchObject({ allowedStates: [{ name: 'Lagos' }], expired: false });
    expect(await read(superAdmin)).toEqual(own);
    for (const other of [await test.as('national_admin', NATION), await test.as('global_moderator', NATION)]) {
      expect((await other.get(url)).status).toBe(404);
    }
    test.clock.advance(6);
    const over = await read(moderator);
    expect(over.permissions.some(({ granted }) => granted)).toBe(false);
    expect(over.detail).toMatchObject({ canEditUsers: true, expired: true });
  });

  it('is everything for a moderator without limits; for an unknown user it is 404', async () => {
    const admin = await test.as('state_admin', place('33'));
    const { privilege } = (await admin.get(`/moderator-privileges/${admin.person.id}`)).json<ModeratorPrivileges>(
      'data',
    );
    expect(privilege.detail).toBeNull();
    expect(privilege.permissions.every(({ granted }) => granted)).toBe(true);
    expect((await superAdmin.get(`/moderator-privileges/${UNKNOWN_ID}`)).status).toBe(404);
    expect((await superAdmin.get('/moderator-privileges/not-an-id')).status).toBe(400);
  });
});

describe('deactivating a moderator', () => {
  it('ends their sessions at once, and is not done twice', async () => {
    const moderator = await test.as('global_moderator', NATION);
    const url = `/moderators/${moderator.person.id}/deactivate`;
    const stream = await openStream(test, await ticketOf(moderator));
    const reply = await superAdmin.post(url, { reason: 'Left the organisation' });
    expect([reply.status, moderatorIn(reply).status]).toEqual([200, 'INACTIVE']);
    expect((await moderator.get('/auth/me')).status).toBe(401);
    expect(await stream.next('session-ended')).toBeDefined();
    await stream.close();
    expect(await lastAudit(moderator.person.id, 'moderator.deactivated')).toMatchObject({
      by: superAdmin.person.id,
      previous: { status: 'ACTIVE' },
      next: { status: 'INACTIVE', reason: 'Left the organisation' },
    });
    const again = await superAdmin.post(url);
    expect([again.status, again.code]).toEqual([409, 'USER_STATE']);
  });

  it('takes a reason of a reader’s length, and any spelling of the id', async () => {
    const moderator = await test.as('global_moderator', NATION);
    const url = `/moderators/${moderator.person.id.toUpperCase()}/deactivate`;
    const long = await superAdmin.post(url, { reason: 'x'.repeat(1001) });
    expect([long.status, fieldsOf(long)]).toEqual([400, ['reason: At most 1000 characters']]);
    expect((await superAdmin.post(url, { reason: 'Left' })).status).toBe(200);
    expect(await auditOf(test, moderator.person.id)).toContain('moderator.deactivated');
  });
});
