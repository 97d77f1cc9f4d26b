import { randomUUID } from 'node:crypto';
import type { ElectionId } from '@ec/contract/base/common';
import type { ElectionType } from '@ec/contract/elections/schemas';
import { chainOf, type LocationId, NATION } from '@ec/contract/geography/location-id';
import type { ResultTask } from '@ec/contract/results/desk';
import type { Flag, Receipt, ResultDetail, ReviewUnit } from '@ec/contract/results/schemas';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

const DATE = '2027-02-20';
let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
  national = await test.as('national_admin', NATION);
});
afterAll(() => test.close());

interface Unit {
  unit: LocationId;
  officer: Client;
  admin: Client;
  president: ElectionId;
  senate: ElectionId;
  house: ElectionId;
}

/** A unit of a new ward in which three elections are held together. */
async function unitOfDay(): Promise<Unit> {
  const { db } = test.database;
  const { ward, units } = await createWard(db, 2);
  const [unit = ward] = units;
  const of = async (type: ElectionType, name: string) => await createElection(db, { type, name, areas: [ward] });
  const house = await of('house_of_representatives', 'House');
  const president = await of('presidential', 'President');
  const senate = await of('senatorial', 'Senate');
  const reply = await national.post('/contest-days', {
    date: DATE,
    name: 'Day',
    elections: [house, president, senate],
  });
  expect(reply.status).toBe(201);
  const officer = await test.as('polling_unit_officer', unit);
  return { unit, officer, admin: await test.as('ward_admin', ward), president, senate, house };
}

async function send(
  officer: Client,
  election: ElectionId,
  unit: LocationId,
  accreditedVoters = 141,
  key = randomUUID(),
) {
  const body = { ...sheet(election, unit), accreditedVoters };
  return await officer.post('/results', body, { 'idempotency-key': key });
}

const DIFFERS = 'ACCREDITATION_DIFFERS';
const differing = (flags: readonly Flag[]) => flags.find(({ code }) => code === DIFFERS)?.arithmetic;
const detailOf = async (client: Client, id: string) => (await client.get(`/results/${id}`)).json<ResultDetail>('data');

