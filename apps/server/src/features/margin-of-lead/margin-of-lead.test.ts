import type { ElectionId } from '@ec/contract/base/common';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import type { AffectedUnitDetail, AffectedUnitList } from '@ec/contract/margin-of-lead/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, place } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let ward: LocationId;
let units: LocationId[];
let admin: Client;
let lga: Client;
let election: ElectionId;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 1000 });
  ({ ward, units } = await createWard(test.database.db, 4));
  admin = await test.as('ward_admin', ward);
  lga = await test.as('lga_admin', place('24-11'));
});
afterAll(() => test.close());
beforeEach(async () => {
  election = await createElection(test.database.db);
});

const unitOf = (index: number) => units[index] ?? ward;
const body = (changes: object = {}) => ({
  electionId: election,
  pollingUnitId: codeOf(unitOf(0)),
  kind: 'not_held',
  ground: 'The materials did not arrive',
  pvcCollected: 320,
  ...changes,
});
const record = async (changes: object = {}, client = admin) =>
  await client.post('/margin-of-lead/units', body(changes));
const recorded = async (changes: object = {}) => (await record(changes)).json<AffectedUnitDetail>('data');
const listed = async (query = '', client = admin) =>
  (await client.get(`/margin-of-lead/units?electionId=${election}${query}`)).json<AffectedUnitList>('data');
const edit = { kind: 'postponed', ground: 'A new date was set', pvcCollected: null, reason: 'Announced at noon' };

