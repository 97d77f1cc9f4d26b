import type { ElectionId } from '@ec/contract/base/common';
import type { CollationDetail, CollationId } from '@ec/contract/collations/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode } from '../../../test/builders.ts';
import { enter, formOf, rowOf, totalsOf } from '../../../test/collations.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { photoOf, sendFile } from '../../../test/uploads.ts';

let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let units: LocationId[];
let admin: Client;
let lga: Client;
let state: Client;
let id: string;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  await setElectionMode(test.database.db, true);
  lga = await test.as('lga_admin', place('24-11'));
  state = await test.as('state_admin', place('24'));
});
afterAll(() => test.close());
beforeEach(async () => {
  election = await createElection(test.database.db);
  ({ ward, units } = await createWard(test.database.db, 2));
  admin = await test.as('ward_admin', ward);
  const sent = await enter(admin, formOf(election, ward, units));
  id = sent.json('data.id');
});

const decide = async (by: Omit<Client, 'person' | 'token'>, decision: string, body: object = {}, of = id) =>
  await by.post(`/collations/${of}/${decision}`, {
    version: 1,
    ...(decision === 'verify' || decision === 'acknowledge'
      ? { comment: 'Seen on the paper' }
      : { reason: 'Look again' }),
    ...body,
  });
const entries = async (
  event: 'collation.verified' | 'collation.returned' | 'collation.disputed' | 'collation.acknowledged',
) =>
  await test.database.db
    .selectFrom('audit_entries')
    .select(['user_id', 'previous_values', 'new_values'])
    .where('event', '=', event)
    .where('resource_id', '=', id)
    .execute();
/** The EC8C of the LGA with the one ward, verified by the state. */
async function verifiedAbove(): Promise<string> {
  const form = formOf(election, place('24-11'), [], {
    formCode: 'EC8C',
    rows: [{ ...rowOf(ward, 2) }],
    statedTotals: totalsOf(2),
  });
  const sent = await enter(lga, form);
  expect(sent.status).toBe(201);
  const parent = sent.json<string>('data.id');
  expect((await decide(state, 'verify', {}, parent)).status).toBe(200);
  return parent;
}

