import type { ElectionId } from '@ec/contract/base/common';
import type { LiveHistory, LiveSummary } from '@ec/contract/live/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { changeSettings } from '../../../test/settings.ts';
import { compareTallies } from '../results/tally-repository.ts';

let test: TestApp;
let national: Client;
let election: ElectionId;
let ikeja: { ward: LocationId; units: LocationId[] };
let dala: { ward: LocationId; units: LocationId[] };

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

let keys = 0;
async function submit(
  unit: LocationId,
  changes: object = {},
  role: 'polling_unit_officer' | 'gpuo' = 'polling_unit_officer',
): Promise<string> {
  const client = await test.as(role, unit);
  keys += 1;
  const reply = await client.post(
    '/results',
    { ...sheet(election, unit), ...changes },
    { 'idempotency-key': `live-${keys}` },
  );
  expect(reply.text).toContain('submissionId');
  return reply.json<string>('data.id');
}
const decide = async (id: string, unit: LocationId, action: string) => {
  const admin = await test.database.db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'ward_admin')
    .where('area_id', '=', (unit - (unit % 10_000)) as LocationId)
    .executeTakeFirst();
  const client = admin
    ? await test.signIn({ ...admin, area: admin.area_id })
    : await test.as('ward_admin', (unit - (unit % 10_000)) as LocationId);
  expect((await client.post(`/results/${id}/${action}`, { reason: 'As on the sheet', version: 1 })).status).toBe(200);
};
const unitOf = (ward: { units: LocationId[] }, index: number) => ward.units[index] ?? (0 as LocationId);

beforeEach(async () => {
  election = await createElection(test.database.db);
  ikeja = await createWard(test.database.db, 4);
  dala = await createWard(test.database.db, 3, place('19-13'));
});

/** Reads until the figures hold, as a screen does after an event: bounded by the test's own time-out. */
async function eventually(read: () => Promise<void>): Promise<void> {
  await vi.waitFor(read, { timeout: 5000, interval: 50 });
}

describe('figures', () => {
  it('name their basis, and coverage counts returned results as none and cancelled ones without votes', async () => {
    const [verified, returned, disputed, pending] = await Promise.all(ikeja.units.map((unit) => submit(unit)));
    const over = await submit(unitOf(dala, 0), { accreditedVoters: 1 });
    await decide(verified ?? '', unitOf(ikeja, 0), 'verify');
    await decide(returned ?? '', unitOf(ikeja, 1), 'return');
    await decide(disputed ?? '', unitOf(ikeja, 2), 'dispute');
    await decide(over, unitOf(dala, 0), 'cancel');
    expect(pending).toBeDefined();
    await eventually(async () => {
      const summary = await national.get(`/live/summary?electionId=${election}`);
      expect(summary.json('data.coverage')).toMatchObject({
        reported: 4,
        verified: 1,
        pending: 1,
        disputed: 1,
        cancelled: 1,
      });
      expect(summary.json('data.basis.verified')).toMatchObject({
        results: 1,
        totalVotes: 140,
        votes: { LP: 88 },
        accreditedVoters: 141,
        registeredVoters: 500,
      });
      expect(summary.json('data.basis.provisional')).toMatchObject({
        results: 2,
        totalVotes: 280,
        votes: { LP: 176, Others: 6 },
      });
      expect(summary.json('data.leading')).toEqual({ verified: 'LP', provisional: 'LP' });
    });
  });

  it('say the turnout of the units whose registered voters are known, with how many they are', async () => {
    const ward = await createWard(test.database.db, 3);
    const unknown = unitOf(ward, 2);
    await test.database.db
      .updateTable('locations')
      .set({ registered_voters: null })
      .where('id', '=', unknown)
      .execute();
    const figures = (accreditedVoters: number) => ({ accreditedVoters, registeredVoters: undefined });
    await submit(unitOf(ward, 0), figures(150));
    await submit(unitOf(ward, 1), figures(150));
    await submit(unknown, figures(900));
    for (const area of [ward.ward, unknown]) {
      await eventually(async () => {
        const summary = await national.get(`/live/summary?electionId=${election}&area=${area}`);
        expect(summary.json('data.basis.provisional')).toMatchObject(
          area === unknown
            ? { results: 1, accreditedVoters: 900, registeredVoters: 0, registeredUnits: 0, registeredAccredited: 0 }
            : {
                results: 3,
                accreditedVoters: 1200,
                registeredVoters: 1000,
                registeredUnits: 2,
                registeredAccredited: 300,
              },
        );
      });
    }
    expect(await compareTallies(test.database.db, election)).toEqual([]);
  });

  it('add up at every level from the unit to the nation', async () => {
    await Promise.all([...ikeja.units, ...dala.units].map((unit, index) => submit(unit, { voidVotes: index })));
    const levels: [string, number][] = [
      [String(unitOf(ikeja, 1)), 1],
      [String(ikeja.ward), 4],
      ['24-11', 4],
      ['24', 4],
      ['SW', 4],
      ['19', 3],
      ['NG', 7],
    ];
    for (const [area, results] of levels) {
      await eventually(async () => {
        const summary = await national.get(`/live/summary?electionId=${election}&area=${area}`);
        expect(summary.json('data.basis.provisional.results')).toBe(results);
        const { voidVotes, totalVotes } = summary.json<{ voidVotes: number; totalVotes: number }>(
          'data.basis.provisional',
        );
        expect(totalVotes).toBe(results * 136 + voidVotes);
      });
    }
    for (const area of ['NG', 'SW', '24', '24-11', String(ikeja.ward)]) {
      const summary = await national.get(`/live/summary?electionId=${election}&area=${area}`);
      const rows = (await national.get(`/live/areas?electionId=${election}&area=${area}`)).json<
        { provisional: { totalVotes: number }; coverage: { units: number } }[]
      >('data.areas');
      expect(rows.reduce((sum, row) => sum + row.provisional.totalVotes, 0)).toBe(
        summary.json('data.basis.provisional.totalVotes'),
      );
      expect(rows.reduce((sum, row) => sum + row.coverage.units, 0)).toBe(summary.json('data.coverage.units'));
    }
  });

  it('list all 37 states of the nation where asked', async () => {
    const reply = await national.get(`/live/areas?electionId=${election}&level=state`);
    expect(reply.json<object[]>('data.areas')).toHaveLength(37);
  });

  it('say Tie where two parties have the most', async () => {
    await submit(unitOf(ikeja, 0), { votes: { APC: 40, PDP: 40, LP: 1, NNPP: 0 } });
    await eventually(async () => {
      const summary = await national.get(`/live/summary?electionId=${election}&area=${ikeja.ward}`);
      expect(summary.json('data.leading.provisional')).toBe('Tie');
    });
  });

  it('of an election that covers one state count only its units', async () => {
    election = await createElection(test.database.db, { areas: [place('19')] });
    const summary = await national.get(`/live/summary?electionId=${election}`);
    const kano = await test.database.db
      .selectFrom('locations')
      .select('units')
      .where('id', '=', place('19'))
      .executeTakeFirst();
    expect(summary.json('data.coverage.units')).toBe(kano?.units);
  });
});

