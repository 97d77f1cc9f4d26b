import type { TranscriberList, Work, WorkDesk } from '@ec/contract/second-entry/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { changeSettings, editorOf } from '../../../test/settings.ts';
import {
  askFor,
  claim,
  decide,
  detail,
  enter,
  FIGURES,
  freshNight,
  lgaAdmins,
  makeAgent,
  makeTranscribers,
  moveTo,
  type Night,
  POLICY,
  transcriber,
  TYPED,
} from '../../../test/second-entries.ts';

let test: TestApp;
let admins: Client['person'][];
let night: Night;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  admins = await lgaAdmins(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  night = await freshNight(test, admins);
});

describe('a claimed sheet', () => {
  it('holds the photo, the unit and the ballot, and nothing of the first entry', async () => {
    const { officer, typist, wardAdmin, id } = night;
    await typist.get('/second-entries/work');
    const reply = await typist.post('/second-entries/claim', {});
    const work = reply.json<Work>('data.work');
    expect(work).toMatchObject({ state: 'claimed', parties: expect.arrayContaining(['APC', 'LP']), formCode: 'EC8A' });
    expect(work.fields).toEqual(Object.keys(TYPED));
    expect(Object.keys(work).toSorted()).toEqual([
      'candidates',
      'election',
      'fields',
      'formCode',
      'id',
      'kept',
      'leaseUntil',
      'looks',
      'parties',
      'photoFileId',
      'state',
      'unit',
    ]);
    const result = (await wardAdmin.get(`/results/${id}`)).json<{
      submissionId: string;
      digest: string;
      totalVotes: number;
      submittedBy: { id: string; name: string };
    }>('data');
    const first = [...Object.values(FIGURES.votes), FIGURES.accreditedVoters, FIGURES.voidVotes, result.totalVotes];
    const secret = [
      ...first.map(String),
      result.submissionId,
      result.digest,
      id,
      officer.person.id,
      officer.person.name,
    ];
    const { unit, ...others } = work;
    expect(Object.keys(unit).toSorted()).toEqual(['chain', 'code', 'name']);
    const ids = [work.id, work.photoFileId];
    const body = ids.reduce((text, one) => text.replaceAll(one, ''), JSON.stringify(others));
    expect(secret.filter((text) => body.includes(text))).toEqual([]);
  });

  it('is told to reviewers with the result, and not to its officer, who could replace figures that are not checked', async () => {
    const { officer, wardAdmin, typist, id } = night;
    const told = async (by: Client) => (await by.get(`/results/${id}`)).json<object | null>('data.secondEntry');
    expect(await told(wardAdmin)).toMatchObject({ state: null });
    expect(await told(officer)).toBeNull();
    // Nor by news of a result that has not changed.
    const read = sql<{ type: string }>`select payload->>'type' as type from events order by id`;
    const before = (await read.execute(test.database.db)).rows.length;
    await enter(typist, (await claim(typist)).id);
    const news = (await read.execute(test.database.db)).rows.slice(before).map(({ type }) => type);
    expect(new Set(news)).toEqual(new Set(['second_entry.changed']));
  });

  it('shows its photo to who holds it, to no other transcriber, and to none after it was sent', async () => {
    const { typist, other } = night;
    const work = await claim(typist);
    const open = (by: Client) => by.get(`/files/${work.photoFileId}?variant=view`);
    expect((await open(typist)).status).toBe(200);
    expect((await open(other)).status).toBe(404);
    await enter(typist, work.id);
    expect((await open(typist)).status).toBe(404);
  });

  const openPhoto = (by: Client, { photoFileId }: Work) => by.get(`/files/${photoFileId}?variant=view`);

  it('goes to another once its transcriber works at a collation centre that holds the unit, who cannot enter it any more', async () => {
    const { election, typist, other, lga } = night;
    const work = await claim(typist);
    await makeAgent(test, typist, { election, area: place('24-11'), by: lga });
    expect((await openPhoto(typist, work)).status).toBe(404);
    expect((await typist.get('/second-entries/work')).json<WorkDesk>('data').held).toEqual([]);
    expect((await enter(typist, work.id)).code).toBe('ENTRY_NOT_HELD');
    // At once, not after the lease.
    expect((await claim(other)).id).toBe(work.id);
    await makeAgent(test, other, { election, area: place('24-11'), by: lga });
    const unreadable = await other.post(`/second-entries/${work.id}/unreadable`, { fields: ['votes.APC'] });
    expect(unreadable.code).toBe('ENTRY_NOT_HELD');
    const last = await transcriber(test);
    await enter(last, (await claim(last)).id);
    const { steps } = await detail(lga, work.id);
    expect(steps.map(({ step, by }) => [step, by.id])).toEqual(
      [typist, other]
        .flatMap(({ person }) => [
          ['claimed', person.id],
          ['released', person.id],
        ])
        .concat([
          ['claimed', last.person.id],
          ['entered', last.person.id],
        ]),
    );
  });

  it('goes to another when its transcriber, who got an office in its area, asks for the next one', async () => {
    const { wardAdmin, ward, other } = night;
    const mover = await test.as('ward_admin', (await createWard(test.database.db, 1)).ward);
    await makeTranscribers(test, [mover]);
    const work = await claim(mover);
    await moveTo(test, wardAdmin, (await createWard(test.database.db, 1)).ward);
    await moveTo(test, mover, ward);
    expect(await askFor(mover)).toBeNull();
    expect((await claim(other)).id).toBe(work.id);
  });

  it('goes to another when the work of its transcriber ends, whose pages hear of it', async () => {
    const { typist, other, wardAdmin } = night;
    const lead = await test.as('national_admin', place('NG'));
    const work = await claim(typist);
    const ended = await lead.put(`/second-entries/transcribers/${typist.person.id}`, { transcriber: false });
    expect(ended.status).toBe(200);
    const { rows } = await sql<{ payload: object }>`select payload from events order by id desc limit 1`.execute(
      test.database.db,
    );
    expect(rows).toEqual([{ payload: { type: 'user.changed', userId: typist.person.id } }]);
    expect((await claim(other)).id).toBe(work.id);
    await enter(other, work.id);
    const released = (await detail(wardAdmin, work.id)).steps.find(({ step }) => step === 'released');
    expect(released?.by.id).toBe(lead.person.id);
  });

  it('does not say who has it, before they have entered it', async () => {
    const { typist, other, lga } = night;
    const { id } = await claim(typist);
    const told = async () => {
      const { transcriber: by, steps } = await detail(lga, id);
      return [by?.id ?? null, ...steps.map(({ step }) => step)];
    };
    expect(await told()).toEqual([null]);
    await enter(typist, id, { 'votes.LP': 1778 });
    expect(await told()).toEqual([typist.person.id, 'claimed', 'entered']);
    await decide(lga, id, 'neither');
    await claim(other);
    expect(await told()).toEqual([null, 'claimed', 'entered', 'neither']);
    await enter(other, id);
    expect(await told()).toEqual([other.person.id, 'claimed', 'entered', 'neither', 'claimed', 'entered']);
  });

  it('is given to one of two who ask at once', async () => {
    const { typist, other } = night;
    await typist.get('/second-entries/work');
    const replies = await Promise.all([typist, other].map((by) => by.post('/second-entries/claim', {})));
    const works = replies.map((reply) => reply.json<Work | null>('data.work')?.id ?? null);
    expect(works.filter((work) => work !== null)).toHaveLength(1);
  });

  it('is not given to its sender, to a person of its unit, or to who set the password of its sender', async () => {
    const { officer, wardAdmin, typist } = night;
    await makeTranscribers(test, [officer, wardAdmin]);
    await sql`insert into account_controls (user_id, by_user_id, act) values (${officer.person.id}, ${wardAdmin.person.id}, 'password_set')`.execute(
      test.database.db,
    );
    expect(await askFor(officer)).toBeNull();
    expect(await askFor(wardAdmin)).toBeNull();
    expect(await askFor(typist)).not.toBeNull();
  });

  it('comes first to transcribers from outside its LGA where the policy prefers them', async () => {
    const { lga, id, submit } = night;
    const near = await test.as('ward_admin', (await createWard(test.database.db, 1)).ward);
    await makeTranscribers(test, [near]);
    const electionId = await createElection(test.database.db, {
      configuration: { secondEntry: { ...POLICY, outsideLga: true } },
    });
    // The larger sheet comes first, but not to a neighbour.
    const larger = await submit({ electionId, votes: { ...FIGURES.votes, APC: 9000 }, accreditedVoters: 13_000 });
    const results = [(await claim(near)).id, (await claim(near)).id].map(
      async (entry) => (await detail(lga, entry)).resultId,
    );
    expect(await Promise.all(results)).toEqual([id, larger]);
  });

  it('goes back, and to another person', async () => {
    const { typist, other } = night;
    const work = await claim(typist);
    expect((await typist.post(`/second-entries/${work.id}/release`, {})).status).toBe(200);
    expect((await enter(typist, work.id)).code).toBe('ENTRY_NOT_HELD');
    expect((await claim(other)).id).toBe(work.id);
  });

  it('can be sent after the lease while it is free, and not once another has it', async () => {
    const { typist, other, wardAdmin } = night;
    const work = await claim(typist);
    test.clock.advance(11);
    expect((await claim(other)).id).toBe(work.id);
    expect((await enter(typist, work.id)).code).toBe('ENTRY_NOT_HELD');
    test.clock.advance(11);
    const again = await test.signIn(other.person);
    expect((await enter(again, work.id)).status).toBe(200);
    const reader = await test.signIn(wardAdmin.person);
    expect((await detail(reader, work.id)).state).toBe('matched');
  });

  it('is void once the officer sends new figures', async () => {
    const { typist, wardAdmin, submit } = night;
    const work = await claim(typist);
    await submit({ votes: { ...FIGURES.votes, LP: 1789 } });
    expect((await enter(typist, work.id)).code).toBe('ENTRY_VOID');
    const next = await claim(typist);
    expect(next.id).not.toBe(work.id);
    expect((await detail(wardAdmin, work.id)).state).toBe('void');
  });
});

