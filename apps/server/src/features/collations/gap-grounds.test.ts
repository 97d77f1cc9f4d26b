import type { ElectionId } from '@ec/contract/base/common';
import { ballotOf } from '@ec/contract/elections/parties';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { enter, formOf, rowOf, totalsOf } from '../../../test/collations.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { type Db, inOneSnapshot } from '../../platform/database/database.ts';
import { createGapGrounds, type GapGround, type ReadGround } from './gap-grounds.ts';

let test: TestApp;
let election: ElectionId;
let parties: string[];
let wards: { ward: LocationId; units: LocationId[]; admin: Client }[];

const LGA = place('24-11');

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  const row = await test.database.db
    .selectFrom('elections')
    .select('parties')
    .where('id', '=', election)
    .executeTakeFirstOrThrow();
  parties = ballotOf(row.parties);
  wards = [];
  for (let index = 0; index < 3; index++) {
    const { ward, units } = await createWard(test.database.db, 3);
    wards.push({ ward, units, admin: await test.as('ward_admin', ward) });
  }
});
afterAll(() => test.close());

const readKept = createGapGrounds();
const ask = (area = LGA) => ({ electionId: election, area, constituencyId: null, parties });

/** The order of units in one ward is the database's own. */
const sorted = (ground: GapGround): GapGround => ({
  ...ground,
  wards: new Map(
    [...ground.wards]
      .toSorted(([a], [b]) => a - b)
      .map(([ward, { units, node, ...rest }]) => [
        ward,
        {
          ...rest,
          units: units.toSorted((a, b) => a.unit - b.unit),
          node: { ...node, units: node.units.toSorted((a, b) => a.id - b.id) },
        },
      ]),
  ),
});

/** What was kept of earlier readings and what is read anew are the same. */
async function same(): Promise<GapGround> {
  const kept = sorted(await readKept(test.database.db, ask(), false));
  expect(kept).toEqual(sorted(await createGapGrounds()(test.database.db, ask(), false)));
  return kept;
}

async function report(unit: LocationId, votes: Record<string, number>): Promise<string> {
  const officer = await test.as('polling_unit_officer', unit);
  const all = { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 0, ...votes };
  const reply = await officer.post(
    '/results',
    { ...sheet(election, unit), votes: all },
    { 'idempotency-key': `sheet-${unit}-${JSON.stringify(votes)}` },
  );
  expect(reply.status).toBe(201);
  return reply.json('data.id');
}

async function entered(by: Client, form: object): Promise<string> {
  const reply = await enter(by, form);
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  return reply.json('data.id');
}

/** One reading in its own snapshot, which waits with what it was told of forms and of votes until it is let go. */
function gatedReading(read: ReadGround, area: LocationId) {
  const gates = [' as contents', 'json_build_array(t.area_id, t.votes)'].map((text) => ({
    text,
    reached: Promise.withResolvers<void>(),
    open: Promise.withResolvers<void>(),
  }));
  const waiting = new WeakMap<object, (typeof gates)[number]>();
  const gated = (db: Db): Db =>
    db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        const gate = gates.find(({ text }) => JSON.stringify(node).includes(text));
        if (gate) waiting.set(queryId, gate);
        return node;
      },
      transformResult: async ({ queryId, result }) => {
        const gate = waiting.get(queryId);
        gate?.reached.resolve();
        await gate?.open.promise;
        return result;
      },
    });
  const done = inOneSnapshot(test.database.db, async (tx) => {
    const anew = sorted(await createGapGrounds()(tx, ask(area), false));
    expect(sorted(await read(gated(tx), ask(area), false))).toEqual(anew);
  });
  const [contents, votes] = gates as [(typeof gates)[0], (typeof gates)[0]];
  return { contents, votes, done };
}

