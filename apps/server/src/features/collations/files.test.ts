import type { ElectionId } from '@ec/contract/base/common';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { enter, formOf, rowOf, totalsOf } from '../../../test/collations.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { photoOf, sendFile } from '../../../test/uploads.ts';

let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let units: [LocationId, LocationId, LocationId];
let admin: Client;
let lga: Client;
let stranger: Client;
let form: string;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  const made = await createWard(test.database.db, 3);
  ward = made.ward;
  units = made.units as typeof units;
  admin = await test.as('ward_admin', ward);
  lga = await test.as('lga_admin', place('24-11'));
  stranger = await test.as('lga_admin', place('19-02'));
  const officer = await test.as('polling_unit_officer', units[0]);
  const votes = { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 0 };
  await officer.post('/results', { ...sheet(election, units[0]), votes }, { 'idempotency-key': 'file' });
  const changed = { ...rowOf(units[0]), votes: { ...votes, APC: 131, LP: 48 } };
  const statedTotals = { ...totalsOf(2), votes: { ...totalsOf(2).votes, APC: 162, LP: 136 } };
  const sent = await enter(admin, formOf(election, ward, [], { rows: [changed, rowOf(units[1])], statedTotals }));
  form = sent.json<string>('data.id');
});
afterAll(() => test.close());

const linesOf = (text: string) => text.replace('\uFEFF', '').trim().split('\n');
const audited = async (event: 'collation.exported' | 'collation.gains_exported') =>
  await test.database.db
    .selectFrom('audit_entries')
    .select(['user_id', 'resource_id'])
    .where('event', '=', event)
    .execute();

describe('the files of collation', () => {
  it('hold each row of a form beside our own figures, with its code', async () => {
    const reply = await lga.get(`/collations/${form}/export?format=csv`);
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [header, first, second, ...sums] = linesOf(reply.text);
    expect(header).toContain(
      'Code,Name,Registered,Accredited,APC,PDP,LP,NNPP,Others,Valid,Rejected,Total,Own Registered',
    );
    expect(first).toMatch(new RegExp(`^${codeOf(units[0])},.*,131,12,48,2,0,.*,31,12,88,2,0,.*ROW_DIFFERS,"APC, LP`));
    expect(second).toMatch(new RegExp(`^${codeOf(units[1])},.*ROW_NOT_HELD`));
    expect(sums.map((line) => line.split(',')[1])).toEqual(['Sum of the rows', 'Totals stated on the form']);
    expect(await audited('collation.exported')).toEqual([{ user_id: lga.person.id, resource_id: form }]);
  });

  it('hold the gains by form, by place and one by one; losses stay figures', async () => {
    const ask = `/collations/gains/export?electionId=${election}&area=${codeOf(ward)}`;
    const parts = await lga.get(`${ask}&format=csv`);
    expect(parts.status).toBe(200);
    expect(parts.text).toMatch(new RegExp(`APC,EC8B,${codeOf(ward)},.*,${codeOf(units[0])},.*,row,.*,100`));
    expect(parts.text).toMatch(/LP,EC8B,.*,row,.*,-40/);
    const forms = linesOf((await lga.get(`${ask}&format=csv&table=forms`)).text);
    expect(forms[0]).toBe('Form,Level,What,Places,APC,PDP,LP,NNPP,Others');
    expect(forms.slice(1)).toContain('EC8B,ward,Row differs from our sheet,1,100,0,-40,0,0');
    const workbook = await test.app.fastify.inject({
      url: `/api${ask}&format=xlsx`,
      headers: { authorization: `Bearer ${lga.token}` },
    });
    expect(workbook.headers['content-disposition']).toMatch(/gains-and-losses-.*\.xlsx/);
    const sheets = await readExcel(workbook.rawPayload);
    expect(sheets.map((each) => each.sheet)).toEqual(['About', 'Changes', 'Parties', 'By form', 'By place']);
    const party = sheets.find((each) => each.sheet === 'Parties')?.data;
    expect(party).toContainEqual(['APC', 162, 31, 131]);
    expect(await audited('collation.gains_exported')).toHaveLength(3);
  });

  it('are refused outside the area, without the right and without a sign-in', async () => {
    const officer = await test.as('polling_unit_officer', units[1]);
    for (const path of [
      `/collations/${form}/export?format=csv`,
      `/collations/gains/export?electionId=${election}&area=${codeOf(ward)}&format=csv`,
    ]) {
      expect((await stranger.get(path)).status).toBe(404);
      expect((await officer.get(path)).status).toBe(403);
      expect((await test.anonymous.get(path)).status).toBe(401);
      expect((await lga.get(path.replace('format=csv', 'format=pdf'))).status).toBe(400);
    }
  });
});

describe('photos of the pages of a form', () => {
  const URL = '/api/collations/files';

  it('are refused when they are no picture, too large, or sent without the right', async () => {
    const counted = async () =>
      (await test.database.db.selectFrom('files').select('id').where('purpose', '=', 'collation').execute()).length;
    const before = await counted();
    const text = await sendFile(admin, Buffer.from('a'.repeat(5000)), URL);
    expect([text.status, text.code]).toEqual([415, 'FILE_NOT_IMAGE']);
    const large = Buffer.concat([await photoOf('#ddd'), Buffer.alloc(10 * 1024 * 1024)]);
    const refused = await sendFile(admin, large, URL);
    expect([refused.status, refused.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect((await sendFile(await test.as('gpuo', units[0]), await photoOf('#ddd'), URL)).status).toBe(403);
    expect(await counted()).toBe(before);
  });

  it('are pages of the form of the person who sent them, read by reviewers of its area alone', async () => {
    const pages = [
      await sendFile(admin, await photoOf('#eee'), URL),
      await sendFile(admin, await photoOf('#ccc'), URL),
    ];
    expect(pages.map(({ status }) => status)).toEqual([201, 201]);
    const ids = pages.map((page) => page.json<string>('data.id'));
    const own = formOf(election, ward, [units[0]], { sheetFileIds: ids });
    const foreign = (await sendFile(lga, await photoOf('#bbb'), URL)).json<string>('data.id');
    const taken = await enter(admin, { ...own, sheetFileIds: [foreign] });
    expect([taken.code, taken.json('fields.0.path')]).toEqual(['SHEET_NOT_FOUND', 'sheetFileIds.0']);
    const entered = await enter(admin, own);
    expect(entered.status).toBe(201);
    const detail = await admin.get(`/collations/${entered.json<string>('data.id')}`);
    expect(detail.json<{ fileId: string }[]>('data.photos').map(({ fileId }) => fileId)).toEqual(ids);
    expect((await lga.get(`/files/${ids[0]}`)).status).toBe(200);
    expect((await stranger.get(`/files/${ids[0]}`)).status).toBe(404);
  });
});
