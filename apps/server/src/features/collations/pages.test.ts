import type { ElectionId } from '@ec/contract/base/common';
import type { CollationDetail } from '@ec/contract/collations/schemas';
import { MAX_PAGES } from '@ec/contract/collations/schemas';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
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
let receipt: { digest: string; submissionId: string };

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
  receipt = sent.json('data');
});

let shade = 0;
/** A photo that no other test has sent. */
async function page(by: Client, path = '/api/collations/files'): Promise<string> {
  shade += 1;
  const colour = `#${(shade % 16).toString(16)}0${Math.floor(shade / 16).toString(16)}0ff`;
  const sent = await sendFile(by, await photoOf(colour), path);
  expect(sent.status).toBe(201);
  return sent.json('data.id');
}
const add = async (by: Omit<Client, 'person' | 'token'>, ids: readonly string[], version = 1) =>
  await by.post(`/collations/${id}/pages`, { version, sheetFileIds: ids });
const read = async (by: Client = lga) => (await by.get(`/collations/${id}`)).json<CollationDetail>('data');
const agentOf = async (centre: LocationId) => {
  const agent = await test.as('polling_unit_officer', units[0] ?? ward);
  const body = { electionId: election, area: codeOf(centre), userId: agent.person.id };
  const by = centre === ward ? admin : lga;
  expect((await by.put('/collations/agents', body)).status).toBe(200);
  return agent;
};
const entries = async () =>
  await test.database.db
    .selectFrom('audit_entries')
    .select(['user_id', 'area_id', 'previous_values', 'new_values'])
    .where('event', '=', 'collation.pages_added')
    .where('resource_id', '=', id)
    .execute();

describe('a page added to a form', () => {
  it('joins its version: figures and digest stay, who and when are shown and audited', async () => {
    const before = await read(admin);
    expect(before).toMatchObject({ flags: [{ code: 'NO_PHOTO' }], can: { addPages: true } });
    const file = await page(admin);
    const reply = await add(admin, [file]);
    expect(reply.status).toBe(200);
    const after = await read();
    expect(after).toMatchObject({ version: 1, status: 'pending', flags: [], rows: before.rows });
    expect(after.photos).toMatchObject([{ fileId: file, added: { by: { id: admin.person.id } } }]);
    expect(after.versions).toMatchObject([{ digest: receipt.digest, flags: [], photos: [{ fileId: file }] }]);
    expect(after.history.map(({ action, pages }) => [action, pages])).toEqual([
      ['submitted', []],
      ['pages_added', [1]],
    ]);
    const [photo] = after.photos;
    expect(await entries()).toMatchObject([
      {
        user_id: admin.person.id,
        area_id: ward,
        previous_values: { pages: 0, version: 1 },
        new_values: { version: 1, pages: [{ page: 1, fileId: file, sha256: photo?.sha256 }] },
      },
    ]);
    expect((await lga.get(`/files/${file}`)).status).toBe(200);
    expect((await lga.get(`/collations?electionId=${election}`)).json('data.collations.0.flags')).toEqual([]);
    expect((await lga.post(`/collations/${id}/verify`, { version: 1 })).status).toBe(200);
  });

  it('goes behind those that are there, and the first receipt stays what it was', async () => {
    const first = await page(admin);
    const headers = { 'idempotency-key': `pages-${id}` };
    const body = formOf(election, ward, units, { sheetFileIds: [first] });
    const sent = await admin.post('/collations', body, headers);
    expect(sent.json('data.version')).toBe(2);
    const second = await page(admin);
    expect((await add(admin, [second], 2)).status).toBe(200);
    expect((await read()).photos.map(({ fileId, added }) => [fileId, added === null])).toEqual([
      [first, true],
      [second, false],
    ]);
    const again = await admin.post('/collations', body, headers);
    expect([again.status, again.json('data.photoSha256')]).toEqual([200, sent.json('data.photoSha256')]);
  });

  it('sent again is there once', async () => {
    const file = await page(admin);
    const replies = await Promise.all([add(admin, [file]), add(admin, [file]), add(admin, [file, file])]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read()).photos).toHaveLength(1);
    expect(await entries()).toHaveLength(1);
  });

  it('of two agents at once keeps both', async () => {
    const agent = await agentOf(ward);
    const files = [await page(admin), await page(agent)] as const;
    const replies = await Promise.all([add(admin, [files[0]]), add(agent, [files[1]])]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const { photos, history } = await read();
    expect(new Set(photos.map(({ fileId }) => fileId))).toEqual(new Set(files));
    expect(history.flatMap(({ pages }) => pages)).toEqual([1, 2]);
  });

  it('comes from an agent of the same centre, who reads the form and its pages, and does not decide on it', async () => {
    const agent = await agentOf(ward);
    expect((await read(agent)).can).toMatchObject({ addPages: true, verify: false });
    const file = await page(admin);
    expect((await add(admin, [file])).status).toBe(200);
    expect((await agent.get(`/files/${file}`)).status).toBe(200);
    expect((await agent.get(`/collations/${id}/comparison`)).status).toBe(403);
    const body = { electionId: election, area: codeOf(ward), userId: lga.person.id };
    expect((await state.put('/collations/agents', body)).status).toBe(200);
    expect((await add(lga, [await page(lga)])).status).toBe(200);
    expect((await lga.post(`/collations/${id}/verify`, { version: 1 })).code).toBe('OWN_COLLATION');
    expect((await state.post(`/collations/${id}/verify`, { version: 1 })).status).toBe(200);
  });

  it.each(['wrong_form', 'unreadable', 'incomplete'])('mends a form returned as %s: it waits again', async (ground) => {
    const back = await lga.post(`/collations/${id}/return`, { version: 1, reason: 'Send the photo', ground });
    expect(back.status).toBe(200);
    const late = formOf(election, place('24-11'), [], {
      formCode: 'EC8C',
      rows: [rowOf(ward, 2)],
      statedTotals: totalsOf(2),
    });
    const parent = (await enter(lga, late)).json<string>('data.id');
    await state.post(`/collations/${parent}/verify`, { version: 1, comment: 'Seen' });
    expect((await add(admin, [await page(admin)])).json('data')).toMatchObject({ status: 'pending', reason: null });
    expect((await state.get(`/collations/${parent}`)).json('data.outOfDateAt')).not.toBeNull();
  });

  it('leaves a form that was returned for its figures returned', async () => {
    await lga.post(`/collations/${id}/return`, { version: 1, reason: 'Row 2 is wrong', ground: 'figures' });
    const reply = await add(admin, [await page(admin)]);
    expect(reply.json('data')).toMatchObject({ status: 'returned', reason: 'Row 2 is wrong', photos: [{}] });
  });
});