describe('a decision', () => {
  it('is taken by an administrator of the area who did not enter the form, and leaves its entry', async () => {
    const own = await decide(admin, 'verify');
    expect([own.status, own.code]).toEqual([403, 'OWN_COLLATION']);
    const seen = await admin.get(`/collations/${id}`);
    expect(seen.json('data.can')).toMatchObject({ verify: false, refusal: { code: 'OWN_COLLATION' } });
    const reply = await decide(lga, 'verify');
    expect(reply.json('data')).toMatchObject({ status: 'verified', decidedBy: { id: lga.person.id } });
    expect(await entries('collation.verified')).toMatchObject([
      {
        user_id: lga.person.id,
        previous_values: { status: 'pending' },
        new_values: { status: 'verified', version: 1 },
      },
    ]);
    const history = (await lga.get(`/collations/${id}`)).json<{ action: string }[]>('data.history');
    expect(history.map(({ action }) => action)).toEqual(['submitted', 'verified']);
  });

  it.each(['verify', 'return', 'dispute', 'acknowledge'])('to %s is closed to others', async (decision) => {
    const stranger = await test.as('ward_admin', (await createWard(test.database.db, 1)).ward);
    const officer = await test.as('polling_unit_officer', units[0] ?? ward);
    expect((await decide(test.anonymous, decision)).status).toBe(401);
    expect((await decide(stranger, decision)).status).toBe(404);
    expect((await decide(officer, decision)).status).toBe(403);
    expect((await decide(lga, decision, { version: 'one' })).status).toBe(400);
    expect((await decide(lga, decision, { unknown: 1 })).status).toBe(400);
  });

  it('without a photo says by what the form was verified', async () => {
    const reply = await decide(lga, 'verify', { comment: undefined });
    expect([reply.status, reply.code, reply.json('fields.0.path')]).toEqual([409, 'VERIFY_WITHOUT_PHOTO', 'comment']);
  });

  it('names the version that it is about: one that came meanwhile is not decided on', async () => {
    expect((await enter(admin, formOf(election, ward, units, { officerName: 'Corrected' }))).json('data.version')).toBe(
      2,
    );
    const late = await decide(lga, 'verify');
    expect([late.status, late.code]).toEqual([409, 'CONFLICT']);
    expect((await decide(lga, 'verify', { version: 2 })).status).toBe(200);
  });

  it('returns a photo of the wrong form with its ground; the next version waits again', async () => {
    const returned = await decide(lga, 'return', { ground: 'wrong_form', reason: 'This is the form of Ward 6' });
    expect(returned.json('data')).toMatchObject({ status: 'returned', reason: 'This is the form of Ward 6' });
    expect(returned.json('data.history.1')).toMatchObject({ action: 'returned', ground: 'wrong_form' });
    expect((await decide(lga, 'verify')).code).toBe('COLLATION_TRANSITION');
    expect((await decide(lga, 'dispute')).code).toBe('COLLATION_TRANSITION');
    const again = await enter(admin, formOf(election, ward, units));
    expect(again.json('data')).toMatchObject({ version: 2, status: 'pending' });
  });

  it('returns the photo of another form with its reason, which its enterer reads; the mended version has its own photo', async () => {
    const send = async (colour: string) =>
      (await sendFile(admin, await photoOf(colour), '/api/collations/files')).json<string>('data.id');
    const wrong = await send('#123456');
    const sent = await enter(admin, formOf(election, ward, units, { sheetFileIds: [wrong] }));
    expect(sent.json('data.version')).toBe(2);
    const body = { version: 2, ground: 'wrong_form', reason: 'The photo shows the form of Ward 6' };
    expect((await decide(lga, 'return', body)).status).toBe(200);
    const desk = (await admin.get('/collations/desk')).json<{ electionId: string }[]>('data.forms');
    expect(desk.find((each) => each.electionId === election)).toMatchObject({
      status: 'returned',
      reason: 'The photo shows the form of Ward 6',
    });
    const right = await send('#654321');
    expect((await enter(admin, formOf(election, ward, units, { sheetFileIds: [right] }))).status).toBe(201);
    const read = (await lga.get(`/collations/${id}`)).json<CollationDetail>('data');
    expect(read).toMatchObject({ version: 3, status: 'pending', reason: null, photos: [{ fileId: right }] });
    expect(read.versions.map(({ photos }) => photos.map(({ fileId }) => fileId))).toEqual([[], [wrong], [right]]);
    expect(read.history.find(({ action }) => action === 'returned')).toMatchObject(body);
  });

  it('on what was announced without a photo says by what it was verified, and is marked', async () => {
    const announced = formOf(election, ward, [], {
      source: 'announced',
      rows: [],
      statedTotals: { votes: { APC: 5 } },
    });
    const sent = await enter(admin, announced);
    const of = sent.json<string>('data.id');
    expect(of).not.toBe(id);
    expect((await decide(lga, 'verify', { comment: undefined }, of)).code).toBe('VERIFY_WITHOUT_PHOTO');
    const done = await decide(lga, 'verify', { comment: 'Heard by two agents' }, of);
    expect(done.json('data')).toMatchObject({ status: 'verified', flags: [{ code: 'NO_PHOTO' }] });
  });

  it('and a version at the same moment: the decision is on what was seen, or refused', async () => {
    const [verified, entered] = await Promise.all([
      decide(lga, 'verify'),
      enter(admin, formOf(election, ward, units, { officerName: 'Corrected' })),
    ]);
    const read = (await lga.get(`/collations/${id}`)).json<CollationDetail>('data');
    if (verified.status === 200) {
      expect([entered.status, entered.code]).toEqual([409, 'COLLATION_FINAL']);
      expect(read).toMatchObject({ status: 'verified', version: 1 });
    } else {
      expect([verified.code, entered.status]).toEqual(['CONFLICT', 201]);
      expect(read).toMatchObject({ status: 'pending', version: 2 });
    }
  });

  it('on what is verified can only be a dispute, which another above the raiser resolves', async () => {
    await decide(lga, 'verify');
    expect((await decide(state, 'verify')).code).toBe('COLLATION_TRANSITION');
    expect((await decide(state, 'return')).code).toBe('COLLATION_TRANSITION');
    expect((await enter(admin, formOf(election, ward, units, { officerName: 'Bola' }))).code).toBe('COLLATION_FINAL');
    expect((await decide(lga, 'dispute')).json('data.status')).toBe('disputed');
    expect((await decide(lga, 'verify')).code).toBe('DISPUTE_FOR_LEVEL_ABOVE');
    expect((await enter(admin, formOf(election, ward, units, { officerName: 'Bola' }))).code).toBe('COLLATION_FINAL');
    expect((await decide(state, 'return')).json('data.status')).toBe('returned');
  });

  it('is resolved above the role in which the disputer disputed, whatever their role is by now', async () => {
    const there = await createWard(test.database.db, 1, place('24-12'));
    const raiser = await test.as('lga_admin', place('24-12'));
    const sent = await enter(await test.as('ward_admin', there.ward), formOf(election, there.ward, there.units));
    const of = sent.json<string>('data.id');
    expect((await decide(raiser, 'dispute', {}, of)).status).toBe(200);
    await test.database.db
      .updateTable('users')
      .set({ role: 'regional_admin', area_id: place('SW') })
      .where('id', '=', raiser.person.id)
      .execute();
    const disputed = (await state.get(`/collations/${of}`)).json<CollationDetail>('data');
    expect(disputed).toMatchObject({ decidedBy: { role: 'lga_admin' }, can: { verify: true } });
    expect(disputed.history.at(-1)).toMatchObject({ action: 'disputed', by: { role: 'lga_admin' } });
    expect((await decide(state, 'verify', {}, of)).status).toBe(200);
    // Of a decision from before roles were kept, the present one holds.
    const { db } = test.database;
    const decision = { decided_by: raiser.person.id, decided_at: new Date(), reason: 'Look again' };
    await db
      .insertInto('collation_decisions')
      .values({ ...decision, collation_id: id as CollationId, version: 1, action: 'disputed' })
      .execute();
    await db
      .updateTable('collations')
      .set({ ...decision, status: 'disputed' })
      .where('id', '=', id as CollationId)
      .execute();
    const older = (await state.get(`/collations/${id}`)).json<CollationDetail>('data');
    expect(older).toMatchObject({ decidedBy: { role: 'regional_admin' }, can: { verify: false } });
  });

  it('of two at once, one holds', async () => {
    const replies = await Promise.all([decide(lga, 'verify'), decide(state, 'return'), decide(lga, 'verify')]);
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409]);
  });
});

