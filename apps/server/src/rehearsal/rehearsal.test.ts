import { sql } from 'kysely';
import { readFile, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { locationIdOf } from '@ec/contract/geography/location-id';
import { STATES } from '@ec/contract/geography/reference-data';
import { ROLE_IDS } from '@ec/contract/permissions/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/harness.ts';
import { findFormDifferences } from '../features/collations/record/record-queries.ts';
import { findStrayDisputes } from '../features/disputes/queries.ts';
import { findRecordDifferences } from '../features/results/record-queries.ts';
import { compareTallies } from '../features/results/tally-repository.ts';
import { verifyPassword } from '../platform/identity/passwords.ts';
import { type Account, planAccounts } from './accounts.ts';
import { findRehearsedElection } from './elections.ts';
import { drawFace, markOf } from './faces.ts';
import { RESULTS_2023 } from './facts-2023.ts';
import { startFeeder } from './feeder.ts';
import { prepareRehearsal } from './load.ts';
import { isFree, planStates } from './plan.ts';
import { planSheets, stateTargets } from './sheets.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('the plan of the whole country', () => {
  const states = planStates('full');

  it('has the wards, units and registered voters of every state', () => {
    for (const { fact, wards } of states) {
      expect(wards).toHaveLength(fact.wards);
      expect(sum(wards.map(({ units }) => units.length))).toBe(fact.units);
      const registered = sum(wards.flatMap(({ units }) => units.map((unit) => unit.registered)));
      expect(registered).toBe(RESULTS_2023.get(fact.code)?.registered);
    }
    expect(states).toHaveLength(STATES.length);
  });

  it('has sheets that sum to the declared votes, and as many wrong ones as real papers', () => {
    const sheets = states.flatMap(planSheets);
    const party = (index: number) => sum(sheets.map(({ votes }) => votes[index] ?? 0));
    // APC, LP, NNPP, PDP as declared on 1 March 2023.
    expect([party(5), party(10), party(11), party(13)]).toEqual([8_794_726, 6_101_533, 1_496_687, 6_984_520]);
    expect(sum(sheets.map(({ voidVotes }) => voidVotes))).toBe(939_278);
    const share = (count: number) => count / sheets.length;
    const over = sheets.filter(({ totalVotes, accredited }) => totalVotes > accredited);
    expect(share(over.length)).toBeCloseTo(0.039, 2);
    expect(share(over.filter(({ accredited }) => accredited === 0).length)).toBeCloseTo(0.018, 2);
    expect(sheets.every(({ totalVotes, registered }) => totalVotes <= registered)).toBe(true);
    expect(sheets.some(({ unit }) => isFree(unit))).toBe(false);
  });
});