describe('no page is added', () => {
  it('by another, without a sign-in, or where the form is not seen', async () => {
    const own = await page(lga);
    const above = await add(lga, [own]);
    expect([above.status, above.code]).toEqual([403, 'PAGES_NOT_YOURS']);
    const other = await createWard(test.database.db, 1);
    const stranger = await test.as('ward_admin', other.ward);
    expect((await add(stranger, [await page(stranger)])).status).toBe(404);
    const elsewhere = await agentOf(place('24-11'));
    expect((await add(elsewhere, [await page(elsewhere)])).status).toBe(404);
    expect((await add(test.anonymous, [own])).status).toBe(401);
    expect((await read()).photos).toEqual([]);
  });

  it.each(['verified', 'disputed'])('to a form that is %s', async (status) => {
    const body = status === 'verified' ? { version: 1, comment: 'Seen' } : { version: 1, reason: 'Row 2' };
    const decided = await lga.post(`/collations/${id}/${status === 'verified' ? 'verify' : 'dispute'}`, body);
    expect(decided.status).toBe(200);
    const reply = await add(admin, [await page(admin)]);
    expect([reply.status, reply.code]).toEqual([409, 'COLLATION_FINAL']);
    expect(await read(admin)).toMatchObject({ photos: [], can: { addPages: false } });
  });

  it('to an earlier version, of another kind of photo, of another person, or beyond the most', async () => {
    const file = await page(admin);
    expect((await enter(admin, formOf(election, ward, units, { officerName: 'Bola' }))).json('data.version')).toBe(2);
    expect((await add(admin, [file])).code).toBe('CONFLICT');
    const sheet = await page(admin, '/api/disputes/files');
    const wrong = await add(admin, [file, sheet], 2);
    expect([wrong.code, wrong.json('fields.0.path')]).toEqual(['SHEET_NOT_FOUND', 'sheetFileIds.1']);
    expect((await add(admin, [await page(lga)], 2)).code).toBe('SHEET_NOT_FOUND');
    expect((await add(admin, [], 2)).json('fields.0.path')).toBe('sheetFileIds');
    expect((await admin.post(`/collations/${id}/pages`, { version: 2, sheetFileIds: [file], page: 1 })).status).toBe(
      400,
    );
    const many: string[] = [];
    for (let count = 0; count < MAX_PAGES; count += 1) many.push(await page(admin));
    expect((await add(admin, many, 2)).status).toBe(200);
    const more = await add(admin, [file], 2);
    expect([more.status, more.json('fields.0')]).toEqual([
      400,
      { path: 'sheetFileIds', message: `A form has at most ${MAX_PAGES} pages` },
    ]);
    expect((await read(admin)).can.addPages).toBe(false);
  });

  it('over another: pages are changed by no statement', async () => {
    await add(admin, [await page(admin)]);
    await expect(test.database.pool.query('update collation_photos set page = 9')).rejects.toThrow(
      /permission denied|append-only/,
    );
  });
});