describe('an entry', () => {
  it('that equals the first makes the result verifiable; before that it is not', async () => {
    const { typist, wardAdmin, verify, stateOf } = night;
    const early = await verify(wardAdmin);
    expect(early.code).toBe('SECOND_ENTRY_MISSING');
    const work = await claim(typist);
    expect((await verify(wardAdmin)).code).toBe('SECOND_ENTRY_MISSING');
    expect((await enter(typist, work.id)).json('data')).toEqual({});
    expect(await stateOf()).toBe('matched');
    expect((await verify(wardAdmin)).json('data.status')).toBe('verified');
  });

  it('that is sent again, because its answer was lost, is stored once', async () => {
    const { typist, wardAdmin } = night;
    const { id } = await claim(typist);
    for (const reply of [await enter(typist, id), await enter(typist, id)]) expect(reply.status).toBe(200);
    expect((await enter(typist, id, { 'votes.LP': 1 })).code).toBe('ENTRY_NOT_HELD');
    const { steps } = await detail(wardAdmin, id);
    expect(steps.map(({ step }) => step)).toEqual(['claimed', 'entered']);
  });

  it('needs every field, and no other', async () => {
    const { typist } = night;
    const work = await claim(typist);
    const blank = await enter(typist, work.id, { 'votes.LP': null });
    expect([blank.code, blank.json('fields.0.path')]).toEqual(['ENTRY_FIELDS', 'figures.votes.LP']);
    expect((await enter(typist, work.id, { 'votes.XYZ': 4 })).code).toBe('ENTRY_FIELDS');
    expect((await typist.post(`/second-entries/${work.id}/enter`, { figures: {} })).code).toBe('ENTRY_FIELDS');
    expect((await enter(typist, work.id, { 'votes.LP': -1 })).status).toBe(400);
  });

  it('asks for boxes 3 to 8 only where the officer was asked for them', async () => {
    const { typist, election, submit, stateOf } = night;
    const configuration = JSON.stringify({ secondEntry: POLICY, fullEc8a: true });
    await test.database.db.updateTable('elections').set({ configuration }).where('id', '=', election).execute();
    const early = await claim(typist);
    expect(early.fields).toEqual(Object.keys(TYPED));
    await enter(typist, early.id);
    expect(await stateOf()).toBe('matched');
    const boxes = { ballotsIssued: 6143, unusedBallots: 423, spoiledBallots: 0, validVotes: 5666, usedBallots: 5720 };
    await submit({ boxes });
    const { fields } = await claim(typist);
    expect(fields).toContain('boxes.usedBallots');
  });

  it('with a blank box 1 is read by the register that the officer had', async () => {
    const { typist, unit, submit, stateOf } = night;
    const { db } = test.database;
    const register = async (voters: number | null) =>
      await db.updateTable('locations').set({ registered_voters: voters }).where('id', '=', unit).execute();
    const noted = async (before: number, minutes: number) => {
      const at = new Date(test.clock.now().getTime() + minutes * 60_000);
      await sql`insert into registered_voter_changes (polling_unit_id, code, before, changed_at)
        values (${unit}, 'of the unit', ${before}, ${at})`.execute(db);
    };
    await noted(480, -60);
    await noted(500, 1);
    await register(810);
    await enter(typist, (await claim(typist)).id);
    expect(await stateOf()).toBe('matched');
    await register(null);
    await submit();
    await register(810);
    await enter(typist, (await claim(typist)).id);
    expect(await stateOf()).toBe('matched');
  });

  it('of an empty sheet never matches by itself', async () => {
    const { typist, lga, submit } = night;
    const zero = { APC: 0, PDP: 0, LP: 0, NNPP: 0, Others: 0 };
    await submit({ accreditedVoters: 0, votes: zero, voidVotes: 0, zeroVotesConfirmed: true });
    const work = await claim(typist);
    const none = Object.fromEntries(Object.keys(TYPED).map((field) => [field, 0]));
    expect((await enter(typist, work.id, { ...none, registeredVoters: null })).status).toBe(200);
    const shown = await detail(lga, work.id);
    expect([shown.state, shown.fields, shown.verdicts]).toEqual(['differs', [], ['officer_wrong', 'neither', 'equal']]);
    expect((await decide(lga, work.id, 'equal')).json('data.state')).toBe('matched');
  });
});

