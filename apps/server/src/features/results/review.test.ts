import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReviewList } from '@ec/contract/results/schemas';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { setLevel } from '../../../test/levels.ts';
import { decideInStore } from '../../../test/reports.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { compareTallies, rebuildTallies } from './tally-repository.ts';

let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let unit: LocationId;
let officer: Client;
let admin: Client;
let id: ResultId;
let lga: Client;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  lga = await test.as('lga_admin', place('24-11'));
  election = await createElection(test.database.db);
});
afterAll(() => test.close());

let keys = 0;
async function submit(changes: object = {}): Promise<ResultId> {
  keys += 1;
  const reply = await officer.post(
    '/results',
    { ...sheet(election, unit), ...changes },
    { 'idempotency-key': `review-${keys}` },
  );
  expect(reply.status).toBe(201);
  return reply.json<ResultId>('data.id');
}

beforeEach(async () => {
  const made = await createWard(test.database.db, 2);
  ward = made.ward;
  unit = made.units[0] ?? ward;
  officer = await test.as('polling_unit_officer', unit);
  admin = await test.as('ward_admin', ward);
  id = await submit();
});

const decide = (client: Client, action: string, reason = 'Seen on the sheet', version = 1) =>
  client.post(`/results/${id}/${action}`, { version, reason });
const statusOf = async () => (await officer.get(`/results/${id}`)).json<string>('data.status');
const auditOf = async (event: string) =>
  await test.database.db
    .selectFrom('audit_entries')
    .select(['user_id', 'previous_values', 'new_values'])
    .where('resource_id', '=', id)
    .where('event', '=', event)
    .execute();

describe('a ward admin', () => {
  it('verifies, with audit entry, totals and a notification to the officer', async () => {
    const reply = await admin.post(`/results/${id}/verify`, { version: 1 });
    expect(reply.json('data')).toMatchObject({
      status: 'verified',
      decidedBy: { id: admin.person.id },
      can: { verify: false, dispute: true },
    });
    expect(await auditOf('result.verified')).toMatchObject([
      { user_id: admin.person.id, previous_values: { status: 'pending' }, new_values: { status: 'verified' } },
    ]);
    const tally = await test.database.db
      .selectFrom('tallies')
      .select(['status', 'units'])
      .where('area_id', '=', ward)
      .where('units', '>', 0)
      .execute();
    expect(tally).toEqual([{ status: 'verified', units: 1 }]);
    const notes = await test.database.db
      .selectFrom('notifications')
      .select('title')
      .where('user_id', '=', officer.person.id)
      .execute();
    expect(notes).toEqual([{ title: 'Result verified' }]);
  });

  it('returns with a reason, after which the officer sends a new version', async () => {
    expect((await admin.post(`/results/${id}/return`, { version: 1 })).status).toBe(400);
    await decide(admin, 'return', 'The photo is blurred');
    const seen = await officer.get(`/results/${id}`);
    expect(seen.json('data')).toMatchObject({
      status: 'returned',
      reason: 'The photo is blurred',
      can: { resubmit: true },
    });
    await submit({ voidVotes: 2 });
    expect(await statusOf()).toBe('pending');
  });

  it('cannot verify over-voting, and cancels it so that it counts no votes', async () => {
    await submit({ accreditedVoters: 10 });
    const refused = await admin.post(`/results/${id}/verify`, { version: 2 });
    expect([refused.status, refused.code]).toEqual([409, 'OVER_VOTING_NOT_VERIFIABLE']);
    const cancelled = await decide(admin, 'cancel', 'Over-voting', 2);
    expect(cancelled.json('data.status')).toBe('cancelled');
    expect(await compareTallies(test.database.db, election)).toEqual([]);
  });

  it('cannot cancel a sheet that adds up', async () => {
    expect((await decide(admin, 'cancel')).code).toBe('CANCEL_WITHOUT_GROUND');
  });

  it('is refused when the officer replaced the figures in the meantime', async () => {
    await submit({ voidVotes: 3 });
    const reply = await admin.post(`/results/${id}/verify`, { version: 1 });
    expect([reply.status, reply.code]).toEqual([409, 'CONFLICT']);
    expect(await statusOf()).toBe('pending');
  });

  it.each(['verify', 'return', 'dispute', 'cancel'])('names the version on every decision: %s', async (action) => {
    await submit({ voidVotes: 3 });
    for (const version of [undefined, null, 0, '2', 1.5]) {
      const reply = await admin.post(`/results/${id}/${action}`, { reason: 'Seen', version });
      expect([reply.status, reply.json('fields.0.path')]).toEqual([400, 'version']);
    }
    // Where cancelling has no ground that is said first.
    if (action !== 'cancel') expect((await decide(admin, action, 'Seen', 1)).code).toBe('CONFLICT');
    expect((await decide(admin, action, 'Seen', 3)).status).toBe(409);
    expect(await statusOf()).toBe('pending');
  });
});

