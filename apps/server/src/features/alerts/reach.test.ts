import type { Alert } from '@ec/contract/alerts/schemas';
import type { ElectionId } from '@ec/contract/base/common';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { HIDDEN_CHARACTERS } from '@ec/contract/base/names';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { alertsOf, judged, notificationsOf, raiseByHand, rulesOf, send } from '../../../test/alerts.ts';
import { createElection, createWard, place, setElectionMode } from '../../../test/builders.ts';
import { countWaiting, createAccount, login } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { setLevel } from '../../../test/levels.ts';
import { EVERYTHING, narrowed } from '../../../test/moderators.ts';
import { openStream, ticketOf } from '../../../test/stream.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import { raiseAlerts } from './raise-service.ts';

let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let unit: LocationId;
let other: { ward: LocationId; units: LocationId[] };

// One alert of each audience about the unit, and one of the grassroots count.
beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  const made = await createWard(test.database.db, 2);
  ward = made.ward;
  unit = made.units[0] ?? ward;
  other = await createWard(test.database.db, 1);
  await send(test, election, unit, { accreditedVoters: 135, registeredVoters: 145 });
  await send(
    test,
    election,
    made.units[1] ?? ward,
    { accreditedVoters: 135, registeredVoters: 400, voidVotes: 5 },
    'gpuo',
  );
  const account = await createAccount(test, { role: 'ward_admin', area: ward });
  for (let tries = 0; tries < 5; tries++) await login(test, account.phone, 'wrong one');
  await judged(test);
});
afterAll(() => test.close());

const offices = new Map<string, Promise<Client>>();

/** The only holder of the office. */
async function office(role: Role, area: LocationId): Promise<Client> {
  const key = `${role} ${area}`;
  const holder = offices.get(key) ?? test.as(role, area);
  offices.set(key, holder);
  return await holder;
}
const lagos = () => office('state_admin', place('24'));

const BOTH = ['high_turnout', 'over_voting', 'over_voting'];
const seen = async (client: Client) => rulesOf(await alertsOf(client));

describe('alerts reach', () => {
  it('administrators whose area holds the place, and lock-outs the national office alone', async () => {
    for (const [role, area, rules] of [
      ['super_admin', place('NG'), [...BOTH.slice(0, 1), 'lock_out', ...BOTH.slice(1)]],
      ['national_admin', place('NG'), [...BOTH.slice(0, 1), 'lock_out', ...BOTH.slice(1)]],
      ['global_moderator', place('NG'), [...BOTH.slice(0, 1), 'lock_out', ...BOTH.slice(1)]],
      ['regional_admin', place('SW'), BOTH],
      ['state_admin', place('24'), BOTH],
      ['lga_admin', place('24-11'), BOTH],
      ['regional_admin', place('NE'), []],
      ['state_admin', place('25'), []],
      ['lga_admin', place('24-12'), []],
      ['ward_admin', other.ward, []],
    ] as const) {
      expect(await seen(await office(role, area)), `${role} of ${area}`).toEqual(rules);
    }
  });

  it("officers with the alerts for everyone about their own unit and count, without administrators' names", async () => {
    const officer = await test.as('polling_unit_officer', other.units[0] ?? ward);
    expect(await seen(officer)).toEqual([]);
    const byHand = await raiseByHand(test, other.units[0] ?? ward, {}, await lagos());
    const [alert] = await alertsOf(officer);
    expect(alert).toMatchObject({
      id: byHand.id,
      source: 'State Admin',
      raisedBy: null,
      can: { acknowledge: false, giveOwner: false },
      relatedResource: { type: 'polling_unit', path: expect.stringMatching(/^\/pu\/24-11-/) as string },
    });
    expect((await officer.post(`/alerts/${byHand.id}/acknowledge`, {})).status).toBe(403);
    expect((await officer.post('/alerts', { title: 'a', message: 'b', area: other.ward })).code).toBe('LEVEL_DENIED');
  });

  it('no officer with the other count', async () => {
    const own = await test.database.db
      .selectFrom('users')
      .selectAll()
      .where('area_id', '=', unit)
      .executeTakeFirstOrThrow();
    const officer = await test.signIn({ ...own, area: unit });
    expect(await seen(officer)).toEqual(['over_voting']);
    const row = await test.database.db
      .selectFrom('alerts')
      .select('id')
      .where('source', '=', 'grassroots')
      .executeTakeFirstOrThrow();
    expect((await officer.get(`/alerts/${row.id}`)).status).toBe(404);
    const elsewhere = await test.as('polling_unit_officer', (unit + 1) as LocationId);
    expect(await seen(elsewhere)).toEqual([]);
  });

  it('narrowed moderators in their areas only', async () => {
    const inside = await narrowed(test, { ...EVERYTHING, allowedLGAs: [String(place('24-11'))] });
    expect(await seen(inside)).toEqual(expect.arrayContaining([...BOTH, 'lock_out']));
    const outside = await narrowed(test, { ...EVERYTHING, allowedStates: [String(place('25'))] });
    expect(await seen(outside)).toEqual([]);
  });

  it('moderators with the alerts for everyone, and no role whose level is none', async () => {
    const moderator = await test.as('moderator', place('24-11'));
    expect(await seen(moderator)).toEqual(expect.arrayContaining(['over_voting', 'over_voting']));
    expect(await seen(moderator)).not.toContain('high_turnout');
    await setLevel(test, 'moderator', 'alerts', 'none');
    expect((await moderator.get('/alerts')).code).toBe('MODULE_DENIED');
    expect((await moderator.get('/alerts/counts')).code).toBe('MODULE_DENIED');
    await setLevel(test, 'moderator', 'alerts', 'read');
  });

  it('no user outside by id, by reading, by acknowledging', async () => {
    const [alert] = await alertsOf(await lagos(), 'rule=high_turnout');
    const outsider = await test.as('ward_admin', (await createWard(test.database.db, 1)).ward);
    for (const reply of await Promise.all([
      outsider.get(`/alerts/${alert?.id}`),
      outsider.get(`/alerts/${alert?.id}/owners`),
      outsider.patch(`/alerts/${alert?.id}/read`),
      outsider.post('/alerts/read-all', { upTo: alert?.id }),
      outsider.post(`/alerts/${alert?.id}/acknowledge`, {}),
    ])) {
      expect(reply.status).toBe(404);
    }
    expect((await outsider.get('/alerts?area=24')).code).toBe('UNKNOWN_LOCATION');
  });
});