describe('a small rehearsal', () => {
  let test: TestApp;
  let accounts: Account[];
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const prepare = async () => {
    const { database, app } = test;
    return (await prepareRehearsal({ database, config: { ...app.platform.config, rehearsalContests: 'three' }, log }))
      .accounts;
  };

  beforeAll(async () => {
    test = await testApp({ mode: 'rehearsal' });
    test.clock.set(new Date());
    accounts = await prepare();
  });
  afterAll(() => test.close());

  it('has an account of every role and twenty officers, in a file for its owner alone', async () => {
    expect(accounts).toHaveLength(33);
    expect(accounts.slice(0, 13).map(({ role }) => role)).toEqual(ROLE_IDS);
    expect(accounts.slice(13).every(({ role }) => role === 'polling_unit_officer')).toBe(true);
    const file = path.join(test.app.platform.config.dataDir, 'accounts.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(accounts);
    expect(new Set(accounts.map(({ password }) => password)).size).toBe(33);
    for (const { phone, password, role } of accounts) {
      const user = await test.database.db
        .selectFrom('users')
        .select(['role', 'password_hash'])
        .where('phone', '=', phone)
        .executeTakeFirstOrThrow();
      expect(user.role).toBe(role);
      expect(await verifyPassword(user.password_hash ?? '', password)).toBe(true);
    }
  });

  it('has a picture of every user who signs in, so that the console requires none first', async () => {
    const { db } = test.database;
    const pictured = await db.selectFrom('users').selectAll().where('profile_picture_id', 'is not', null).execute();
    expect(pictured.map(({ phone }) => phone).sort()).toEqual(accounts.map(({ phone }) => phone).sort());
    const files = await db.selectFrom('files').select('purpose').execute();
    expect(files).toEqual(accounts.map(() => ({ purpose: 'profile_picture' })));
    const officer = pictured.find(({ role }) => role === 'polling_unit_officer');
    if (!officer) throw new Error('no officer has a picture');
    const client = await test.signIn({ ...officer, area: officer.area_id });
    const status = await client.get('/users/profile-picture-status');
    expect(status.json('data.requiresProfilePicture')).toBe(false);
    const me = await client.get('/auth/me');
    const shown = await client.get(me.json<string>('data.user.profilePictureUrl').replace('/api', ''));
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    await client.post('/auth/logout');
  });

  it('has pictures that show every letter and digit of what stands on them', () => {
    for (const plan of planAccounts()) {
      const mark = markOf(plan);
      expect(mark).toMatch(/^[A-Z\d]{1,2}$/);
      expect(drawFace(mark, 0).match(/<path/g), mark).toHaveLength(mark.length);
    }
  });

  it('leaves the units of its officers without any result', async () => {
    const officers = accounts.filter(({ role }) => ['polling_unit_officer', 'gpuo', 'grassroot_puo'].includes(role));
    expect(new Set(officers.map(({ area }) => area)).size).toBe(23);
    const found = await test.database.db
      .selectFrom('results')
      .select('id')
      .where(
        'polling_unit_id',
        'in',
        officers.flatMap(({ area }) => locationIdOf(area) ?? []),
      )
      .execute();
    expect(found).toEqual([]);
  });

  it('never verifies a sheet with more votes than accredited voters, and flags it', async () => {
    const over = await test.database.db
      .selectFrom('results')
      .select(['status', 'flags'])
      .whereRef('total_votes', '>', 'accredited')
      .execute();
    expect(over.length).toBeGreaterThan(0);
    expect(over.every(({ status, flags }) => status !== 'verified' && flags.includes('OVER_VOTING'))).toBe(true);
  });

  it('has a dispute for every disputed result and none else open, some of them assigned and with comments', async () => {
    const elections = await test.database.db.selectFrom('elections').select('id').execute();
    for (const { id } of elections) expect(await findStrayDisputes(test.database.db, id)).toEqual([]);
    const disputes = await test.database.db.selectFrom('disputes').selectAll().execute();
    const kinds = await test.database.db.selectFrom('dispute_entries').select(['kind', 'created_at']).execute();
    expect(disputes.some((row) => row.resolved_at === null)).toBe(true);
    expect(disputes.some((row) => row.resolved_as === 'verified' && row.resolved_by !== row.raised_by)).toBe(true);
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['raised', 'assigned', 'comment', 'resolved']));
    expect(kinds.every((entry) => entry.created_at <= new Date())).toBe(true);
  });

  it('has totals equal to a recount', async () => {
    const elections = await test.database.db.selectFrom('elections').select('id').execute();
    expect(elections).toHaveLength(7);
    for (const { id } of elections) expect(await compareTallies(test.database.db, id)).toEqual([]);
    expect(await findRecordDifferences(test.database.db)).toEqual([]);
    expect(await findFormDifferences(test.database.db)).toEqual([]);
  });

  it('has a day of three contests: every officer of the demo’s state has a sheet of each, and the accredited voters of some differ', async () => {
    const { db } = test.database;
    const held = await db
      .selectFrom('elections')
      .innerJoin('contest_days', 'contest_days.id', 'elections.contest_day_id')
      .select(['elections.id', 'type', 'status'])
      .orderBy('elections.id')
      .execute();
    expect(held.map(({ type, status }) => [type, status])).toEqual([
      ['presidential', 'live'],
      ['senatorial', 'live'],
      ['house_of_representatives', 'live'],
    ]);
    const { rows } = await sql<{ differing: number }>`select count(*) as differing from results a join results b
      on b.polling_unit_id = a.polling_unit_id and b.source = a.source and b.accredited <> a.accredited
      where a.election_id = ${held[0]?.id} and b.election_id = ${held[1]?.id}`.execute(db);
    expect(rows[0]?.differing).toBeGreaterThan(0);
  });

  it('started again changes nothing and has the same accounts', async () => {
    const counts = async () => {
      const tables = ['users', 'locations', 'results', 'elections', 'files', 'audit_entries'] as const;
      const rows = tables.map(
        async (table) =>
          await test.database.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('n'))
            .execute(),
      );
      return await Promise.all(rows);
    };
    const before = await counts();
    expect(await prepare()).toEqual(accounts);
    expect(await counts()).toEqual(before);
  });

  it('is completed by the feeder through the API: state sums are then those of the plan', async () => {
    const { fastify } = test.app;
    await fastify.listen({ host: '127.0.0.1', port: 0 });
    const baseUrl = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`;
    const { database, app } = test;
    await startFeeder({ baseUrl, database, config: app.platform.config, log, pace: 1000 }).finished;
    expect(lines.at(-1)).toBe('Rehearsal: all results are sent');
    const election = await findRehearsedElection(database.db);
    const results = await database.db
      .selectFrom('results')
      .select(['polling_unit_id', 'votes', 'void_votes'])
      .where('election_id', '=', election?.id ?? null)
      .where('source', '=', 'official')
      .execute();
    for (const state of planStates('small')) {
      const units = new Set(state.wards.flatMap(({ units: inWard }) => inWard.map(({ id }) => id)));
      const own = results.filter((row) => units.has(row.polling_unit_id));
      const targets = stateTargets(state);
      expect(own).toHaveLength([...units].filter((id) => !isFree(id)).length);
      expect(targets.votes.map((_, party) => sum(own.map(({ votes }) => votes[party] ?? 0)))).toEqual(targets.votes);
      expect(sum(own.map((row) => row.void_votes))).toBe(targets.voidVotes);
    }
    const open = await database.db.selectFrom('sessions').select('id').where('ended_at', 'is', null).execute();
    expect(open).toEqual([]);
  });

  it('gives a picture to an account that lacks one', async () => {
    const { db } = test.database;
    const phone = accounts[0]?.phone ?? '';
    await db.updateTable('users').set({ profile_picture_id: null }).where('phone', '=', phone).execute();
    await prepare();
    const row = await db
      .selectFrom('users')
      .select('profile_picture_id')
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow();
    expect(row.profile_picture_id).not.toBeNull();
  });

  it('makes new passwords where the list of accounts was lost', async () => {
    await writeFile(path.join(test.app.platform.config.dataDir, 'accounts.json'), '[');
    const renewed = await prepare();
    expect(renewed.map(({ phone }) => phone)).toEqual(accounts.map(({ phone }) => phone));
    expect(renewed[0]?.password).not.toBe(accounts[0]?.password);
  });
});

describe('a store with a real organisation', () => {
  it('is not turned into a rehearsal', async () => {
    const test = await testApp();
    try {
      await test.as('super_admin', locationIdOf('NG') ?? null);
      const deps = { database: test.database, config: test.app.platform.config, log: () => undefined };
      await expect(prepareRehearsal(deps)).rejects.toThrow('not a rehearsal');
    } finally {
      await test.close();
    }
  });
});