describe('the feed', () => {
  it('has the newest first, at most 20, filtered by area, party, leading party and status', async () => {
    await submit(unitOf(ikeja, 0));
    await submit(unitOf(dala, 0), { votes: { APC: 90, PDP: 1, LP: 0, NNPP: 0 } });
    const feed = async (query: string) =>
      (await national.get(`/live/feed?electionId=${election}${query}`)).json<{ leading: string; state: string }[]>(
        'data.items',
      );
    expect((await feed('')).map((item) => item.leading)).toEqual(['APC', 'LP']);
    expect((await feed('&area=24')).map((item) => item.state)).toEqual(['Lagos']);
    expect(await feed('&leading=APC')).toHaveLength(1);
    expect(await feed('&party=NNPP')).toHaveLength(1);
    expect(await feed('&party=XYZ')).toHaveLength(0);
    expect(await feed('&status=verified')).toHaveLength(0);
    expect((await national.get(`/live/feed?electionId=${election}&limit=21`)).status).toBe(400);
    const total = async (query: string) =>
      (await national.get(`/live/feed?electionId=${election}&limit=1${query}`)).json<number>('data.total');
    await eventually(async () => {
      expect(await Promise.all(['', '&area=24', '&status=pending', '&leading=APC', '&party=XYZ'].map(total))).toEqual([
        2, 1, 2, 1, 0,
      ]);
    });
  });

  it('exports what is filtered, with names that a spreadsheet cannot run', async () => {
    await test.database.db
      .updateTable('locations')
      .set({ name: '=HYPERLINK("x")' })
      .where('id', '=', unitOf(ikeja, 0))
      .execute();
    await submit(unitOf(ikeja, 0));
    await submit(unitOf(dala, 0));
    const csv = await national.get(`/live/export.csv?electionId=${election}&area=24`);
    const lines = csv.text.trim().split('\n');
    expect(lines[0]).toContain(
      'pu_code,state,lga,ward,polling_unit,registered,accredited,APC,PDP,LP,NNPP,Others,void,total_votes',
    );
    expect(lines[0]?.trim().endsWith(',changed_at,form,origin,origin_words')).toBe(true);
    expect(lines[1]?.trim().endsWith(',EC8A,officer,Sent by the officer')).toBe(true);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`'=HYPERLINK`);
    expect(lines[1]).toContain(',31,12,88,2,3,4,140,LP,pending,Awaiting review,');
    const unlisted = await national.get(`/live/export.csv?electionId=${election}&party=XYZ`);
    expect(unlisted.text.trim()).toBe(lines[0]?.trim());
    const byConstituency = await national.get(`/live/export.csv?electionId=${election}&by=constituency`);
    expect(byConstituency.text.trim().split('\n')).toEqual([expect.stringContaining('constituency,name,state,units,')]);
    expect(await auditOf(test, election)).toEqual(['live.exported', 'live.exported', 'live.exported']);
  });
});