describe('the list', () => {
  const found = async (query: string) => rulesOf(await alertsOf(await lagos(), query));

  it.each([
    ['priority=critical', ['over_voting', 'over_voting']],
    ['type=warning', ['high_turnout']],
    ['rule=high_turnout', ['high_turnout']],
    ['q=accredited of', ['high_turnout']],
    ['q=Ikeja', ['high_turnout', 'manual', 'over_voting', 'over_voting']],
    ['q=24-11', ['high_turnout', 'manual', 'over_voting', 'over_voting']],
    ['q=Kaduna', []],
    ['q=100%25', []],
    ['state=acknowledged', []],
    ['state=mine', []],
  ])('%s', async (query, rules) => expect(await found(query)).toEqual(rules));

  it('filters by election and by area', async () => {
    expect(await found(`electionId=${election}`)).toEqual(BOTH);
    expect(await found(`electionId=${await createElection(test.database.db)}`)).toEqual([]);
    expect(await found(`area=${unit}`)).toEqual(['high_turnout', 'over_voting']);
  });

  it('is paged, newest first, with the number of all', async () => {
    const client = await lagos();
    const ids = (await alertsOf(client)).map(({ id }) => id);
    const pages = await Promise.all([1, 2, 3].map((page) => client.get(`/alerts?pageSize=2&page=${page}`)));
    expect(pages.flatMap((page) => page.json<Alert[]>('data.alerts').map(({ id }) => id))).toEqual(ids);
    expect(pages.map((page) => page.json<number>('data.total'))).toEqual([4, 4, 4]);
  });
});

