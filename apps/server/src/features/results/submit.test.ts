import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { DEFAULT_SETTINGS } from '@ec/contract/settings/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { compareTallies } from './tally-repository.ts';

let test: TestApp;
let election: ElectionId;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
});
afterAll(() => test.close());

async function officer(): Promise<{ unit: LocationId; ward: LocationId; client: Client }> {
  const { ward, units } = await createWard(test.database.db, 1);
  const unit = units[0] ?? ward;
  return { unit, ward, client: await test.as('polling_unit_officer', unit) };
}

const key = (value: string) => ({ 'idempotency-key': `key-${value}-${Math.random()}` });

describe('a submission', () => {
  it('is stored as pending with its receipt, totals, audit entry and version', async () => {
    const { unit, client, ward } = await officer();
    const reply = await client.post('/results', sheet(election, unit), key('first'));
    expect(reply.status).toBe(201);
    expect(reply.json('data')).toMatchObject({
      version: 1,
      status: 'pending',
      flags: [],
      sheetSha256: null,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const audit = await test.database.db
      .selectFrom('audit_entries')
      .select(['event', 'user_id', 'area_id'])
      .where('resource_id', '=', reply.json<string>('data.id'))
      .execute();
    expect(audit).toEqual([{ event: 'result.submitted', user_id: client.person.id, area_id: unit }]);
    const tallies = await test.database.db.selectFrom('tallies').selectAll().where('area_id', '=', ward).execute();
    expect(tallies).toMatchObject([
      { status: 'pending', units: 1, votes: [31, 12, 88, 2, 3], void_votes: 4, accredited: 141, registered: 500 },
    ]);
  });

  it('answers the first receipt again to the same key and body, and refuses another body', async () => {
    const { unit, client } = await officer();
    const headers = key('repeat');
    const first = await client.post('/results', sheet(election, unit), headers);
    const again = await client.post('/results', sheet(election, unit), headers);
    expect(again.status).toBe(200);
    expect(again.json('data')).toEqual(first.json('data'));
    const other = await client.post('/results', { ...sheet(election, unit), voidVotes: 5 }, headers);
    expect([other.status, other.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });

  describe('that waited on one phone while another sent other figures', () => {
    const boxes = { ballotsIssued: 200, unusedBallots: 60, spoiledBallots: 0, validVotes: 134, usedBallots: 140 };
    const phones = async () => {
      const { unit, client } = await officer();
      const [one, other] = await Promise.all([
        test.signIn(client.person, 'phone-1'),
        test.signIn(client.person, 'phone-2'),
      ]);
      const send = (phone: Client, change: Record<string, unknown>) =>
        phone.post('/results', { ...sheet(election, unit), boxes, ...change }, key('phones'));
      expect((await send(other, { voidVotes: 6, replaces: 0 })).status).toBe(201);
      return { unit, client, send, one, other };
    };

    it('is refused with the fields that differ, and replaces it once its sender has seen it', async () => {
      const { unit, send, one } = await phones();
      const refused = await send(one, { replaces: 0, boxes: { ...boxes, ballotsIssued: 300 } });
      expect([refused.status, refused.code, refused.json('details.version')]).toEqual([409, 'NEWER_VERSION', 1]);
      const says = (field: string, figure: number) => ({ path: field, message: `Version 1 says ${figure}` });
      expect(refused.json('fields')).toEqual([says('voidVotes', 6), says('boxes.ballotsIssued', 200)]);
      const results = test.database.db.selectFrom('results').select(['version', 'void_votes']);
      const stored = () => results.where('polling_unit_id', '=', unit).execute();
      expect(await stored()).toEqual([{ version: 1, void_votes: 6 }]);
      expect((await send(one, { replaces: 1 })).json('data.version')).toBe(2);
      expect(await stored()).toEqual([{ version: 2, void_votes: 4 }]);
    });

    it.each([
      ['the same figures', { voidVotes: 6, replaces: 0 }, 'one'],
      [
        'a correction from the phone that sent the newer one, whose receipt was lost',
        { voidVotes: 7, replaces: 0 },
        'other',
      ],
      ['a sheet that names no version', { voidVotes: 7 }, 'one'],
    ] as const)('takes %s', async (_, change, phone) => {
      const made = await phones();
      expect((await made.send(made[phone], change)).json('data.version')).toBe(2);
    });
  });

  it('answers the first receipt again after the officer was moved, and takes nothing new for the unit before', async () => {
    const { unit, client } = await officer();
    const headers = key('moved');
    const first = await client.post('/results', sheet(election, unit), headers);
    const move = async (to: LocationId | null) => {
      const { id } = client.person;
      await test.database.db.updateTable('users').set({ area_id: to }).where('id', '=', id).execute();
      test.app.platform.sessions.forget(id);
    };
    for (const [to, code] of [
      [(await createWard(test.database.db, 1)).units[0] ?? null, 'UNIT_NOT_YOURS'],
      [null, 'UNIT_NOT_ASSIGNED'],
    ] as const) {
      await move(to);
      const again = await client.post('/results', { ...sheet(election, unit), source: 'official' }, headers);
      expect([again.status, again.json('data')]).toEqual([200, first.json('data')]);
      const other = await client.post('/results', { ...sheet(election, unit), voidVotes: 5 }, headers);
      expect(other.code).toBe('IDEMPOTENCY_CONFLICT');
      expect((await client.post('/results', sheet(election, unit), key('new'))).code).toBe(code);
    }
  });

  it('is found in the list by its submission ID, also after it was replaced, and by no other', async () => {
    const { unit, ward, client } = await officer();
    const first = await client.post('/results', sheet(election, unit), key('found'));
    await client.post('/results', { ...sheet(election, unit), voidVotes: 1 }, key('found-again'));
    const [id, submission] = [first.json<string>('data.id'), first.json<string>('data.submissionId')];
    const admin = await test.as('ward_admin', ward);
    const found = async (q: string, reader = admin) =>
      (await reader.get(`/results?q=${encodeURIComponent(q)}`)).json<{ id: string }[]>('data.results');
    expect(await found(submission.toLowerCase())).toMatchObject([{ id }]);
    expect(await found(submission.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toEqual([]);
    expect(await found(submission, await test.as('lga_admin', place('24-12')))).toEqual([]);
  });

  it('replaces a pending one by a new version and keeps the old', async () => {
    const { unit, client, ward } = await officer();
    await client.post('/results', sheet(election, unit), key('a'));
    const second = await client.post('/results', { ...sheet(election, unit), voidVotes: 1 }, key('b'));
    expect(second.json('data')).toMatchObject({ version: 2, status: 'pending' });
    const detail = await client.get(`/results/${second.json<string>('data.id')}`);
    expect(detail.json<{ voidVotes: number }[]>('data.versions').map((version) => version.voidVotes)).toEqual([4, 1]);
    const tallies = await test.database.db
      .selectFrom('tallies')
      .select(['units', 'void_votes'])
      .where('area_id', '=', ward)
      .execute();
    expect(tallies).toEqual([{ units: 1, void_votes: 1 }]);
  });

  it('takes over-voting in, flags it with its arithmetic, and never loses a vote', async () => {
    const { unit, client } = await officer();
    const reply = await client.post('/results', { ...sheet(election, unit), accreditedVoters: 100 }, key('over'));
    expect(reply.status).toBe(201);
    expect(reply.json('data.flags')).toEqual([
      expect.objectContaining({ code: 'OVER_VOTING', arithmetic: 'total votes 140 > accredited 100' }),
    ]);
  });

  it('gives equal racers one receipt: twenty at once make one version', async () => {
    const { unit, client } = await officer();
    const headers = key('race');
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => client.post('/results', sheet(election, unit), headers)),
    );
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(19).fill(200),
      201,
    ]);
    expect(new Set(replies.map((reply) => reply.json<string>('data.digest'))).size).toBe(1);
    expect(replies[0]?.json('data.version')).toBe(1);
  });

  it('takes different submissions of one unit at once as versions, none lost', async () => {
    const { unit, client } = await officer();
    const replies = await Promise.all(
      Array.from({ length: 3 }, (_, index) =>
        client.post('/results', { ...sheet(election, unit), voidVotes: index }, key(`v${index}`)),
      ),
    );
    expect(replies.map((reply) => reply.json<number>('data.version')).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  });

  it('waits for the versions before, from the fourth on; a repeated one never does', async () => {
    const { unit, client } = await officer();
    const send = (voidVotes: number, headers = key('flood')) =>
      client.post('/results', { ...sheet(election, unit), voidVotes }, headers);
    const last = key('last');
    const first = [await send(0), await send(1), await send(2, last)];
    const refused = await send(3);
    expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([429, 'TOO_MANY_REQUESTS', '10']);
    expect((await send(2, last)).status).toBe(200);
    test.clock.advance(1);
    const flood = [];
    for (let index = 0; index < 20; index++) flood.push(await send(3 + index));
    expect([...first, ...flood].filter(({ status }) => status === 201)).toHaveLength(4);
    const entries = await auditOf(test, first[0]?.json<string>('data.id') ?? '');
    expect(entries).toHaveLength(4);
  });

  it('keeps the totals equal to a recount while many submit and review at once', async () => {
    const { ward, units } = await createWard(test.database.db, 24);
    const admin = await test.as('ward_admin', ward);
    const officers = await Promise.all(units.map((unit) => test.as('polling_unit_officer', unit)));
    await Promise.all(
      officers.map(async (client, index) => {
        const unit = units[index] ?? ward;
        const reply = await client.post('/results', { ...sheet(election, unit), voidVotes: index % 5 }, key('c'));
        const id = reply.json<string>('data.id');
        if (index % 3 === 0) await admin.post(`/results/${id}/verify`, { version: 1 });
        else if (index % 3 === 1) await admin.post(`/results/${id}/return`, { version: 1, reason: 'Blurred photo' });
        else await client.post('/results', { ...sheet(election, unit), accreditedVoters: 150 }, key('d'));
      }),
    );
    expect(await compareTallies(test.database.db, election)).toEqual([]);
    const rows = await test.database.db
      .selectFrom('tallies')
      .select(['status', 'units'])
      .where('area_id', '=', ward)
      .where('units', '>', 0)
      .execute();
    expect(Object.fromEntries(rows.map((row) => [row.status, row.units]))).toEqual({
      verified: 8,
      returned: 8,
      pending: 8,
    });
  });
});

describe('a submission that is refused stores nothing', () => {
  type Change = (body: ReturnType<typeof sheet>) => object;
  const cases: [string, number, string, Change][] = [
    [
      'an unknown election',
      404,
      'ELECTION_NOT_FOUND',
      (body) => ({ ...body, electionId: '0190aaaa-0000-7000-8000-000000000000' }),
    ],
    ["another's unit", 404, 'UNIT_NOT_YOURS', (body) => ({ ...body, pollingUnitId: '24-11-05-003' })],
    ['a negative figure', 400, 'VALIDATION_FAILED', (body) => ({ ...body, voidVotes: -1 })],
    ['a fraction', 400, 'VALIDATION_FAILED', (body) => ({ ...body, accreditedVoters: 1.5 })],
    ['a huge figure', 400, 'VALIDATION_FAILED', (body) => ({ ...body, votes: { ...body.votes, APC: 1e12 } })],
    ['a figure in words', 400, 'VALIDATION_FAILED', (body) => ({ ...body, votes: { ...body.votes, APC: '31' } })],
    ['an unknown party', 400, 'UNKNOWN_PARTY', (body) => ({ ...body, votes: { ...body.votes, XYZ: 1 } })],
    ['a missing party', 400, 'MISSING_PARTY', (body) => ({ ...body, votes: { APC: 1, PDP: 1, LP: 1 } })],
    [
      'votes all zero',
      400,
      'VOTES_ALL_ZERO',
      (body) => ({ ...body, votes: { APC: 0, PDP: 0, LP: 0, NNPP: 0 }, voidVotes: 0 }),
    ],
    [
      'a sheet that is not theirs',
      400,
      'SHEET_NOT_FOUND',
      (body) => ({ ...body, sheetFileId: '0190aaaa-0000-7000-8000-000000000000' }),
    ],
    ['the other count', 400, 'VALIDATION_FAILED', (body) => ({ ...body, source: 'grassroots' })],
  ];
  it.each(cases)('%s', async (_, status, code, change) => {
    const { unit, client } = await officer();
    const reply = await client.post('/results', change(sheet(election, unit)), key('bad'));
    expect([reply.status, reply.code]).toEqual([status, code]);
    const stored = await test.database.db
      .selectFrom('results')
      .select('id')
      .where('polling_unit_id', '=', unit)
      .execute();
    expect(stored).toEqual([]);
  });

  it('names every fault at once with its path', async () => {
    const { unit, client } = await officer();
    const reply = await client.post(
      '/results',
      { ...sheet(election, unit), accreditedVoters: -1, votes: { APC: 1.5 }, voidVotes: 'x' },
      key('many'),
    );
    expect(
      reply
        .json<{ path: string }[]>('fields')
        .map((field) => field.path)
        .sort(),
    ).toEqual(['accreditedVoters', 'voidVotes', 'votes.APC']);
  });

  it('without a key', async () => {
    const { unit, client } = await officer();
    expect((await client.post('/results', sheet(election, unit))).code).toBe('IDEMPOTENCY_KEY_REQUIRED');
  });

  it('for a unit outside the election', async () => {
    const { unit, client } = await officer();
    const kano = await createElection(test.database.db, { areas: [place('19')] });
    expect((await client.post('/results', sheet(kano, unit), key('x'))).code).toBe('UNIT_NOT_COVERED');
  });

  it.each(['draft', 'scheduled', 'archived'] as const)('for an election that is %s', async (status) => {
    const { unit, client } = await officer();
    const other = await createElection(test.database.db, { status });
    const reply = await client.post('/results', sheet(other, unit), key('x'));
    expect([reply.status, reply.code]).toEqual([409, 'ELECTION_NOT_LIVE']);
  });

  it('after the deadline, and is taken late where the setting allows it', async () => {
    const { unit, client } = await officer();
    const closed = await createElection(test.database.db, {
      status: 'completed',
      opensAt: new Date('2027-02-18T07:30:00Z'),
      closesAt: new Date('2027-02-18T13:30:00Z'),
    });
    expect((await client.post('/results', sheet(closed, unit), key('x'))).code).toBe('DEADLINE_PASSED');
  });

  it('while election mode is off', async () => {
    const { unit, client } = await officer();
    await setElectionMode(test.database.db, false);
    test.app.platform.organisation.invalidate();
    const reply = await client.post('/results', sheet(election, unit), key('x'));
    await setElectionMode(test.database.db, true);
    test.app.platform.organisation.invalidate();
    expect([reply.status, reply.code]).toEqual([403, 'ELECTION_MODE_REQUIRED']);
  });
});

describe('settings', () => {
  const withElectionSettings = async (
    election: Partial<(typeof DEFAULT_SETTINGS)['election']>,
    work: () => Promise<void>,
  ) => {
    const value = { ...DEFAULT_SETTINGS, election: { ...DEFAULT_SETTINGS.election, ...election } };
    await test.database.db
      .updateTable('settings')
      .set({ value: JSON.stringify(value) })
      .execute();
    test.app.platform.organisation.invalidate();
    await work();
    await test.database.db.updateTable('settings').set({ value: '{}' }).execute();
    test.app.platform.organisation.invalidate();
  };

  it('let late results in, marked and never approved automatically', async () => {
    await withElectionSettings({ allowLateSubmissions: true, enableVerificationSystem: false }, async () => {
      const { unit, client } = await officer();
      const closesAt = new Date('2027-02-18T13:30:00Z');
      const past = await createElection(test.database.db, { opensAt: new Date('2027-02-18T07:30:00Z'), closesAt });
      const reply = await client.post('/results', sheet(past, unit), key('late'));
      expect(reply.json('data')).toMatchObject({
        status: 'pending',
        flags: [{ code: 'LATE', arithmetic: expect.stringMatching(/^sent .*, deadline /) }],
      });
    });
  });

  it.each([
    ['a clean sheet below the threshold', {}, 1000, 'verified'],
    ['a clean sheet at the threshold', {}, 140, 'pending'],
    ['a flagged sheet', { accreditedVoters: 100 }, 1000, 'pending'],
  ])('with verification off, %s', async (_, changes, autoApprovalThreshold, status) => {
    await withElectionSettings({ enableVerificationSystem: false, autoApprovalThreshold }, async () => {
      const { unit, client } = await officer();
      const reply = await client.post('/results', { ...sheet(election, unit), ...changes }, key('auto'));
      expect(reply.json('data.status')).toBe(status);
    });
  });
});

it.each(['audit_entries', 'result_versions'])('lets no user change or remove %s', async (table) => {
  const { unit, client } = await officer();
  await client.post('/results', sheet(election, unit), key('append-only'));
  const attempts = [`update ${table} set submitted_at = now()`, `delete from ${table}`, `truncate ${table} cascade`];
  const change = table === 'audit_entries' ? `update ${table} set event = 'x'` : attempts[0];
  for (const statement of [change ?? '', ...attempts.slice(1)]) {
    await expect(test.database.pool.query(statement)).rejects.toThrow('permission denied');
    await expect(test.asOwner(async (tx) => void (await sql.raw(statement).execute(tx)))).rejects.toThrow(
      'append-only',
    );
  }
});

it('keeps the two counts apart', async () => {
  const { unit, client, ward } = await officer();
  const observer = await test.as('gpuo', unit);
  await client.post('/results', sheet(election, unit), key('o'));
  await observer.post('/results', { ...sheet(election, unit), voidVotes: 9 }, key('g'));
  const rows = await test.database.db
    .selectFrom('tallies')
    .select(['source', 'void_votes', 'units'])
    .where('area_id', '=', ward)
    .orderBy('source')
    .execute();
  expect(rows).toEqual([
    { source: 'grassroots', void_votes: 9, units: 1 },
    { source: 'official', void_votes: 4, units: 1 },
  ]);
});