describe('a verified form', () => {
  it('locks those below it until one of them is disputed, and is out of date until it was looked at', async () => {
    const parent = await verifiedAbove();
    const locked = await lga.get(`/collations/${id}`);
    expect(locked.json('data.lockedBy')).toMatchObject({ id: parent, formCode: 'EC8C' });
    expect((await decide(lga, 'verify')).code).toBe('COLLATION_LOCKED');
    expect((await enter(admin, formOf(election, ward, units, { officerName: 'Bola' }))).code).toBe('COLLATION_LOCKED');
    expect((await decide(state, 'acknowledge', {}, parent)).code).toBe('NOT_OUT_OF_DATE');

    expect((await decide(lga, 'dispute')).status).toBe(200);
    const stale = await state.get(`/collations/${parent}`);
    expect(stale.json('data')).toMatchObject({ status: 'verified', can: { acknowledge: true } });
    expect(stale.json('data.outOfDateAt')).not.toBeNull();
    expect((await state.get(`/collations?electionId=${election}&outOfDate=true`)).json('data.total')).toBe(1);
    expect((await decide(lga, 'acknowledge', {}, parent)).code).toBe('OWN_COLLATION');

    expect((await decide(state, 'return')).status).toBe(200);
    expect((await enter(admin, formOf(election, ward, units))).json('data.version')).toBe(2);
    const looked = await decide(state, 'acknowledge', {}, parent);
    expect(looked.json('data.outOfDateAt')).toBeNull();
    expect(looked.json<{ action: string }[]>('data.history').map(({ action }) => action)).toEqual([
      'submitted',
      'verified',
      'out_of_date',
      'out_of_date',
      'out_of_date',
      'acknowledged',
    ]);
  });

  it('is out of date again when a form below it is returned after it was looked at', async () => {
    const parent = await verifiedAbove();
    expect((await decide(lga, 'dispute')).status).toBe(200);
    expect((await decide(state, 'acknowledge', {}, parent)).json('data.outOfDateAt')).toBeNull();
    expect((await decide(state, 'return')).status).toBe(200);
    const stale = (await state.get(`/collations/${parent}`)).json<CollationDetail>('data');
    expect(stale).toMatchObject({ status: 'verified', can: { acknowledge: true } });
    expect(stale.outOfDateAt).not.toBeNull();
    expect(stale.history.at(-1)).toMatchObject({
      action: 'out_of_date',
      reason: expect.stringMatching(/was returned$/),
    });
    expect(await entries('collation.returned')).toMatchObject([{ new_values: { outOfDate: [parent] } }]);
  });

  it('is out of date when a form below it comes in late, which is never refused', async () => {
    const parent = await verifiedAbove();
    const other = await createWard(test.database.db, 1);
    const sent = await enter(await test.as('ward_admin', other.ward), formOf(election, other.ward, other.units));
    expect(sent.status).toBe(201);
    const stale = await state.get(`/collations/${parent}`);
    expect(stale.json('data.outOfDateAt')).not.toBeNull();
    const reasons = stale.json<{ reason: string }[]>('data.history').map(({ reason }) => reason);
    expect(reasons.at(-1)).toBe(`${sent.json<string>('data.submissionId')} came in after this form was verified`);
  });
});