describe('of two decisions at once', () => {
  it('one wins and the other is refused with 409', async () => {
    const replies = await Promise.all([
      admin.post(`/results/${id}/verify`, { version: 1 }),
      decide(admin, 'return'),
      admin.post(`/results/${id}/verify`, { version: 1 }),
    ]);
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await compareTallies(test.database.db, election)).toEqual([]);
  });
});

describe('the state machine', () => {
  const paths: [string[], string, string][] = [
    [['verify'], 'verify', 'RESULT_TRANSITION'],
    [['verify'], 'return', 'RESULT_TRANSITION'],
    [['verify'], 'cancel', 'RESULT_TRANSITION'],
    [['return'], 'verify', 'RESULT_TRANSITION'],
    [['return'], 'dispute', 'RESULT_TRANSITION'],
    [['dispute'], 'dispute', 'RESULT_TRANSITION'],
    [['dispute', 'above: cancel'], 'verify', 'RESULT_TRANSITION'],
    [['dispute', 'above: verify'], 'verify', 'RESULT_TRANSITION'],
    [['dispute', 'above: return'], 'verify', 'RESULT_TRANSITION'],
    [['verify', 'dispute', 'above: verify'], 'return', 'RESULT_TRANSITION'],
  ];
  it.each(paths)('after %j refuses %s', async (before, action, code) => {
    for (const step of before) {
      const above = step.startsWith('above: ');
      expect((await decide(above ? lga : admin, step.replace('above: ', ''))).status).toBe(200);
    }
    const reply = await decide(admin, action);
    expect([reply.status, reply.code]).toEqual([409, code]);
  });

  it('lets no user replace a verified result', async () => {
    await decide(admin, 'verify');
    const reply = await officer.post('/results', sheet(election, unit), { 'idempotency-key': 'after-verify' });
    expect([reply.status, reply.code]).toEqual([409, 'RESULT_FINAL']);
  });
});

describe('who decides', () => {
  it.each([
    ['lga_admin', '24-11'],
    ['state_admin', '24'],
    ['regional_admin', 'SW'],
    ['national_admin', 'NG'],
  ] as const)('%s only when the ward has no active admin, or what a user below them disputes', async (role, code) => {
    const existing = await test.database.db
      .selectFrom('users')
      .selectAll()
      .where('role', '=', role)
      .where('area_id', '=', place(code))
      .executeTakeFirst();
    const above = existing
      ? await test.signIn({ ...existing, area: existing.area_id })
      : await test.as(role, place(code));
    expect((await decide(above, 'verify')).code).toBe('NOT_YOUR_DECISION');
    await test.database.db.updateTable('users').set({ status: 'INACTIVE' }).where('id', '=', admin.person.id).execute();
    expect((await decide(above, 'verify')).status).toBe(200);
    await test.database.db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', admin.person.id).execute();
    expect((await decide(admin, 'dispute')).status).toBe(200);
    expect((await decide(admin, 'verify')).code).toBe('DISPUTE_FOR_LEVEL_ABOVE');
    expect((await decide(above, 'return')).status).toBe(200);
  });

  it('no user outside the area: it does not exist for them', async () => {
    const other = await createWard(test.database.db, 1);
    const stranger = await test.as('ward_admin', other.ward);
    expect((await stranger.get(`/results/${id}`)).status).toBe(404);
    expect((await decide(stranger, 'verify')).status).toBe(404);
    const kano = await test.as('state_admin', place('19'));
    expect((await decide(kano, 'verify')).status).toBe(404);
  });

  it('never the person who entered the version', async () => {
    await test.database.db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', admin.person.id).execute();
    await test.database.db
      .updateTable('users')
      .set({ role: 'ward_admin', area_id: ward })
      .where('id', '=', officer.person.id)
      .execute();
    const promoted = await test.signIn({ ...officer.person, role: 'ward_admin', area: ward });
    const reply = await decide(promoted, 'verify');
    expect([reply.status, reply.code]).toEqual([403, 'OWN_RESULT']);
  });

  it.each(['polling_unit_officer', 'moderator', 'gpuo', 'grassroot_admin'] as const)('not a %s', async (role) => {
    const person = await test.as(
      role,
      role === 'moderator' ? place('NG') : role === 'grassroot_admin' ? place('24') : ((unit + 1) as LocationId),
    );
    expect((await decide(person, 'verify')).status).toBe(403);
  });
});