describe('reading', () => {
  const counts = async (client: Client) =>
    (await client.get('/alerts/counts')).json<{ unread: number; open: number }>('data');

  it('marks one, then all, for the reader alone', async () => {
    const [reader, neighbour] = [await lagos(), await office('lga_admin', place('24-11'))];
    const [newest, ...older] = await alertsOf(reader);
    const all = older.length + 1;
    expect(await counts(reader)).toEqual({ unread: all, open: all });
    const read = await reader.patch(`/alerts/${newest?.id}/read`);
    expect(read.json('data')).toEqual({ unread: all - 1, open: all });
    expect((await reader.patch(`/alerts/${newest?.id}/read`)).json('data')).toEqual({ unread: all - 1, open: all });
    expect((await alertsOf(reader, 'unread=true')).map(({ id }) => id)).toEqual(older.map(({ id }) => id));
    expect((await alertsOf(reader))[0]?.isRead).toBe(true);

    const upTo = older.at(-1)?.id;
    expect((await reader.post('/alerts/read-all', { upTo })).json('data')).toEqual({ unread: all - 2, open: all });
    expect((await reader.post('/alerts/read-all')).json('data')).toEqual({ unread: 0, open: all });
    expect((await reader.post('/alerts/read-all')).status).toBe(200);
    expect(await alertsOf(reader, 'unread=true')).toEqual([]);
    expect(await counts(neighbour)).toEqual({ unread: all, open: all });

    await raiseByHand(test, ward);
    expect(await counts(reader)).toEqual({ unread: 1, open: all + 1 });
    const entries = await test.database.db
      .selectFrom('audit_entries')
      .select('resource_id')
      .where('event', '=', 'alert.read')
      .where('user_id', '=', reader.person.id)
      .orderBy('id')
      .execute();
    expect(entries.map(({ resource_id }) => resource_id)).toEqual([newest?.id, upTo, null]);
  });
});

describe('the mark "all read"', () => {
  const unreadOf = async (client: Client) => (await client.get('/alerts/counts')).json<number>('data.unread');
  const movedTo = async ({ person }: Client, role: Role, area: LocationId) => {
    await test.database.db.updateTable('users').set({ role, area_id: area }).where('id', '=', person.id).execute();
    return await test.signIn({ ...person, role, area });
  };

  it('is about the area and the role in which it was set', async () => {
    const reader = await test.as('lga_admin', place('24-16'));
    const [own, elsewhere] = [place('24-16'), place('24-17')];
    for (const area of [place('NW'), elsewhere, elsewhere, own]) await raiseByHand(test, area);
    expect((await reader.post('/alerts/read-all')).json('data.unread')).toBe(0);
    const moved = await movedTo(reader, 'lga_admin', elsewhere);
    expect(await unreadOf(moved)).toBe(2);
    const [newest] = await alertsOf(moved, 'unread=true');
    await moved.post('/alerts/read-all', { upTo: newest?.id });
    expect(await unreadOf(moved)).toBe(0);
    const promoted = await movedTo(moved, 'regional_admin', place('NW'));
    expect(await unreadOf(promoted)).toBe(1);
  });

  it('of a server of the version before counts for whatever its person sees', async () => {
    const reader = await test.as('lga_admin', place('24-18'));
    await raiseByHand(test, place('24-18'));
    await reader.post('/alerts/read-all');
    await test.database.db
      .updateTable('alert_read_marks')
      .set({ reach: null })
      .where('user_id', '=', reader.person.id)
      .execute();
    expect(await unreadOf(reader)).toBe(0);
    await raiseByHand(test, place('24-18'));
    expect((await reader.post('/alerts/read-all')).json('data.unread')).toBe(0);
  });
});

