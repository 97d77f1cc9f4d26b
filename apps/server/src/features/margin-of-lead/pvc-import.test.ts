import type { ElectionId } from '@ec/contract/base/common';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import type { AffectedUnitDetail, AffectedUnitList, PvcImport } from '@ec/contract/margin-of-lead/schemas';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { type Client, testApp, type TestApp } from '../../../test/harness.ts';

let test: TestApp;
let ward: LocationId;
let units: LocationId[];
let far: LocationId;
let admin: Client;
let election: ElectionId;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 1000 });
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
  ({ ward, units } = await createWard(test.database.db, 4));
  far = (await createWard(test.database.db, 1)).units[0] ?? ward;
  admin = await test.as('ward_admin', ward);
});
afterAll(() => test.close());
beforeEach(async () => {
  election = await createElection(test.database.db);
});

const code = (index: number) => codeOf(units[index] ?? ward);
const record = async (index: number, pvcCollected: number | null) => {
  const body = {
    electionId: election,
    pollingUnitId: code(index),
    kind: 'not_held',
    ground: 'No materials',
    pvcCollected,
  };
  return (await admin.post('/margin-of-lead/units', body)).json<AffectedUnitDetail>('data');
};
const send = (lines: string[], store = false, client = admin) =>
  client.post('/margin-of-lead/pvc-import', {
    electionId: election,
    store,
    reason: 'List of the Commission',
    text: ['unit_code,pvc_collected', ...lines].join('\n'),
  });
const held = async (lines: string[], store = false) => {
  const reply = await send(lines, store);
  expect(reply.status, reply.text).toBe(200);
  return reply.json<PvcImport>('data');
};
const numbers = async () =>
  (await admin.get(`/margin-of-lead/units?electionId=${election}`))
    .json<AffectedUnitList>('data')
    .units.map(({ pvcCollected, upperBound }) => [pvcCollected, upperBound]);

it('is looked at first, then changes the numbers of recorded units, each with its history and audit entry', async () => {
  const [one] = [await record(0, null), await record(1, 200)];
  const lines = [`${code(0)},310`, `${code(1)},200`, `${code(2)},150`];
  const preview = await held(lines);
  expect(preview).toMatchObject({
    stored: false,
    rows: 3,
    changes: [{ code: code(0), before: null, after: 310 }],
    unchanged: 1,
    notRecorded: 1,
    refused: { count: 0 },
  });
  expect(await numbers()).toEqual([
    [null, true],
    [200, false],
  ]);
  expect((await held(lines, true)).stored).toBe(true);
  expect(await numbers()).toEqual([
    [310, false],
    [200, false],
  ]);
  const after = (await admin.get(`/margin-of-lead/units/${one.id}`)).json<AffectedUnitDetail>('data');
  expect(after.version).toBe(2);
  expect(after.entries.at(-1)).toMatchObject({ change: 'edited', pvcCollected: 310, reason: 'List of the Commission' });
  expect(await auditOf(test, one.id ?? '')).toEqual(['margin.unit_recorded', 'margin.unit_edited']);
  expect((await held(lines, true)).changes).toEqual([]);
});

it('names each bad line, and stores nothing with one', async () => {
  await record(0, null);
  const lines = [
    `${code(0)},12`,
    `${code(0)},13`,
    `${code(1)},-4`,
    `${code(2)},many`,
    'Ipodo,5',
    `${codeOf(far)},7`,
    `${code(3)},`,
  ];
  const { refused, changes } = await held(lines);
  expect(refused.lines.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8]);
  expect(refused.lines[0]?.message).toContain('on line 2 already');
  expect(refused.lines[4]?.message).toContain('in your area');
  expect(changes.length).toBe(1);
  const reply = await send(lines, true);
  expect([reply.status, reply.code]).toEqual([400, 'IMPORT_INVALID']);
  expect(await numbers()).toEqual([[null, true]]);
  const headless = await admin.post('/margin-of-lead/pvc-import', {
    electionId: election,
    store: false,
    reason: 'x',
    text: `${code(0)},5\n`,
  });
  expect(headless.json<PvcImport>('data').refused.lines[0]?.message).toContain('The header lacks');
});

it('takes more PVCs than registered voters with a warning, as the form does', async () => {
  await record(0, null);
  const { warned, changes } = await held([`${code(0)},501`], true);
  expect(warned.lines).toEqual([{ line: 2, message: expect.stringContaining('the register has 500 voters') }]);
  expect([changes.length, await numbers()]).toEqual([1, [[501, false]]]);
});

it('records the number of a result that a review cancelled', async () => {
  const unit = units[3] ?? ward;
  const officer = await test.as('polling_unit_officer', unit);
  const sent = await officer.post(
    '/results',
    { ...sheet(election, unit), accreditedVoters: 20 },
    { 'idempotency-key': `pvc-${election}` },
  );
  expect(sent.status).toBe(201);
  const id = sent.json<string>('data.id');
  expect((await admin.post(`/results/${id}/dispute`, { reason: 'More votes than voters', version: 1 })).status).toBe(
    200,
  );
  const lga = await test.as('lga_admin', place('24-11'));
  const cancelled = await lga.post(`/results/${id}/cancel`, { reason: 'More votes than voters', version: 1 });
  expect(cancelled.status, cancelled.text).toBe(200);
  expect(await numbers()).toEqual([[null, true]]);
  await held([`${code(3)},77`], true);
  expect(await numbers()).toEqual([[77, false]]);
});

it('is refused in an election that is not counted, and outside the area', async () => {
  const draft = await createElection(test.database.db, { status: 'draft' });
  const body = { electionId: draft, store: true, reason: 'x', text: 'unit_code,pvc_collected\n' };
  expect((await admin.post('/margin-of-lead/pvc-import', body)).code).toBe('ELECTION_NOT_COUNTED');
  const missing = await admin.post('/margin-of-lead/pvc-import', { ...body, reason: ' ' });
  expect([missing.status, missing.json<{ path: string }[]>('fields')[0]?.path]).toEqual([400, 'reason']);
});