describe("the reviewer's list", () => {
  it('shows every unit of the ward with its status, who to call, and counts that add up', async () => {
    const reply = await admin.get(`/results/review?electionId=${election}`);
    expect(reply.json('data.counts')).toEqual({ pending: 1, submitted: 1, approved: 0, disputed: 0, cancelled: 0 });
    expect(reply.json('data.units')).toMatchObject([
      {
        pollingUnitId: unit,
        status: 'submitted',
        resultId: id,
        totalVotes: 140,
        leading: 'LP',
        officer: { phone: officer.person.phone },
      },
      { status: 'pending', resultId: null, officer: null },
    ]);
  });

  it('names no officer to a reader who may not see people', async () => {
    await setLevel(test, 'ward_admin', 'user_management', 'none');
    try {
      const reply = await admin.get(`/results/review?electionId=${election}`);
      expect(reply.json('data.units')).toMatchObject([{ pollingUnitId: unit, officer: null }, { officer: null }]);
      expect(reply.text).not.toContain(officer.person.phone);
    } finally {
      await setLevel(test, 'ward_admin', 'user_management', 'write');
    }
  });

  it('filters by status', async () => {
    const reply = await admin.get(`/results/review?electionId=${election}&status=pending`);
    expect(reply.json('data.total')).toBe(1);
  });

  it('goes through the groups in their order, page by page, whichever of them a page begins in', async () => {
    const { ward: place, units } = await createWard(test.database.db, 8);
    const reviewer = await test.as('ward_admin', place);
    const states = ['pending', 'verified', 'disputed', 'returned', 'cancelled', null, 'pending', 'verified'] as const;
    for (const [index, status] of states.entries()) {
      if (status === null) continue;
      unit = units[index] ?? place;
      officer = await test.as('polling_unit_officer', unit);
      await submit();
      if (status !== 'pending') await decideInStore(test.database.db, unit, status);
    }
    await inTransaction(test.database.db, (tx) => rebuildTallies(tx, election));
    const list = async (query: string) => {
      const reply = await reviewer.get(`/results/review?electionId=${election}${query}`);
      const { total, units: listed } = reply.json<ReviewList>('data');
      return { total, places: listed.map(({ pollingUnitId }) => units.indexOf(pollingUnitId)) };
    };
    const groups = { submitted: [0, 6], disputed: [2], pending: [3, 5], approved: [1, 7], cancelled: [4] };
    const all = Object.values(groups).flat();
    expect(await list('')).toEqual({ total: 8, places: all });
    for (const size of [1, 2, 3, 5]) {
      const pages = Array.from({ length: Math.ceil(8 / size) + 1 }, (_, page) =>
        list(`&pageSize=${size}&page=${page + 1}`),
      );
      expect((await Promise.all(pages)).flatMap(({ places }) => places)).toEqual(all);
    }
    for (const [group, places] of Object.entries(groups)) {
      expect(await list(`&status=${group}`)).toEqual({ total: places.length, places });
      expect(await list(`&status=${group}&q=Polling`)).toEqual({ total: places.length, places });
    }
    expect(await list('&q=Polling&pageSize=3&page=2')).toEqual({ total: 8, places: all.slice(3, 6) });
    const counts = { submitted: 2, disputed: 1, pending: 2, approved: 2, cancelled: 1 };
    const reply = await lga.get(`/results/review?electionId=${election}&area=${place}`);
    expect(reply.json('data.counts')).toEqual(counts);
  });

  it('counts in a wider area what its wards count', async () => {
    const counts = async (area: string) =>
      (await lga.get(`/results/review?electionId=${election}${area}`)).json<ReviewList>('data').counts;
    const results = await test.database.db
      .selectFrom('results')
      .select(['status', ({ fn }) => fn.countAll<number>().as('n')])
      .where('election_id', '=', election)
      .groupBy('status')
      .execute();
    const standing = (status: string) => results.find((row) => row.status === status)?.n ?? 0;
    expect(await counts('')).toMatchObject({
      submitted: standing('pending'),
      approved: standing('verified'),
      disputed: standing('disputed'),
      cancelled: standing('cancelled'),
    });
    expect(await counts(`&area=${unit}`)).toEqual({ submitted: 1, approved: 0, disputed: 0, cancelled: 0, pending: 0 });
  });

  it('narrows to failed checks that stand, and counts those alone', async () => {
    const flagged = () => admin.get(`/results/review?electionId=${election}&flagged=true`);
    expect((await flagged()).json('data.total')).toBe(0);
    id = await submit({ accreditedVoters: 100 });
    const reply = await flagged();
    expect(reply.json('data.units')).toMatchObject([{ resultId: id, flags: [{ code: 'OVER_VOTING' }] }]);
    expect(reply.json('data.counts')).toEqual({ pending: 0, submitted: 1, approved: 0, disputed: 0, cancelled: 0 });
    expect((await decide(admin, 'return', 'Count again', 2)).status).toBe(200);
    expect((await flagged()).json('data.total')).toBe(0);
  });

  it.each([
    ['olling unit 1', 1],
    ['%25', 0],
    ['unit_1', 0],
    ['%5C', 0],
  ])('is searched for what was typed, also for signs that patterns are made of: %s', async (typed, found) => {
    const q = typed.replaceAll(' ', '%20');
    expect((await admin.get(`/results/review?electionId=${election}&q=${q}`)).json('data.total')).toBe(found);
    expect((await admin.get(`/results?electionId=${election}&q=${q}`)).json('data.total')).toBe(found);
  });
});

