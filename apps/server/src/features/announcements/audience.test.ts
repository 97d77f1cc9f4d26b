import type { Announcement, Reach } from '@ec/contract/announcements/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { ROLE_IDS, type Role } from '@ec/contract/permissions/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announce, asEdited, listOf, shows, TEXT } from '../../../test/announcements.ts';
import { createPerson, createWard, place } from '../../../test/builders.ts';
import type { Client, TestApp } from '../../../test/harness.ts';
import { testApp } from '../../../test/harness.ts';
import { setLevel } from '../../../test/levels.ts';
import { EVERYTHING, narrow, narrowed } from '../../../test/moderators.ts';

/** One user for every role and place of this organisation, so that a reach is a list of names. */
let test: TestApp;
let people: Map<string, Client>;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  const ikeja = await createWard(test.database.db, 2);
  const katsina = await createWard(test.database.db, 1, place('20-01'));
  const add = async (name: string, role: Role, area: Parameters<TestApp['as']>[1]) =>
    [name, await test.as(role, area)] as const;
  const [unit, other] = ikeja.units;
  people = new Map([
    await add('super', 'super_admin', NATION),
    await add('national', 'national_admin', NATION),
    await add('global', 'global_moderator', NATION),
    await add('sw', 'regional_admin', place('SW')),
    await add('nw', 'regional_admin', place('NW')),
    await add('lagos', 'state_admin', place('24')),
    await add('katsina', 'state_admin', place('20')),
    await add('ikeja', 'lga_admin', place('24-11')),
    await add('ward', 'ward_admin', ikeja.ward),
    await add('katsina ward', 'ward_admin', katsina.ward),
    await add('officer', 'polling_unit_officer', unit ?? null),
    await add('second officer', 'polling_unit_officer', other ?? null),
    await add('katsina officer', 'polling_unit_officer', katsina.units[0] ?? null),
    await add('moderator', 'moderator', place('24-11')),
    await add('grassroots', 'grassroot_admin', place('20')),
    await add('gpuo', 'gpuo', unit ?? null),
    await add('nowhere', 'moderator', null),
    ['to lagos', await narrowed(test, { ...EVERYTHING, allowedStates: ['24'] })],
    ['to katsina and abia', await narrowed(test, { ...EVERYTHING, allowedStates: ['20', '01'] })],
    ['se to abia', await narrowed(test, { ...EVERYTHING, allowedStates: ['01'] }, 'regional_admin', place('SE'))],
  ]);
  national = people.get('national') ?? (await test.as('national_admin', NATION));
  // The administrator who restricted them is not part of this.
  await test.database.db
    .updateTable('users')
    .set({ status: 'DELETED' })
    .where('role', '=', 'super_admin')
    .where('id', '<>', people.get('super')?.person.id ?? national.person.id)
    .execute();
});
afterAll(() => test.close());
beforeEach(() =>
  test.database.db
    .updateTable('announcement_sendings')
    .set({ sent_at: new Date(0) })
    .execute(),
);

const OF_NATION = ['super', 'national', 'global'];
const OF_LAGOS = ['lagos', 'ikeja', 'ward', 'officer', 'second officer', 'moderator', 'gpuo', 'to lagos'];
const OF_KATSINA = ['katsina', 'katsina ward', 'katsina officer', 'grassroots', 'to katsina and abia'];

async function readers(announcement: Announcement): Promise<string[]> {
  const names: string[] = [];
  for (const [name, client] of people) {
    const { announcements } = await listOf(client);
    if (announcements.find(({ id }) => id === announcement.id)?.isForMe) names.push(name);
  }
  return names.sort();
}

/** Number of the named users by role. */
function byRole(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) {
    const role = people.get(name)?.person.role ?? name;
    counts[role] = (counts[role] ?? 0) + 1;
  }
  return counts;
}

async function reach(author: Client, request: object): Promise<Reach> {
  const reply = await author.post('/announcements/reach', request);
  expect(reply.status, reply.text).toBe(200);
  return reply.json<Reach>('data');
}

const nonZero = ({ byRole: counts }: Reach) =>
  Object.fromEntries(counts.filter((count) => count.people > 0).map((count) => [count.role, count.people]));

