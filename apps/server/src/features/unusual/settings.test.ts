import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { DisputeList } from '@ec/contract/disputes/schemas';
import { ancestorOf, codeOf, type LocationId } from '@ec/contract/geography/location-id';
import type { ResultDetail, ResultList, ReviewList } from '@ec/contract/results/schemas';
import type { UnusualList, UnusualOfResult } from '@ec/contract/unusual/schemas';
import { type CheckSettings, DEFAULT_SETTINGS, type UnusualSettings } from '@ec/contract/unusual/settings';
import { DEFAULT_SETTINGS as SETTINGS } from '@ec/contract/settings/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode } from '../../../test/builders.ts';
import { submitFor } from '../../../test/disputes.ts';
import { importEarlier } from '../../../test/earlier-results.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { narrowed } from '../../../test/moderators.ts';

let test: TestApp;
let national: Client;
let election: ElectionId;
let ward: LocationId;
let units: LocationId[];
let admin: Client;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 1000 });
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());
beforeEach(async () => {
  election = await createElection(test.database.db);
  ({ ward, units } = await createWard(test.database.db, 10));
  admin = await test.as('ward_admin', ward);
});

const SAME = { accreditedVoters: 141, votes: { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 3 }, voidVotes: 4 };
interface Desk {
  results: number;
  resultsUnexplained: number;
  resultsBelow: number;
}
const unit = (index: number) => units[index] ?? ward;
const report = async (index: number, figures: object = SAME) =>
  await submitFor(await test.as('polling_unit_officer', unit(index)), election, unit(index), figures);
const settings = async (by = national) =>
  (await by.get(`/unusual/settings?electionId=${election}`)).json<UnusualSettings>('data');
const set = async (
  changes: Partial<CheckSettings>,
  { version = 0, earlierId = null as string | null, by = national } = {},
) =>
  await by.put('/unusual/settings', {
    electionId: election,
    version,
    checks: { ...DEFAULT_SETTINGS, ...changes },
    earlierId,
  });
const list = async () => (await admin.get(`/unusual?electionId=${election}`)).json<UnusualList>('data');
const detail = async (id: ResultId) => (await admin.get(`/results/${id}`)).json<ResultDetail>('data');
const verify = async (id: ResultId) => await admin.post(`/results/${id}/verify`, { version: 1 });
const close = async (id: ResultId) =>
  await admin.post(`/unusual/${id}/close`, { check: 'identical_votes', version: 1, explanation: 'Typed twice' });

const { identical_votes: identical } = DEFAULT_SETTINGS;

describe('the checks of an election', () => {
  it('begin as all elections do, and are changed by national editors, with old and new values in the log', async () => {
    expect(await settings()).toMatchObject({
      version: 0,
      checks: DEFAULT_SETTINGS,
      earlier: null,
      changedBy: null,
      can: { edit: true },
    });
    expect(await settings(await test.as('super_admin', place('NG')))).toMatchObject({ can: { edit: false } });
    const reply = await set({ identical_votes: { mode: 'off', thresholds: { minVotes: 50, minParties: 2 } } });
    expect(reply.json<UnusualSettings>('data')).toMatchObject({
      version: 1,
      checks: { identical_votes: { mode: 'off', thresholds: { minVotes: 50, minParties: 2 } } },
      changedBy: { id: national.person.id },
    });
    const entries = await test.database.db
      .selectFrom('audit_entries')
      .select(['previous_values', 'new_values'])
      .where('event', '=', 'unusual.checks_changed')
      .where('resource_id', '=', election)
      .execute();
    expect(entries).toEqual([
      {
        previous_values: { identical_votes: identical },
        new_values: { identical_votes: { mode: 'off', thresholds: { minVotes: 50, minParties: 2 } } },
      },
    ]);
    const same = await set(
      { identical_votes: { mode: 'off', thresholds: { minVotes: 50, minParties: 2 } } },
      { version: 1 },
    );
    expect(same.json('data.version')).toBe(1);
  });

  it('are refused outside their limits, in unknown words, and without the election that a check compares with', async () => {
    const turnout = (value: number) => set({ full_turnout: { mode: 'show', thresholds: { turnout: value } } });
    const refused = await turnout(79.9);
    expect(refused.status).toBe(400);
    expect(refused.json<object[]>('fields')).toMatchObject([
      { path: 'checks.full_turnout.thresholds.turnout', message: 'Enter a number from 80 to 100' },
    ]);
    expect((await turnout(80)).status).toBe(200);
    const half = await set(
      { identical_votes: { mode: 'show', thresholds: { minVotes: 50.5, minParties: 3 } } },
      { version: 1 },
    );
    expect(half.status).toBe(400);
    const alone = await set({ earlier_share: { ...DEFAULT_SETTINGS.earlier_share, mode: 'show' } }, { version: 1 });
    expect([alone.status, alone.code]).toEqual([400, 'EARLIER_MISSING']);
    const regional = await test.as('regional_admin', place('SW'));
    expect((await set({}, { by: regional })).status).toBe(403);
    expect((await regional.get(`/unusual/settings?electionId=${election}`)).status).toBe(403);
  });

  it('are read, and not changed, by a moderator who is narrowed to a part of the election', async () => {
    const moderator = await narrowed(test, { canManageElections: true, allowedStates: ['24'] });
    expect((await settings(moderator)).can).toEqual({ edit: false });
    const refused = await set({ identical_votes: { ...identical, mode: 'off' } }, { by: moderator });
    expect([refused.status, refused.code]).toEqual([403, 'NOT_PERMITTED']);
    expect((await settings()).version).toBe(0);
    election = await createElection(test.database.db, { type: 'gubernatorial', areas: [place('24')] });
    expect((await settings(moderator)).can).toEqual({ edit: true });
    expect((await set({ identical_votes: { ...identical, mode: 'off' } }, { by: moderator })).status).toBe(200);
    election = await createElection(test.database.db, { type: 'gubernatorial', areas: [place('19')] });
    expect((await set({}, { by: moderator })).status).toBe(404);
  });

  it('are changed once where two do it at the same time', async () => {
    const changes = [60, 70].map(
      (minVotes) => ({ identical_votes: { mode: 'show', thresholds: { minVotes, minParties: 3 } } }) as const,
    );
    const replies = await Promise.all(changes.map((change) => set(change)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await settings()).version).toBe(1);
  });

  it('decide what is marked: thresholds, and checks that are off', async () => {
    await report(0);
    await report(1);
    expect(await list()).toMatchObject({ total: 2, tests: 4, off: ['earlier_share', 'earlier_turnout'] });
    expect((await list()).marks[0]).toMatchObject({ mode: 'show', usual: true });
    await set({ identical_votes: { mode: 'show', thresholds: { minVotes: 100, minParties: 5 } } });
    expect(await list()).toMatchObject({ total: 0, tests: 2 });
    await set({ identical_votes: { mode: 'show', thresholds: { minVotes: 100, minParties: 2 } } }, { version: 1 });
    expect((await list()).marks[0]).toMatchObject({ usual: false });
    await set({ identical_votes: { ...identical, mode: 'off' } }, { version: 2 });
    expect(await list()).toMatchObject({
      total: 0,
      tests: 2,
      off: ['identical_votes', 'earlier_share', 'earlier_turnout'],
    });
  });
});