it('notes on the totals of ward and LGA when a result of theirs last changed', async () => {
  const changes = async () =>
    await test.database.db
      .selectFrom('tallies')
      .select(['status', 'changed_at', 'units'])
      .where('area_id', '=', ward)
      .orderBy('status')
      .execute();
  const [submitted] = await changes();
  await decide(admin, 'verify');
  const [pending, verified] = await changes();
  expect([pending?.units, verified?.units]).toEqual([0, 1]);
  for (const row of [pending, verified])
    expect(row?.changed_at.getTime()).toBeGreaterThan(submitted?.changed_at.getTime() ?? Number.POSITIVE_INFINITY);
  await inTransaction(test.database.db, (tx) => rebuildTallies(tx, election));
  const [recounted] = await changes();
  const result = await test.database.db
    .selectFrom('results')
    .select('updated_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(recounted).toMatchObject({ status: 'verified', changed_at: result.updated_at });
});

it("shows the officer's desk with what was sent and why it came back", async () => {
  await decide(admin, 'return', 'Box 2 is unreadable');
  const desk = await officer.get('/results/desk');
  expect(desk.json('data.unit')).toMatchObject({ id: unit, registeredVoters: 500 });
  const mine = desk
    .json<{ id: string; closed: string | null; result: object }[]>('data.elections')
    .find((entry) => entry.id === election);
  expect(mine).toMatchObject({
    closed: null,
    late: false,
    lateTaken: true,
    result: { status: 'returned', reason: 'Box 2 is unreadable' },
  });
});
