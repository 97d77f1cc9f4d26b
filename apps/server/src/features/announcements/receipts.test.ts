import type { Announcement, Receipts, UnreadPeople } from '@ec/contract/announcements/schemas';
import { ancestorOf, type LocationId, NATION } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announce } from '../../../test/announcements.ts';
import { createPerson, createWard, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { setLevel } from '../../../test/levels.ts';
import { EVERYTHING, narrowed } from '../../../test/moderators.ts';

let test: TestApp;
let national: Client;
let regional: Client;
let wards: LocationId[];
let sent: Announcement;

/** Officers and ward admins of three wards in two states of one region, and of one elsewhere; one in three has read it. */
beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', NATION);
  regional = await test.as('regional_admin', place('SW'));
  const made = [];
  for (const lga of ['24-11', '24-11', '27-01', '20-01']) {
    made.push(await createWard(test.database.db, 3, place(lga)));
  }
  wards = made.map(({ ward }) => ward);
  sent = await announce(national);
  let turn = 0;
  for (const { ward, units } of made) {
    const posts = [
      { role: 'ward_admin' as const, area: ward },
      ...units.map((area) => ({ role: 'polling_unit_officer' as const, area })),
    ];
    for (const post of posts) {
      turn += 1;
      const person = await createPerson(test.database.db, { ...post, name: `Person ${String(turn).padStart(2, '0')}` });
      if (turn % 3 === 0) await (await test.signIn(person)).patch(`/announcements/${sent.id}/read`);
    }
  }
  const gone = await test.signIn(await createPerson(test.database.db, { role: 'moderator', area: place('24') }));
  await gone.patch(`/announcements/${sent.id}/read`);
  await test.database.db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', gone.person.id).execute();
});
afterAll(() => test.close());