describe('a check that needs an explanation', () => {
  it('keeps the result from being verified until it has one, and no longer; provisional totals do not wait', async () => {
    const [first, second] = [await report(0), await report(1)];
    await set({ identical_votes: { ...identical, mode: 'explain' } });
    const before = await detail(first);
    expect(before.can).toMatchObject({ verify: false, return: true });
    expect(before.hint).toContain('Close with an explanation first: Same votes as another unit.');
    const refused = await verify(first);
    expect([refused.status, refused.code]).toEqual([409, 'UNUSUAL_NOT_EXPLAINED']);
    expect(refused.text).toContain('Same votes as another unit');
    const live = await national.get(`/live/summary?electionId=${election}&area=${codeOf(ward)}`);
    expect(live.json('data.coverage')).toMatchObject({ reported: 2, verified: 0 });
    expect((await close(first)).status).toBe(200);
    expect((await detail(first)).can.verify).toBe(true);
    // A third unit with these votes arrives in the meantime: the explanation does not cover it.
    const third = await report(2);
    expect((await verify(first)).code).toBe('UNUSUAL_NOT_EXPLAINED');
    expect((await close(first)).status).toBe(200);
    expect((await verify(first)).status).toBe(200);
    expect((await verify(second)).code).toBe('UNUSUAL_NOT_EXPLAINED');
    await set({}, { version: 1 });
    expect((await verify(second)).status).toBe(200);
    expect((await verify(third)).status).toBe(200);
  });

  it('is asked for before a dispute ends in verification too', async () => {
    const [first] = [await report(0), await report(1)];
    await set({ identical_votes: { ...identical, mode: 'explain' } });
    const body = { resultId: first, reason: 'The ward copy differs from the sheet', version: 1 };
    const raised = await admin.post('/disputes', body);
    expect(raised.status).toBe(201);
    const state = await test.as('state_admin', ancestorOf(ward, 'state') ?? ward);
    const shown = await state.get(`/disputes/${raised.json<string>('data.id')}`);
    expect(shown.json('data.can')).toMatchObject({ verify: false, return: true });
    expect(shown.json('data.hint')).toContain('Same votes as another unit');
    const listed = async () =>
      (await state.get(`/disputes?electionId=${election}`)).json<DisputeList>('data').disputes.map(({ can }) => can);
    expect(await listed()).toEqual([shown.json('data.can')]);
    expect((await close(first)).status).toBe(200);
    const explained = await state.get(`/disputes/${raised.json<string>('data.id')}`);
    expect(explained.json('data')).toMatchObject({ can: { verify: true, return: true }, hint: null });
    expect(await listed()).toEqual([explained.json('data.can')]);
  });

  it('is not yet for a decision in the list and on the dashboard, which count it apart', async () => {
    const [first] = [await report(0), await report(1), await report(2, { ...SAME, votes: { ...SAME.votes, APC: 30 } })];
    const review = async (by: Client) =>
      (await by.get(`/results/review?electionId=${election}&status=submitted&area=${codeOf(ward)}`)).json<ReviewList>(
        'data',
      );
    const shown = async () =>
      (await review(admin)).units.map(({ needsExplanation, canDecide }) => [needsExplanation, canDecide]);
    const desk = async () => (await admin.get(`/dashboard?electionId=${election}`)).json<Desk>('data.desk');
    expect(await review(admin)).toMatchObject({ decidable: 3, unexplained: 0 });
    await set({ identical_votes: { ...identical, mode: 'explain' } });
    expect(await review(admin)).toMatchObject({ decidable: 1, unexplained: 2 });
    expect(await shown()).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
    expect(await desk()).toMatchObject({ results: 1, resultsUnexplained: 2, resultsBelow: 0 });
    const all = (await admin.get(`/results?electionId=${election}`)).json<ResultList>('data').results;
    expect(all.filter(({ can }) => can.verify)).toHaveLength(1);
    // Above the ward they are for others, with an explanation or without.
    const lga = await test.as('lga_admin', ancestorOf(ward, 'lga') ?? ward);
    expect(await review(lga)).toMatchObject({ decidable: 0, unexplained: 0, counts: { submitted: 3 } });
    await close(first);
    expect(await review(admin)).toMatchObject({ decidable: 2, unexplained: 1 });
    expect(await desk()).toMatchObject({ results: 2, resultsUnexplained: 1 });
  });

  it('lets none through where explanation, reopening and verification come at once', async () => {
    const [first] = [await report(0), await report(1)];
    await set({ identical_votes: { ...identical, mode: 'explain' } });
    await close(first);
    const reopen = admin.post(`/unusual/${first}/reopen`, {
      check: 'identical_votes',
      version: 1,
      explanation: 'Look again',
    });
    const [done, opened] = await Promise.all([verify(first), reopen]);
    // Either it was verified before it was reopened, or it was refused.
    expect(opened.status).toBe(200);
    expect([200, 409]).toContain(done.status);
    expect((await detail(first)).status).toBe(done.status === 200 ? 'verified' : 'pending');
  });

  it('leaves no result to automatic approval', async () => {
    const approve = async (election: object) => {
      const value = { ...SETTINGS, election: { ...SETTINGS.election, ...election } };
      await test.database.db
        .updateTable('settings')
        .set({ value: JSON.stringify(value) })
        .execute();
      test.app.platform.organisation.invalidate();
    };
    await approve({ enableVerificationSystem: false, autoApprovalThreshold: 1000 });
    expect(await detail(await report(0))).toMatchObject({ status: 'verified' });
    await set({ full_turnout: { ...DEFAULT_SETTINGS.full_turnout, mode: 'explain' } });
    expect(await detail(await report(1))).toMatchObject({ status: 'pending' });
    await approve({});
  });
});