it('readers of several moments who share what is kept each see their own', async () => {
  const area = place('24-12');
  const [one, two, three] = [
    await createWard(test.database.db, 2, area),
    await createWard(test.database.db, 1, area),
    await createWard(test.database.db, 1, area),
  ];
  const [first, third] = [await test.as('ward_admin', one.ward), await test.as('ward_admin', three.ward)];
  const [a, b] = one.units as [LocationId, LocationId];
  const read = createGapGrounds();
  const anew = async () => {
    const { db } = test.database;
    expect(sorted(await read(db, ask(area), false))).toEqual(sorted(await createGapGrounds()(db, ask(area), false)));
  };
  await report(a, {});
  await entered(first, formOf(election, one.ward, one.units));
  await entered(third, formOf(election, three.ward, three.units));

  // The early one waits with the first version of each form, while another reads what came after.
  const early = gatedReading(read, area);
  await early.contents.reached.promise;
  await report(b, { APC: 77 });
  const changed = { ...totalsOf(1), votes: { ...totalsOf(1).votes, APC: 5 } };
  await entered(third, formOf(election, three.ward, three.units, { statedTotals: changed }));
  await anew();

  // The late one takes some of that, and waits for the rest, while the early one ends.
  await report(two.units[0] ?? two.ward, {});
  await entered(first, formOf(election, one.ward, [a]));
  const late = gatedReading(read, area);
  await late.contents.reached.promise;
  early.contents.open.resolve();
  await early.votes.reached.promise;
  late.contents.open.resolve();
  await late.votes.reached.promise;
  early.votes.open.resolve();
  await early.done;
  late.votes.open.resolve();
  await late.done;
  await anew();
});

it('what is kept of a ward follows each change of its form and of our sheets', async () => {
  const [one, two] = wards as [(typeof wards)[0], (typeof wards)[0]];
  const [first, second, third] = one.units as [LocationId, LocationId, LocationId];
  await same();
  await entered(one.admin, formOf(election, one.ward, one.units));
  expect((await same()).wards.get(one.ward)).toMatchObject({ units: [], unheld: { places: 3 } });

  const result = await report(first, {});
  expect((await same()).wards.get(one.ward)).toMatchObject({ units: [], unheld: { places: 2 } });

  // One sheet has more, the other as much less: the ward's own total is as before, and both rows differ.
  await report(second, { APC: 21, LP: 98 });
  await report(third, { APC: 41, LP: 78 });
  const swapped = (await same()).wards.get(one.ward);
  expect(swapped?.units.map(({ unit }) => unit)).toEqual([second, third]);
  expect(swapped?.unheld).toBeNull();

  // A decision that keeps a sheet counted, and one that does not.
  expect((await one.admin.post(`/results/${result}/verify`, { version: 1 })).status).toBe(200);
  expect((await same()).coverage).toEqual({ held: 3, verified: 1 });
  const lga = await test.as('lga_admin', LGA);
  expect((await lga.post(`/results/${result}/dispute`, { version: 1, reason: 'Copies differ' })).status).toBe(200);
  expect((await same()).wards.get(one.ward)?.unheld).toMatchObject({ places: 1 });

  // Another ward changes nothing here, and a newer version of the form replaces the one before.
  await entered(two.admin, formOf(election, two.ward, two.units));
  await same();
  const form = await entered(
    one.admin,
    formOf(election, one.ward, [], {
      source: 'portal',
      rows: [rowOf(second), rowOf(third)],
      statedTotals: totalsOf(2),
    }),
  );
  await same();
  expect((await lga.post(`/collations/${form}/verify`, { version: 1, comment: 'Seen' })).status).toBe(200);
  const shorter = (await same()).wards.get(one.ward);
  expect(shorter?.unheld).toBeNull();
  expect(shorter?.units.map(({ unit, form: row }) => [codeOf(unit), row === null])).toEqual([
    [codeOf(second), false],
    [codeOf(third), false],
  ]);
});

it('a form with another order of parties is compared party by party', async () => {
  const three = wards[2];
  if (!three) throw new Error('no third ward');
  const [unit] = three.units as [LocationId];
  await report(unit, {});
  const id = await entered(three.admin, formOf(election, three.ward, [unit]));
  expect((await same()).wards.get(three.ward)).toMatchObject({ units: [], unheld: null });
  // A version of the form as it would be after its parties had stood in another order.
  const reversed = sql`(select array_agg(x order by at desc) from unnest(votes) with ordinality u (x, at))`;
  const { db } = test.database;
  await sql`insert into collation_versions (collation_id, version, submission_id, parties, votes, idempotency_key, request_hash, digest,
      submitted_by, submitted_at)
    select collation_id, 2, 'other-order', (select array_agg(x order by at desc) from unnest(parties) with ordinality u (x, at)),
      ${reversed}, 'other-order', request_hash, digest, submitted_by, submitted_at
    from collation_versions where collation_id = ${id}`.execute(db);
  await sql`insert into collation_rows (collation_id, version, child_id, position, votes)
    select collation_id, 2, child_id, position, ${reversed} from collation_rows where collation_id = ${id}`.execute(db);
  await sql`update collations set version = 2 where id = ${id}`.execute(db);
  const ground = await same();
  const [row] = ground.wards.get(three.ward)?.units ?? [];
  expect(row?.form).toEqual(row?.own);
});