describe('the two counts side by side', () => {
  it('compares only units that both have, and marks what differs by more than the setting', async () => {
    await submit(unitOf(ikeja, 0));
    await submit(unitOf(ikeja, 0), { votes: { APC: 88, PDP: 12, LP: 31, NNPP: 2, Others: 3 } }, 'gpuo');
    await submit(unitOf(dala, 0));
    await eventually(async () => {
      const reply = await national.get(`/live/compare?electionId=${election}&area=NG`);
      const rows =
        reply.json<{ area: { code: string }; marked: boolean; party: string; difference: number; coverage: object }[]>(
          'data.areas',
        );
      expect(rows.find((row) => row.area.code === 'SW')).toMatchObject({
        marked: true,
        difference: 41.91,
        coverage: { official: 1, grassroots: 1, both: 1 },
      });
      expect(rows.find((row) => row.area.code === 'NW')).toMatchObject({
        marked: false,
        difference: null,
        coverage: { official: 1, grassroots: 0, both: 0 },
      });
    });
  });
});

describe('the history of a count', () => {
  const history = async (client: Client, area: string) => {
    const reply = await client.get(`/live/history?electionId=${election}&area=${area}`);
    expect(reply.status).toBe(200);
    return reply.json<LiveHistory>('data');
  };

  it.each([
    [true, 1],
    [false, 2],
  ])('with review %s ends with the present figures of each basis, and never falls', async (isReviewed, verified) => {
    await changeSettings(test, {
      election: { enableVerificationSystem: isReviewed, autoApprovalThreshold: 1000 },
    });
    const first = await submit(unitOf(ikeja, 0));
    await submit(unitOf(ikeja, 1), { votes: { APC: 10, PDP: 60, LP: 20, NNPP: 2, Others: 3 } });
    await submit(unitOf(dala, 0));
    await changeSettings(test, { election: { enableVerificationSystem: true } });
    if (isReviewed) await decide(first, unitOf(ikeja, 0), 'verify');
    await eventually(async () => {
      const summary = (await national.get(`/live/summary?electionId=${election}&area=24`)).json<LiveSummary>('data');
      expect(summary.basis.verified.results).toBe(verified);
    });
    const { points, parties } = await history(national, '24');
    const summary = (await national.get(`/live/summary?electionId=${election}&area=24`)).json<LiveSummary>('data');
    expect(points).toHaveLength(40);
    for (const basis of ['verified', 'provisional'] as const) {
      const last = points.at(-1)?.[basis];
      expect(last?.results).toBe(summary.basis[basis].results);
      for (const party of parties) expect(last?.votes[party]).toBe(summary.basis[basis].votes[party]);
      const results = points.map((point) => point[basis].results);
      expect(results).toEqual(results.toSorted((a, b) => a - b));
    }
    expect((await history(national, 'NG')).points.at(-1)?.provisional.results).toBe(3);
  });

  it('has no point while nothing is counted, and is bounded to the own area', async () => {
    expect((await history(national, 'NG')).points).toEqual([]);
    const ogun = await test.as('state_admin', place('27'));
    expect((await ogun.get(`/live/history?electionId=${election}&area=19`)).status).toBe(404);
    expect((await test.anonymous.get(`/live/history?electionId=${election}`)).status).toBe(401);
    const unknown = '0190a0b0-0000-7000-8000-0000000000ff';
    expect((await national.get(`/live/history?electionId=${unknown}`)).code).toBe('ELECTION_NOT_FOUND');
  });
});

describe('access', () => {
  it('bounds an admin to the own area', async () => {
    const lagos = await test.as('state_admin', place('24'));
    expect((await lagos.get(`/live/summary?electionId=${election}`)).json('data.area.code')).toBe('24');
    expect((await lagos.get(`/live/summary?electionId=${election}&area=19`)).status).toBe(404);
    expect((await lagos.get(`/live/areas?electionId=${election}&area=NG`)).status).toBe(404);
  });

  it('is closed while election mode is off', async () => {
    await setElectionMode(test.database.db, false);
    test.app.platform.organisation.invalidate();
    const reply = await national.get(`/live/summary?electionId=${election}`);
    await setElectionMode(test.database.db, true);
    test.app.platform.organisation.invalidate();
    expect([reply.status, reply.code]).toEqual([403, 'ELECTION_MODE_REQUIRED']);
  });
});