const AUDIENCES: [string, object, string[]][] = [
  ['everybody', {}, [...OF_NATION, 'sw', 'nw', 'se to abia', ...OF_LAGOS, ...OF_KATSINA]],
  ['everybody in Lagos', { states: ['24'] }, OF_LAGOS],
  ['everybody in Katsina and Abia', { states: ['20', '01'] }, [...OF_KATSINA, 'se to abia']],
  ['everybody in the South West', { regions: ['SW'] }, ['sw', ...OF_LAGOS]],
  // The moderator restricted to Abia does not count for the rest of the South East.
  ['everybody in Enugu', { states: ['14'] }, []],
  ['national admins', { roles: ['national_admin'] }, ['national']],
  ['regional admins', { roles: ['regional_admin'] }, ['sw', 'nw', 'se to abia']],
  ['regional admins of Abia', { roles: ['regional_admin'], states: ['01'] }, ['se to abia']],
  ['state admins', { roles: ['state_admin'] }, ['lagos', 'katsina']],
  ['state admins of the North West', { roles: ['state_admin'], regions: ['NW'] }, ['katsina']],
  ['LGA admins', { roles: ['lga_admin'] }, ['ikeja']],
  [
    'ward admins and officers of Katsina',
    { roles: ['ward_admin', 'polling_unit_officer'], states: ['20'] },
    ['katsina ward', 'katsina officer'],
  ],
  ['officers', { roles: ['polling_unit_officer'] }, ['officer', 'second officer', 'katsina officer']],
  [
    'all six roles in Lagos',
    {
      roles: ['national_admin', 'regional_admin', 'state_admin', 'lga_admin', 'ward_admin', 'polling_unit_officer'],
      states: ['24'],
    },
    ['lagos', 'ikeja', 'ward', 'officer', 'second officer'],
  ],
];

describe.each(AUDIENCES)('an announcement for %s', (_, audience, expected) => {
  it('is shown to its audience only', async () => {
    const sent = await announce(national, audience);
    expect(await readers(sent)).toEqual(expected.toSorted());
    await national.delete(`/announcements/${sent.id}`);
  });

  it('is said beforehand to reach as many', async () => {
    const answer = await reach(national, audience);
    expect(answer.people).toBe(expected.length);
    expect(nonZero(answer)).toEqual(byRole(expected));
  });

  it('is unread by exactly those, but for its author', async () => {
    const sent = await announce(national, audience);
    const reply = await national.get(`/announcements/${sent.id}/unread-people?pageSize=100`);
    const ids = reply.json<{ id: string }[]>('data.people').map(({ id }) => id);
    const unread = expected.filter((name) => name !== 'national').map((name) => people.get(name)?.person.id ?? name);
    expect(ids.toSorted()).toEqual(unread.toSorted());
    expect(reply.json('data.total')).toBe(unread.length);
    await national.delete(`/announcements/${sent.id}`);
  });
});