it('counts as work of today what was entered since midnight of the organisation', async () => {
  const { typist } = night;
  const lead = await editorOf(test);
  const { id } = await claim(typist);
  const midnight = (zone: string) => sql`date_trunc('day', now(), ${zone})`;
  const [lagos, utc] = [midnight('Africa/Lagos'), midnight('UTC')];
  // Between the two midnights: of today where the day began first.
  const { rows } = await sql<{ early: boolean }>`with entered as (
      insert into second_entry_steps (entry_id, step, by_user_id, created_at)
        values (${id}, 'entered', ${typist.person.id}, greatest(${lagos}, ${utc}) - interval '1 minute') returning 1)
    select ${utc} < ${lagos} as early from entered`.execute(test.database.db);
  const expected = (zone: string) => ((zone === 'UTC') === rows[0]?.early ? 1 : 0);
  for (const zone of ['UTC', 'Africa/Lagos']) {
    await changeSettings(test, { general: { timezone: zone } });
    const { counts } = (await typist.get('/second-entries/work')).json<WorkDesk>('data');
    const path = `/second-entries/transcribers?pageSize=100&q=${typist.person.name}`;
    const { transcribers } = (await lead.get(path)).json<TranscriberList>('data');
    const listed = transcribers.find(({ person }) => person.id === typist.person.id);
    expect([counts.today, listed?.counts.today]).toEqual([expected(zone), expected(zone)]);
  }
});