async function receipts(client: Client, id: string, query = ''): Promise<Receipts> {
  const reply = await client.get(`/announcements/${id}/receipts?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.json<Receipts>('data');
}

async function unread(client: Client, id: string, query = ''): Promise<UnreadPeople> {
  const reply = await client.get(`/announcements/${id}/unread-people?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.json<UnreadPeople>('data');
}

/** The same figures by plain SQL, for users assigned in the area: total and read. */
async function recount(area: LocationId, span: number): Promise<{ people: number; read: number }> {
  const { rows } = await sql<{ people: number; read: number }>`select count(*) as people, count(r.user_id) as read
    from users u left join announcement_reads r on r.user_id = u.id and r.announcement_id = ${sent.id}
    where u.status = 'ACTIVE' and u.area_id >= ${area} and u.area_id < ${area + span}`.execute(test.database.db);
  return rows[0] ?? { people: -1, read: -1 };
}

const SPANS = { national: 1e13, region: 1e12, state: 1e10, lga: 1e7, ward: 1e4, polling_unit: 1 };

describe('receipts', () => {
  it.each([
    ['the nation', () => undefined],
    ['a region', () => place('SW')],
    ['a state', () => place('24')],
    ['an LGA', () => place('24-11')],
    ['a ward', () => wards[0]],
    ['a unit', () => (wards[0] === undefined ? undefined : ((wards[0] + 1) as LocationId))],
  ])('of %s and of each place below it are what plain SQL counts', async (_, areaOf) => {
    const area = areaOf();
    const answer = await receipts(national, sent.id, area === undefined ? '' : `area=${area}`);
    const type = answer.area?.type ?? 'national';
    expect(answer).toMatchObject(await recount(area ?? NATION, SPANS[type]));
    expect(answer.area?.id).toBe(area);
    for (const each of answer.areas) {
      expect(each).toMatchObject(await recount(each.area.id, SPANS[each.area.type]));
      expect(each.people).toBeGreaterThan(0);
    }
    expect(answer.areas.length > 0).toBe(type !== 'polling_unit');
  });

  it('go down place by place, and count those above the places in the sum alone', async () => {
    const nation = await receipts(national, sent.id);
    expect(nation.areas.map(({ area, people }) => [area.name, people])).toEqual([
      ['North West', 4],
      ['South West', 13],
    ]);
    // The author and the regional admin; the author counts as a reader.
    expect([nation.people, nation.read]).toEqual([18, 6]);
    const sw = await receipts(national, sent.id, 'area=SW');
    expect([sw.people, sw.areas.map(({ area, people }) => [area.name, people])]).toEqual([
      13,
      [
        ['Lagos', 8],
        ['Ogun', 4],
      ],
    ]);
  });

  it('of several areas begin with those', async () => {
    const several = await announce(national, { states: ['20', '24'] });
    const answer = await receipts(national, several.id);
    expect(answer.areas.map(({ area, people, read }) => [area.name, people, read])).toEqual([
      ['Katsina', 4, 0],
      ['Lagos', 8, 0],
    ]);
    expect(answer).toMatchObject({ people: 12, read: 0, area: null });
    const below = await receipts(national, several.id, 'area=24-11');
    expect(below.areas.map(({ area }) => area.id)).toEqual(wards.slice(0, 2));
  });

  it('are for the author and for those who edit, inside their areas, and for areas of the audience', async () => {
    const own = await announce(regional, { states: ['24'] });
    expect(await receipts(regional, own.id)).toMatchObject({ people: 8 });
    expect((await regional.get(`/announcements/${own.id}/receipts?area=27`)).code).toBe('UNKNOWN_LOCATION');
    // It reaches the regional admin, who is not its author.
    expect((await regional.get(`/announcements/${sent.id}/receipts`)).code).toBe('NOT_PERMITTED');
    expect((await regional.get(`/announcements/${sent.id}/unread-people`)).code).toBe('NOT_PERMITTED');
    const moderator = await narrowed(test, { ...EVERYTHING, allowedStates: ['24'] });
    expect(await receipts(moderator, own.id)).toMatchObject({ people: 9 });
    expect((await moderator.get(`/announcements/${sent.id}/receipts`)).code).toBe('NOT_PERMITTED');
    await test.database.db
      .updateTable('users')
      .set({ status: 'DELETED' })
      .where('id', '=', moderator.person.id)
      .execute();
  });
});

describe('who has not read it', () => {
  it('leaves out the phone of a user assigned outside the reader’s area, who is not found by it either', async () => {
    const own = await announce(regional, { states: ['24'] });
    const above = await narrowed(test, { ...EVERYTHING, allowedStates: ['24'] });
    const { id, phone } = above.person;
    const listed = async (client: Client, query = '') =>
      (await unread(client, own.id, `pageSize=200&${query}`)).people.filter((person) => person.id === id);
    expect(await listed(regional)).toMatchObject([{ phone: null }]);
    expect(await listed(regional, `q=${encodeURIComponent(phone)}`)).toEqual([]);
    expect(await listed(national, `q=${encodeURIComponent(phone)}`)).toMatchObject([{ phone }]);
    await test.database.db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', id).execute();
  });

  it('is listed by name in pages that hold everybody once, as many as the receipts say', async () => {
    const { people, read } = await receipts(national, sent.id, 'area=SW');
    const pages = await Promise.all(
      [1, 2, 3].map((page) => unread(national, sent.id, `area=SW&pageSize=4&page=${page}`)),
    );
    const listed = pages.flatMap((page) => page.people);
    expect(pages[0]?.total).toBe(people - read);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(people - read);
    const names = listed.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    for (const { area } of listed) expect(area && ancestorOf(area.id, 'region')).toBe(place('SW'));
  });

  it('is found by name, and by phone only for readers who may see people and their numbers', async () => {
    const own = await announce(regional, { states: ['24'] });
    const [found] = (await unread(regional, own.id, 'q=person 01')).people;
    expect(found).toMatchObject({ name: 'Person 01', role: 'ward_admin', area: { id: wards[0] } });
    expect(found?.phone).toMatch(/^\+234/);
    const byPhone = `q=${encodeURIComponent(found?.phone ?? '')}`;
    expect((await unread(regional, own.id, byPhone)).people.map(({ id }) => id)).toEqual([found?.id]);
    await setLevel(test, 'regional_admin', 'user_management', 'none');
    expect((await unread(regional, own.id, 'q=person 01')).people).toEqual([{ ...found, phone: null }]);
    expect((await unread(regional, own.id, byPhone)).total).toBe(0);
    await setLevel(test, 'regional_admin', 'user_management', 'write');
  });
});