describe('reach', () => {
  it('of a regional admin is that of their region, and lists each role that could be reached', async () => {
    const sw = people.get('sw');
    const answer = sw && (await reach(sw, {}));
    expect(answer?.people).toBe(1 + OF_LAGOS.length);
    expect(answer?.byRole.map(({ role }) => role)).toEqual([...ROLE_IDS]);
    const [refused, named] = [
      await sw?.post('/announcements/reach', { states: ['20'] }),
      sw && (await reach(sw, { roles: ['state_admin', 'polling_unit_officer'], states: ['24'] })),
    ];
    expect(refused?.code).toBe('VALIDATION_FAILED');
    expect(named).toEqual({
      people: 3,
      byRole: [
        { role: 'state_admin', people: 1 },
        { role: 'polling_unit_officer', people: 2 },
      ],
    });
  });

  it('of one that is edited is that of its author, where no area is named', async () => {
    const sw = people.get('sw');
    const sent = sw && (await announce(sw));
    expect((await reach(national, { id: sent?.id })).people).toBe(1 + OF_LAGOS.length);
    await national.delete(`/announcements/${sent?.id}`);
  });

  it('leaves out who cannot read announcements, is not active, or may not sign in yet, and knows the next moment who can', async () => {
    const before = await reach(national, { states: ['24'] });
    await setLevel(test, 'ward_admin', 'announcements', 'none');
    expect((await reach(national, { states: ['24'] })).people).toBe(before.people - 1);
    await setLevel(test, 'ward_admin', 'announcements', 'write');
    const added = await createPerson(test.database.db, { role: 'moderator', area: place('24'), status: 'INACTIVE' });
    const status = (to: object) => test.database.db.updateTable('users').set(to).where('id', '=', added.id).execute();
    expect((await reach(national, { states: ['24'] })).people).toBe(before.people);
    await status({ status: 'ACTIVE' });
    expect((await reach(national, { states: ['24'] })).people).toBe(before.people + 1);
    // A user with a pending deletion keeps the former status until the decision.
    await status({ status: 'PENDING_DELETION', status_before: 'ACTIVE' });
    expect((await reach(national, { states: ['24'] })).people).toBe(before.people + 1);
    await status({ status: 'DELETED', status_before: null });
    expect((await reach(national, { states: ['24'] })).people).toBe(before.people);
  });

  it('follows the areas that a moderator is narrowed to at once', async () => {
    const moderator = people.get('to lagos');
    const lagos = await announce(national, { states: ['24'] });
    const count = async () => (await reach(national, { states: ['24'] })).people;
    expect([await count(), moderator && (await shows(moderator, lagos))]).toEqual([OF_LAGOS.length, true]);
    if (moderator) await narrow(test, moderator, { ...EVERYTHING, allowedStates: ['27'] });
    expect([await count(), moderator && (await shows(moderator, lagos))]).toEqual([OF_LAGOS.length - 1, false]);
    if (moderator) await narrow(test, moderator, { ...EVERYTHING, allowedStates: ['24'] });
    await national.delete(`/announcements/${lagos.id}`);
  });
});

describe('a user who is moved', () => {
  it('loses what was for the old area at once and sees what is for the new one, read marks and all', async () => {
    const superAdmin = people.get('super');
    const moved = await test.as('moderator', place('24'));
    const [lagos, katsina] = [
      await announce(national, { states: ['24'] }),
      await announce(national, { states: ['20'] }),
    ];
    await moved.patch(`/announcements/${lagos.id}/read`);
    const receipts = async ({ id }: Announcement) => (await national.get(`/announcements/${id}/receipts`)).json('data');
    expect(await receipts(lagos)).toMatchObject({ people: OF_LAGOS.length + 1, read: 1 });
    const { person } = moved;
    await test.database.db
      .updateTable('users')
      .set({ area_id: place('20') })
      .where('id', '=', person.id)
      .execute();
    test.app.platform.sessions.forget(person.id);
    expect([await shows(moved, lagos), await shows(moved, katsina)]).toEqual([false, true]);
    expect((await moved.get(`/announcements/${lagos.id}`)).status).toBe(404);
    expect((await moved.patch(`/announcements/${lagos.id}/read`)).status).toBe(404);
    expect(await receipts(lagos)).toMatchObject({ people: OF_LAGOS.length, read: 0 });
    expect(await receipts(katsina)).toMatchObject({ people: OF_KATSINA.length + 1, read: 0 });
    await test.database.db
      .updateTable('users')
      .set({ area_id: place('24') })
      .where('id', '=', person.id)
      .execute();
    test.app.platform.sessions.forget(person.id);
    expect((await moved.get(`/announcements/${lagos.id}`)).json('data.isRead')).toBe(true);
    expect(superAdmin && (await shows(superAdmin, lagos))).toBe(true);
    await test.database.db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', person.id).execute();
  });

  it('and wrote it keeps nothing of it, nor of who has read it', async () => {
    const author = await test.as('regional_admin', place('NE'));
    const sent = await announce(author);
    const { person } = author;
    await test.database.db
      .updateTable('users')
      .set({ area_id: place('NC') })
      .where('id', '=', person.id)
      .execute();
    test.app.platform.sessions.forget(person.id);
    expect([await shows(author, sent), await shows(author, sent, 'show=mine')]).toEqual([false, false]);
    expect((await author.get(`/announcements/${sent.id}/receipts`)).status).toBe(404);
    await test.database.db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', person.id).execute();
  });
});

it('a change of audience takes it from some and gives it to others', async () => {
  const sent = await announce(national, { states: ['24'] });
  const edited = await national.put(`/announcements/${sent.id}`, { ...asEdited(sent), states: ['20'], ...TEXT });
  expect(await readers(edited.json<Announcement>('data'))).toEqual(OF_KATSINA.toSorted());
});