it('of an archived election takes no decision and offers none', async () => {
  const parent = await verifiedAbove();
  expect((await decide(lga, 'dispute')).status).toBe(200);
  const can = async (of: string) => (await state.get(`/collations/${of}`)).json<CollationDetail>('data').can;
  expect(await can(id)).toMatchObject({ verify: true, return: true });
  expect(await can(parent)).toMatchObject({ dispute: true, acknowledge: true });
  await test.database.db.updateTable('elections').set({ status: 'archived' }).where('id', '=', election).execute();
  const none = { verify: false, return: false, dispute: false, enter: false, addPages: false, acknowledge: false };
  expect([await can(id), await can(parent)]).toEqual([
    { ...none, refusal: null },
    { ...none, refusal: null },
  ]);
  for (const [decision, of] of [
    ['verify', id],
    ['return', id],
    ['dispute', parent],
    ['acknowledge', parent],
  ] as const)
    expect((await decide(state, decision, {}, of)).code, decision).toBe('ELECTION_NOT_LIVE');
});

it.each(['collation_versions', 'collation_rows', 'collation_decisions'])(
  '%s is changed by no statement',
  async (table) => {
    await decide(lga, 'verify');
    await expect(test.database.pool.query(`delete from ${table}`)).rejects.toThrow(/permission denied|append-only/);
    await expect(
      test.asOwner(async (tx) => {
        await tx.deleteFrom(table as 'collation_decisions').execute();
      }),
    ).rejects.toThrow(/append-only/);
  },
);

it('tells open consoles of the area', async () => {
  await decide(lga, 'verify');
  const { rows } = await test.database.pool.query<{ type: string }>(
    "select payload->>'type' as type from events where payload->>'collationId' = $1",
    [id],
  );
  expect(rows.map(({ type }) => type)).toEqual(['collation.changed', 'collation.changed']);
});