describe('a comparison with an earlier election', () => {
  it('marks the unit that changed otherwise than its ward, and names the election', async () => {
    const rows = units.map((id, index) => `${codeOf(id)},500,160,${index === 9 ? '40,20,60,1' : '20,20,80,1'},9`);
    const earlierId = await importEarlier(national, {
      text: ['unit_code,registered,accredited,APC,PDP,LP,ZLP,Others', ...rows].join('\n'),
      name: 'Presidential 2023',
      parties: 'APC,PDP,LP,ZLP',
    });
    const set8 = { ...DEFAULT_SETTINGS.earlier_share, mode: 'show' as const };
    expect((await set({ earlier_share: set8 }, { earlierId })).status).toBe(200);
    expect((await settings()).earlier).toMatchObject({ id: earlierId, name: 'Presidential 2023' });
    // All of the ward stay as they were; the last one turns from LP to APC.
    for (const index of units.keys())
      await report(index, {
        accreditedVoters: 160,
        votes:
          index === 9
            ? { APC: 110, PDP: 20, LP: 0, NNPP: 0, Others: 0 }
            : { APC: 20 + (index % 5), PDP: 20, LP: 80, NNPP: 0, Others: 9 },
        voidVotes: 1,
      });
    const marked = (await list()).marks.filter(({ check }) => check === 'earlier_share');
    expect(marked.map(({ code }) => code)).toEqual([codeOf(unit(9))]);
    expect(marked[0]).toMatchObject({
      earlier: 'Presidential 2023',
      distances: [
        { party: 'APC', before: 30.8, units: 10 },
        { party: 'LP', before: 46.2, value: -46.2, units: 10 },
      ],
    });
    // NNPP was on no ballot of the earlier election: three parties of ten units. The last one has too few parties for identical votes.
    expect((await list()).tests).toBe(30 + 9 + 10 + 40 + 10);
    const one = (await admin.get(`/unusual/${marked[0]?.resultId}`)).json<UnusualOfResult>('data');
    expect(one.marks.map(({ check }) => check)).toContain('earlier_share');
  });
});