it('one that was stored before but committed after the reader had read all is unread', async () => {
  const reader = await office('lga_admin', place('24-15'));
  const { ward: area } = await createWard(test.database.db, 1, place('24-15'));
  const about = { areaId: area, electionId: null, source: null, resultId: null, userId: null, raisedBy: null };
  const slow = {
    rule: 'manual' as const,
    type: 'info' as const,
    priority: 'low' as const,
    title: 'Slow',
    message: 'Slow',
    key: 'slow',
  };
  const [stored, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = systemWrite(test.app.platform, async (write) => {
    await raiseAlerts(write, [{ ...about, ...slow }]);
    stored.resolve();
    await go.promise;
  });
  await stored.promise;
  const second = raiseByHand(test, area, { title: 'Quick' });
  await vi.waitFor(async () => expect(await countWaiting(test)).toBeGreaterThan(0));
  await reader.post('/alerts/read-all');
  go.resolve();
  await Promise.all([first, second]);
  expect((await alertsOf(reader, 'unread=true')).map(({ title }) => title)).toEqual(['Quick', 'Slow']);
});

describe('open consoles', () => {
  it('of users whom an alert reaches are notified, others are not', async () => {
    const [inside, outside] = [await office('lga_admin', place('24-12')), await test.as('lga_admin', place('24-13'))];
    const streams = await Promise.all(
      [inside, outside].map(async (client) => await openStream(test, await ticketOf(client))),
    );
    const [told, notNotified] = streams;
    const made = await createWard(test.database.db, 1, place('24-12'));
    await raiseByHand(test, made.ward);
    expect(await told?.next('alerts')).toEqual({ type: 'alerts' });
    // Everything before it has reached both.
    await raiseByHand(test, place('24-13'), { title: 'Marker' });
    expect(await notNotified?.next('alerts')).toEqual({ type: 'alerts' });
    expect((await alertsOf(outside)).map(({ title }) => title)).toEqual(['Marker']);
    await Promise.all(streams.map((stream) => stream.close()));
  });
});

describe('raising by hand', () => {
  it('is for places of the own area, and needs a title and a message', async () => {
    const admin = await test.as('lga_admin', place('24-14'));
    const body = {
      title: 'Ballots are short',
      message: 'Send more.',
      area: '24-14',
      priority: 'high',
      type: 'warning',
    };
    const reply = await admin.post('/alerts', body);
    expect([reply.status, reply.json('data')]).toMatchObject([
      201,
      {
        rule: 'manual',
        priority: 'high',
        type: 'warning',
        source: admin.person.name,
        area: { id: place('24-14') },
        chain: [{ name: 'Lagos' }, { id: place('24-14') }],
        relatedResource: { type: 'place', path: '/lga/24-14' },
      },
    ]);
    for (const area of ['24-11', '24', 'NG', '24-14-001', 'nowhere']) {
      expect((await admin.post('/alerts', { ...body, area })).code, area).toBe('UNKNOWN_LOCATION');
    }
    const empty = await admin.post('/alerts', { ...body, title: ' ', message: '' });
    expect([empty.code, empty.json<{ path: string }[]>('fields').map(({ path }) => path)]).toEqual([
      'VALIDATION_FAILED',
      ['title', 'message'],
    ]);
  });
});

describe('raised by hand', () => {
  const BODY = { title: 'Ballots are short', message: 'Send more.', area: '24-19' };

  it('by the administrator in charge of the place, the next level is notified', async () => {
    const { ward: area } = await createWard(test.database.db, 1, place('24-19'));
    const [raiser, above] = [await test.as('ward_admin', area), await office('lga_admin', place('24-19'))];
    const { id } = await raiseByHand(test, area, {}, raiser);
    expect((await notificationsOf(test, above)).map(({ url }) => url)).toEqual([`/alerts?alert=${id}`]);
    expect(await notificationsOf(test, raiser)).toEqual([]);
  });

  it('again with the same key is the same alert, also at the same time; another one is refused', async () => {
    const admin = await office('lga_admin', place('24-19'));
    const post = async (changes: object, by = admin) =>
      await by.post('/alerts', { ...BODY, ...changes }, { 'idempotency-key': 'key-1' });
    const replies = await Promise.all([post({}), post({}), post({})]);
    replies.push(await post({}));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
    expect(new Set(replies.map((reply) => reply.json<string>('data.id'))).size).toBe(1);
    const own = async () => (await alertsOf(admin)).filter(({ raisedBy }) => raisedBy?.id === admin.person.id);
    expect(await own()).toHaveLength(1);
    expect((await post({ title: 'Ink is short' })).code).toBe('ALERT_KEY_CONFLICT');
    expect(await own()).toHaveLength(1);
    expect((await post({}, await test.as('national_admin', NATION))).status).toBe(201);
  });
});

it('what is raised by hand reads as it stands: nothing in it turns its direction, and a title is one line without hidden signs', async () => {
  const raiser = await lagos();
  const alert = await raiseByHand(
    test,
    ward,
    { title: 'Ballots\u00a0are short', message: 'Send \u200fmore.\nToday.' },
    raiser,
  );
  expect([alert.title, alert.message]).toEqual(['Ballots are short', 'Send more.\nToday.']);
  const hidden = await raiser.post('/alerts', { title: '\u202eBallots', message: 'b', area: ward });
  expect(hidden.json('fields')).toEqual([{ path: 'title', message: HIDDEN_CHARACTERS }]);
  for (const title of ['one\ntwo', 'one\u2028two', 'one\u0007']) {
    const reply = await raiser.post('/alerts', { title, message: 'b', area: ward });
    expect(reply.json('fields')).toEqual([{ path: 'title', message: 'Write it on one line' }]);
  }
  const unseen = await raiser.post('/alerts', { title: '\u202e\u200b', message: 'b', area: ward });
  expect(unseen.json('fields')).toEqual([{ path: 'title', message: 'Title is required' }]);
});
