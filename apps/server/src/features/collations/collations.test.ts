import type { ElectionId, FileId } from '@ec/contract/base/common';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode } from '../../../test/builders.ts';
import { blankRow, enter, formOf, type Row, rowOf } from '../../../test/collations.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let units: LocationId[];
let admin: Client;
let lga: Client;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  lga = await test.as('lga_admin', place('24-11'));
});
afterAll(() => test.close());
beforeEach(async () => {
  election = await createElection(test.database.db);
  ({ ward, units } = await createWard(test.database.db, 3));
  admin = await test.as('ward_admin', ward);
});

const form = (changes: object = {}) => formOf(election, ward, units, changes);
const entries = async (event: string, id: unknown) =>
  await test.database.db
    .selectFrom('audit_entries')
    .select(['user_id', 'area_id', 'new_values'])
    .where('event', '=', event as 'collation.entered')
    .where('resource_id', '=', String(id))
    .execute();

describe('entering a form', () => {
  it('is answered by a receipt, leaves its audit entry, and reads as it was copied', async () => {
    const reply = await enter(admin, form());
    expect(reply.status).toBe(201);
    const receipt = reply.json<{ id: string; submissionId: string }>('data');
    expect(receipt).toMatchObject({ version: 1, status: 'pending', flags: [{ code: 'NO_PHOTO' }] });
    expect(receipt.submissionId).toMatch(new RegExp(`^${codeOf(ward)}-EC8B-A1-[0-9A-F]{6}$`));
    const read = await admin.get(`/collations/${receipt.id}`);
    expect(read.json('data')).toMatchObject({
      level: 'ward',
      formCode: 'EC8B',
      source: 'agent',
      status: 'pending',
      rowCount: 3,
      rows: units.map((unit) => ({ childCode: codeOf(unit), votes: { APC: 31, LP: 88, Others: 0 }, valid: 133 })),
      statedTotals: { votes: { APC: 93 }, valid: 399 },
      can: { enter: true, verify: false },
    });
    expect(await entries('collation.entered', receipt.id)).toMatchObject([{ user_id: admin.person.id, area_id: ward }]);
    const list = await lga.get(`/collations?electionId=${election}&area=${codeOf(ward)}&status=pending`);
    expect(list.json('data')).toMatchObject({ total: 1, collations: [{ id: receipt.id, can: { verify: true } }] });
  });

  it('keeps blanks as blanks, which are not zero', async () => {
    const rows: Row[] = units.map((unit, index) => (index === 0 ? blankRow(unit) : rowOf(unit)));
    const reply = await enter(admin, form({ rows, statedTotals: { votes: {} } }));
    expect(reply.status).toBe(201);
    const read = await admin.get(`/collations/${reply.json<string>('data.id')}`);
    expect(read.json('data.rows.0')).toMatchObject({ accredited: null, votes: { APC: null }, total: null });
    expect(read.json('data.statedTotals')).toMatchObject({ registered: null, votes: { APC: null }, valid: null });
  });

  it('takes sums that do not add up, with a flag for each', async () => {
    const [first, ...rest] = units.map((unit) => rowOf(unit));
    const rows = [{ ...first, valid: 140, accredited: 12 }, ...rest];
    const reply = await enter(admin, form({ rows, statedTotals: { votes: { APC: 94 }, total: 1 } }));
    expect(reply.status).toBe(201);
    const flags = reply.json<{ code: string; at: string[] }[]>('data.flags');
    const [unit] = units;
    const code = unit && codeOf(unit);
    expect(flags).toMatchObject([
      { code: 'COLUMN_SUM', at: ['votes.APC', 'total'] },
      { code: 'ROW_SUM', at: [code] },
      { code: 'OVER_VOTING', at: [code] },
      { code: 'NO_PHOTO' },
    ]);
  });

  it('names each row that is not of this form, all at once', async () => {
    const other = await createWard(test.database.db, 1);
    const [foreign] = other.units;
    const [first, second] = units;
    if (!foreign || !first || !second) throw new Error('no unit');
    const rows = [
      rowOf(first),
      rowOf(foreign),
      rowOf(first),
      { ...rowOf(second), votes: { ABC: 4 } },
      { ...rowOf(second), childCode: '99-99' },
    ];
    const reply = await enter(admin, form({ rows }));
    expect([reply.status, reply.code]).toEqual([400, 'COLLATION_ROWS']);
    expect(reply.json<{ path: string; message: string }[]>('fields')).toEqual([
      { path: 'rows.1.childCode', message: `${codeOf(foreign)} belongs to another ward` },
      { path: 'rows.2.childCode', message: `${codeOf(first)} stands on the form twice, in rows 1 and 3` },
      { path: 'rows.3.votes.ABC', message: 'ABC is not on the ballot' },
      { path: 'rows.4.childCode', message: '99-99 is no code of a place' },
    ]);
    expect((await lga.get(`/collations?electionId=${election}`)).json('data.total')).toBe(0);
  });

  it('is refused for a form, an area or an election that it is not of', async () => {
    expect((await enter(admin, form({ formCode: 'EC8Z' }))).code).toBe('FORM_NOT_OF_ELECTION');
    expect((await enter(admin, form({ formCode: 'EC8C' }))).code).toBe('FORM_NOT_OF_AREA');
    expect((await enter(admin, form({ area: 'nowhere' }))).code).toBe('UNKNOWN_LOCATION');
    expect((await enter(admin, form({ more: 1 }))).code).toBe('VALIDATION_FAILED');
    expect((await enter(admin, form({ rows: [] }))).json('fields.0.path')).toBe('rows');
    const kano = await createElection(test.database.db, { areas: [place('19')], type: 'gubernatorial' });
    const outside = await enter(admin, form({ electionId: kano }));
    expect([outside.status, outside.code]).toEqual([409, 'AREA_NOT_COVERED']);
    const draft = await createElection(test.database.db, { status: 'draft' });
    expect((await enter(admin, form({ electionId: draft }))).code).toBe('ELECTION_NOT_LIVE');
    expect((await admin.post('/collations', form())).code).toBe('IDEMPOTENCY_KEY_REQUIRED');
  });

  it('is for the administrator of the centre', async () => {
    const stranger = await test.as('ward_admin', (await createWard(test.database.db, 1)).ward);
    expect((await test.anonymous.post('/collations', form())).status).toBe(401);
    expect((await enter(stranger, form())).status).toBe(404);
    const above = await enter(lga, form());
    expect([above.status, above.code]).toEqual([403, 'CENTRE_NOT_YOURS']);
    const officer = await test.as('polling_unit_officer', units[0] ?? ward);
    expect((await enter(officer, form())).code).toBe('NOT_FOUND');
    expect((await enter(await test.as('gpuo', units[0] ?? ward), form())).status).toBe(403);
    expect(
      (await stranger.get(`/collations/blank?electionId=${election}&area=${codeOf(ward)}&formCode=EC8B`)).status,
    ).toBe(404);
  });

  it('sent twice under one key is stored once; other figures under it are refused', async () => {
    const headers = { 'idempotency-key': 'the-same' };
    const replies = await Promise.all([1, 2, 3].map(() => admin.post('/collations', form(), headers)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
    expect(new Set(replies.map((reply) => reply.json<string>('data.digest'))).size).toBe(1);
    const other = await admin.post('/collations', form({ officerName: 'Another' }), headers);
    expect([other.status, other.code]).toEqual([409, 'COLLATION_KEY_USED']);
  });

  it('by two agents of one centre at once keeps both, the later as the second version', async () => {
    const colleague = await test.as('polling_unit_officer', units[0] ?? ward);
    const centre = { electionId: election, area: codeOf(ward), userId: colleague.person.id };
    expect((await admin.put('/collations/agents', centre)).status).toBe(200);
    const replies = await Promise.all([enter(admin, form()), enter(colleague, form({ officerName: 'Bola' }))]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies.map((reply) => reply.json<number>('data.version')).toSorted((a, b) => a - b)).toEqual([1, 2]);
    const [id] = new Set(replies.map((reply) => reply.json<string>('data.id')));
    const read = await lga.get(`/collations/${id}`);
    const senders = read
      .json<{ submittedBy: { id: string } }[]>('data.versions')
      .map(({ submittedBy }) => submittedBy.id);
    expect(senders.toSorted((a, b) => a.localeCompare(b))).toEqual(
      [admin.person.id, colleague.person.id].toSorted((a, b) => a.localeCompare(b)),
    );
  });

  it('takes 400 rows', async () => {
    const large = await createWard(test.database.db, 400);
    const own = await test.as('ward_admin', large.ward);
    const reply = await enter(own, formOf(election, large.ward, large.units));
    expect(reply.status).toBe(201);
    const compared = await lga.get(`/collations/${reply.json<string>('data.id')}/comparison`);
    expect(compared.json('data.counts')).toEqual({ ROW_NOT_HELD: 400 });
  });

  it('announced needs neither rows nor a photo, and is marked', async () => {
    const reply = await enter(admin, form({ source: 'announced', rows: [], statedTotals: { votes: { APC: 5 } } }));
    expect(reply.status).toBe(201);
    expect(reply.json('data.flags')).toMatchObject([{ code: 'NO_PHOTO' }]);
    const empty = await enter(admin, form({ source: 'announced', rows: [], statedTotals: { votes: {} } }));
    expect(empty.json('fields.0.path')).toBe('statedTotals');
  });

  it('takes the photos of its pages from the person who uploaded them alone', async () => {
    const foreign = '00000000-0000-4000-8000-000000000000' as FileId;
    const reply = await enter(admin, form({ sheetFileIds: [foreign] }));
    expect([reply.status, reply.code, reply.json('fields.0.path')]).toEqual([400, 'SHEET_NOT_FOUND', 'sheetFileIds.0']);
  });
});

describe('what a person sees before they enter a form', () => {
  it('holds none of our own figures', async () => {
    const [unit] = units;
    if (!unit) throw new Error('no unit');
    const officer = await test.as('polling_unit_officer', unit);
    const body = {
      electionId: election,
      pollingUnitId: unit,
      accreditedVoters: 77777,
      votes: { APC: 71111, PDP: 0, LP: 0, NNPP: 0 },
      voidVotes: 7,
    };
    expect((await officer.post('/results', body, { 'idempotency-key': `blind-${unit}` })).status).toBe(201);
    const blank = await admin.get(`/collations/blank?electionId=${election}&area=${codeOf(ward)}&formCode=ec8b`);
    expect(blank.json('data')).toMatchObject({
      formCode: 'EC8B',
      parties: ['APC', 'PDP', 'LP', 'NNPP', 'Others'],
      children: units.map((each) => ({ code: codeOf(each) })),
    });
    const desk = await admin.get('/collations/desk');
    expect(desk.json('data.forms')).toContainEqual(
      expect.objectContaining({ electionId: election, formCode: 'EC8B', status: null }),
    );
    const texts = [blank, desk].map((reply) => JSON.stringify(reply.json('data')));
    for (const text of texts) for (const figure of ['71111', '77777', '71118']) expect(text).not.toContain(figure);
  });
});

it('an empty form of the nation has the states in their official order, not by zones', async () => {
  const national = await test.as('national_admin', place('NG'));
  const blank = await national.get(`/collations/blank?electionId=${election}&area=NG&formCode=EC8DA`);
  const codes = blank.json<{ code: string }[]>('data.children').map(({ code }) => code);
  expect(codes.length).toBeGreaterThan(1);
  expect(codes).toEqual(codes.toSorted());
  const progress = await national.get(`/collations/progress?electionId=${election}&area=NG`);
  const centres = progress.json<{ areaCode: string }[]>('data.centres').map(({ areaCode }) => areaCode);
  expect(centres).toEqual(['NG', ...codes]);
});

describe('collation agents', () => {
  it('enter the forms of their centre, and no others', async () => {
    const agent = await test.as('polling_unit_officer', units[0] ?? ward);
    const put = (by: Pick<Client, 'put'>, changes: object = {}) =>
      by.put('/collations/agents', { electionId: election, area: codeOf(ward), userId: agent.person.id, ...changes });
    const outsider = await test.as('ward_admin', (await createWard(test.database.db, 1)).ward);
    expect((await put(test.anonymous)).status).toBe(401);
    expect((await put(agent)).status).toBe(403);
    expect((await put(outsider)).status).toBe(404);
    expect((await put(admin, { userId: outsider.person.id })).status).toBe(404);
    expect((await put(admin, { userId: admin.person.id })).code).toBe('AGENT_UNFIT');
    expect((await put(admin, { area: codeOf(units[0] ?? ward) })).status).toBe(400);
    const assigned = await put(admin);
    expect(assigned.status).toBe(200);
    const id = assigned.json<string>('data.id');
    expect(await entries('collation_agent.assigned', id)).toHaveLength(1);
    expect((await put(admin)).json('data.id')).toBe(id);
    expect(await entries('collation_agent.assigned', id)).toHaveLength(1);
    const list = await lga.get(`/collations/agents?electionId=${election}`);
    expect(list.json('data')).toMatchObject({
      total: 1,
      agents: [{ person: { id: agent.person.id }, phone: agent.person.phone }],
    });
    expect((await agent.get('/collations/desk')).json('data.forms')).toMatchObject([
      { formCode: 'EC8B', area: { code: codeOf(ward) } },
    ]);

    const sent = await enter(agent, form());
    expect(sent.status).toBe(201);
    const read = await agent.get(`/collations/${sent.json<string>('data.id')}`);
    expect(read.json('data')).toMatchObject({ status: 'pending', can: { enter: true, verify: false } });
    expect((await agent.get(`/collations/${sent.json<string>('data.id')}/comparison`)).status).toBe(403);
    expect((await enter(agent, form({ area: '24-11', formCode: 'EC8C' }))).status).toBe(404);

    expect((await outsider.delete(`/collations/agents/${id}`)).status).toBe(404);
    expect((await lga.delete(`/collations/agents/${id}`)).status).toBe(200);
    expect(await entries('collation_agent.ended', id)).toHaveLength(1);
    expect((await enter(agent, form())).status).toBe(404);
  });
});