describe('a unit that did not hold', () => {
  it('is recorded with its ground, listed in the area, and leaves an audit entry', async () => {
    const reply = await record();
    expect(reply.status).toBe(201);
    const unit = reply.json<AffectedUnitDetail>('data');
    expect(unit).toMatchObject({
      kind: 'not_held',
      countsForMargin: true,
      atStake: 320,
      upperBound: false,
      version: 1,
    });
    expect(unit.entries.map(({ change }) => change)).toEqual(['recorded']);
    expect(await auditOf(test, unit.id ?? '')).toEqual(['margin.unit_recorded']);
    const bound = await recorded({ pollingUnitId: unitOf(1), pvcCollected: undefined });
    expect(bound).toMatchObject({ pvcCollected: null, registeredVoters: 500, atStake: 500, upperBound: true });
    const zero = await recorded({ pollingUnitId: unitOf(2), kind: 'zero_by_obstruction' });
    expect(zero).toMatchObject({ countsForMargin: false, atStake: 0 });
    expect(await listed()).toMatchObject({ total: 3, can: { record: true } });
    expect((await listed('&pageSize=1&page=2')).units.map(({ code }) => code)).toEqual([codeOf(unitOf(1))]);
    expect((await listed('&page=9')).total).toBe(3);
    expect((await listed('&kind=zero_by_obstruction')).total).toBe(1);
    expect((await listed('&q=arrive')).total).toBe(3);
    const other = await test.as('state_admin', place('19'));
    expect((await listed('', other)).units).toEqual([]);
  });

  it('is edited and withdrawn with a reason, and its history stays', async () => {
    const { id } = await recorded();
    const path = `/margin-of-lead/units/${id}`;
    const changed = await lga.put(path, { ...edit, version: 1 });
    expect(changed.status).toBe(200);
    expect(changed.json('data')).toMatchObject({ kind: 'postponed', atStake: 500, upperBound: true, version: 2 });
    const late = await admin.put(path, { ...edit, version: 1 });
    expect([late.status, late.code]).toEqual([409, 'CONFLICT']);
    const withdrawn = await admin.post(`${path}/withdraw`, { version: 2, reason: 'The unit voted after all' });
    expect(withdrawn.json('data')).toMatchObject({ withdrawn: true, can: { edit: false } });
    expect(withdrawn.json<AffectedUnitDetail>('data').entries.map(({ change, reason }) => [change, reason])).toEqual([
      ['recorded', null],
      ['edited', 'Announced at noon'],
      ['withdrawn', 'The unit voted after all'],
    ]);
    for (const again of [
      await admin.put(path, { ...edit, version: 3 }),
      await admin.post(`${path}/withdraw`, { version: 3, reason: 'Again' }),
    ])
      expect([again.status, again.code]).toEqual([409, 'AFFECTED_UNIT_WITHDRAWN']);
    expect((await listed()).total).toBe(0);
    expect(await auditOf(test, id ?? '')).toEqual([
      'margin.unit_recorded',
      'margin.unit_edited',
      'margin.unit_withdrawn',
    ]);
    expect((await record()).status).toBe(201);
    for (const change of [sql`update affected_unit_entries set ground = 'x'`, sql`delete from affected_unit_entries`])
      await expect(change.execute(test.database.db)).rejects.toThrow(/permission denied|append-only/);
  });

  it('is recorded once, however many record it at the same moment', async () => {
    const replies = await Promise.all([record(), record({}, lga), record(), record({}, lga)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.code).toBe('UNIT_ALREADY_AFFECTED');
    expect((await listed()).total).toBe(1);
  });

  it('is edited by one of those who edit the same version at the same moment', async () => {
    const { id } = await recorded();
    const replies = await Promise.all(
      [admin, lga, admin].map((client) => client.put(`/margin-of-lead/units/${id}`, { ...edit, version: 1 })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});

describe('refused are', () => {
  it('callers without a session, without the right, and outside the area', async () => {
    const { id } = await recorded();
    const path = `/margin-of-lead/units/${id}`;
    const officer = await test.as('polling_unit_officer', unitOf(3));
    const outside = await test.as('lga_admin', place('24-12'));
    const calls: [string, 'get' | 'post' | 'put', object?][] = [
      [`/margin-of-lead/units?electionId=${election}`, 'get'],
      ['/margin-of-lead/units', 'post', body({ pollingUnitId: unitOf(1) })],
      [path, 'get'],
      [path, 'put', { ...edit, version: 1 }],
      [`${path}/withdraw`, 'post', { version: 1, reason: 'No' }],
    ];
    for (const [url, method, sent] of calls) {
      expect((await test.anonymous[method](url, sent)).status, url).toBe(401);
      expect((await officer[method](url, sent)).status, url).toBe(403);
      if (!url.includes('?')) expect((await outside[method](url, sent)).status, url).toBe(404);
    }
    expect((await test.anonymous.get(`/margin-of-lead/units?electionId=mine`)).status).toBe(401);
    expect((await admin.get('/margin-of-lead/units?electionId=mine')).status).toBe(400);
  });

  it('bodies with faults, all named at once, and fields that are not known', async () => {
    const reply = await record({ kind: 'stolen', ground: ' ', pvcCollected: -1, electionId: 'x' });
    const fields = reply.json<{ path: string }[]>('fields').map(({ path }) => path);
    expect([reply.status, fields.toSorted()]).toEqual([400, ['electionId', 'ground', 'kind', 'pvcCollected']]);
    expect((await record({ pvcs: 4 })).status).toBe(400);
    expect((await record({ fileIds: ['0190aaaa-0000-4000-8000-000000000000'] })).code).toBe('ATTACHMENT_NOT_FOUND');
  });

  it('units that the election does not cover, and elections that are not counted', async () => {
    const kano = await createElection(test.database.db, { type: 'gubernatorial', areas: [place('24-12')] });
    expect((await record({ electionId: kano })).status).toBe(404);
    const state = await test.as('state_admin', place('24'));
    const uncovered = await record({ electionId: kano }, state);
    expect([uncovered.status, uncovered.code]).toEqual([400, 'UNIT_NOT_IN_ELECTION']);
    const draft = await createElection(test.database.db, { status: 'scheduled' });
    expect((await record({ electionId: draft })).code).toBe('ELECTION_NOT_COUNTED');
    expect((await record({ pollingUnitId: codeOf(ward) })).code).toBe('UNKNOWN_LOCATION');
  });

  it('changes to what is recorded of an election that is archived', async () => {
    const over = await createElection(test.database.db);
    const { id } = (await record({ electionId: over })).json<{ id: string }>('data');
    await test.database.db.updateTable('elections').set({ status: 'archived' }).where('id', '=', over).execute();
    for (const reply of [
      await admin.put(`/margin-of-lead/units/${id}`, { ...edit, version: 1 }),
      await admin.post(`/margin-of-lead/units/${id}/withdraw`, { version: 1, reason: 'Too late' }),
    ])
      expect([reply.status, reply.code]).toEqual([409, 'ELECTION_NOT_COUNTED']);
    expect((await admin.get(`/margin-of-lead/units/${id}`)).json('data')).toMatchObject({
      version: 1,
      can: { edit: false },
    });
  });
});