describe("the officer's tasks", () => {
  it('are one a contest in the order of the sheets, with form, state and what was sent', async () => {
    const { unit, officer, admin, president, senate, house } = await unitOfDay();
    const receipt = (await send(officer, president, unit)).json<Receipt>('data');
    const tasks = (await officer.get('/results/tasks')).json<ResultTask[]>('data.tasks');
    expect(tasks.map(({ electionId, formCode, status, open }) => [electionId, formCode, status, open])).toEqual([
      [president, 'EC8A', 'submitted', true],
      [senate, 'EC8A(I)', 'pending', true],
      [house, 'EC8A(II)', 'pending', true],
    ]);
    expect(tasks.map(({ submissionId }) => submissionId)).toEqual([receipt.submissionId, undefined, undefined]);
    expect(new Set(tasks.map(({ contestDayId }) => contestDayId)).size).toBe(1);
    await admin.post(`/results/${receipt.id}/return`, { version: 1, reason: 'Unclear' });
    const [first] = (await officer.get('/results/tasks')).json<ResultTask[]>('data.tasks');
    expect(first).toMatchObject({ status: 'returned', open: true });
  });

  it('are of one count: an observer does not see what the officer sent', async () => {
    const { unit, officer, president } = await unitOfDay();
    await send(officer, president, unit);
    const observer = await test.as('gpuo', unit);
    const tasks = (await observer.get('/results/tasks')).json<ResultTask[]>('data.tasks');
    expect(tasks.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
  });

  it('random sets of wards and contests: the tasks of each unit are the elections that cover it', async () => {
    const { db } = test.database;
    const wards = await Promise.all(['24-11', '24-11', '24-02', '19-01'].map((lga) => createWard(db, 1, place(lga))));
    const officers = new Map<LocationId, Client>();
    for (const [unit] of wards.map(({ units }) => units)) {
      if (unit !== undefined) officers.set(unit, await test.as('polling_unit_officer', unit));
    }
    const everywhere = [NATION, place('24'), place('19'), place('24-11'), ...wards.map(({ ward }) => ward)];
    const contest = fc.record({
      type: fc.constantFrom<ElectionType>('presidential', 'senatorial', 'house_of_representatives', 'state_assembly'),
      areas: fc.uniqueArray(fc.constantFrom(...everywhere), { minLength: 1, maxLength: 3 }),
      held: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(contest, { minLength: 1, maxLength: 4 }), async (contests) => {
        const made = [];
        for (const { type, areas, held } of contests) {
          const election = await createElection(db, { type, areas, status: held ? 'live' : 'draft' });
          made.push({ election, areas, held });
        }
        for (const [unit, officer] of officers) {
          const tasks = (await officer.get('/results/tasks')).json<ResultTask[]>('data.tasks');
          const covering = made.filter(({ areas, held }) => held && chainOf(unit).some((area) => areas.includes(area)));
          expect(tasks.map(({ electionId }) => electionId).toSorted()).toEqual(
            covering.map(({ election }) => election).toSorted(),
          );
        }
        await db
          .deleteFrom('elections')
          .where(
            'id',
            'in',
            made.map(({ election }) => election),
          )
          .execute();
      }),
      { numRuns: 15 },
    );
  });
});

describe('accredited voters of the sheets of one unit', () => {
  it('that differ are a flag with its arithmetic on the answer and its repetition, and refuse nothing', async () => {
    const { unit, officer, president, senate, house } = await unitOfDay();
    expect((await send(officer, president, unit)).json<Receipt>('data').flags).toEqual([]);
    const key = randomUUID();
    const reply = await send(officer, senate, unit, 142, key);
    expect(reply.status).toBe(201);
    expect(differing(reply.json<Receipt>('data').flags)).toBe('accredited: this sheet 142, President 141');
    expect((await send(officer, senate, unit, 142, key)).json('data')).toEqual(reply.json('data'));
    const third = await send(officer, house, unit, 141);
    expect(differing(third.json<Receipt>('data').flags)).toBe('accredited: this sheet 141, President 141, Senate 142');
  });

  it('are verified one after the other', async () => {
    const { unit, officer, admin, president, senate } = await unitOfDay();
    const first = (await send(officer, president, unit)).json<Receipt>('data');
    const second = (await send(officer, senate, unit, 142)).json<Receipt>('data');
    for (const { id } of [first, second]) {
      const reply = await admin.post(`/results/${id}/verify`, { version: 1 });
      expect(reply.status, reply.text).toBe(200);
    }
    const [answer] = (await officer.get('/results/tasks')).json<ResultTask[]>('data.tasks');
    expect(answer?.status).toBe('approved');
  });

  it('flag the first sheet when the second arrives, and no sheet any more once they agree', async () => {
    const { unit, officer, admin, president, senate } = await unitOfDay();
    const first = (await send(officer, president, unit)).json<Receipt>('data');
    const second = (await send(officer, senate, unit, 150)).json<Receipt>('data');
    const before = await detailOf(admin, first.id);
    expect(differing(before.flags)).toBe('accredited: this sheet 141, Senate 150');
    expect(before.checks.find(({ code }) => code === DIFFERS)?.ok).toBe(false);
    expect(
      before.contests.map(({ electionName, resultId, accreditedVoters }) => [electionName, resultId, accreditedVoters]),
    ).toEqual([
      ['Senate', second.id, 150],
      ['House', null, null],
    ]);
    const flagged = async () =>
      (await admin.get(`/results/review?electionId=${president}&flagged=true`)).json<ReviewUnit[]>('data.units');
    expect((await flagged()).map(({ flags }) => differing(flags))).toEqual(['accredited: this sheet 141, Senate 150']);
    await send(officer, senate, unit, 141);
    for (const id of [first.id, second.id]) {
      const after = await detailOf(admin, id);
      expect([differing(after.flags), after.checks.find(({ code }) => code === DIFFERS)?.ok]).toEqual([
        undefined,
        true,
      ]);
    }
    expect(await flagged()).toEqual([]);
    const list = await admin.get(`/results/review?electionId=${president}`);
    const row = list.json<ReviewUnit[]>('data.units').find(({ pollingUnitId }) => pollingUnitId === unit);
    expect(row?.contests.map(({ electionType, status }) => [electionType, status])).toEqual([
      ['senatorial', 'submitted'],
      ['house_of_representatives', 'pending'],
    ]);
  });

  it('are compared neither with the other count, nor with a sheet that went back, nor outside a contest day', async () => {
    const { unit, officer, admin, president, senate } = await unitOfDay();
    const first = (await send(officer, president, unit)).json<Receipt>('data');
    const observer = await test.as('gpuo', unit);
    expect((await send(observer, senate, unit, 150)).json<Receipt>('data').flags).toEqual([]);
    await admin.post(`/results/${first.id}/return`, { version: 1, reason: 'Unclear' });
    expect((await send(officer, senate, unit, 150)).json<Receipt>('data').flags).toEqual([]);
    const alone = await createElection(test.database.db, { type: 'state_assembly', areas: [place('24')] });
    expect((await send(officer, alone, unit, 160)).json<Receipt>('data').flags).toEqual([]);
  });
});
