import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode } from '../../../../test/builders.ts';
import { enter, formOf } from '../../../../test/collations.ts';
import { type Client, type TestApp, testApp } from '../../../../test/harness.ts';
import { photoOf, sendFile } from '../../../../test/uploads.ts';
import { hashRequest } from './receipt.ts';

let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let units: LocationId[];
let admin: Client;
let lga: Client;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  await setElectionMode(test.database.db, true);
  lga = await test.as('lga_admin', place('24-11'));
});
afterAll(() => test.close());
beforeEach(async () => {
  election = await createElection(test.database.db);
  ({ ward, units } = await createWard(test.database.db, 2));
  admin = await test.as('ward_admin', ward);
});

const FRONT = '#a1b2c3';
const BACK = '#c3b2a1';
/** The photos sent anew, as after the page was loaded again: other files of the same content. */
async function sent(colours: readonly string[], by = admin): Promise<string[]> {
  const ids: string[] = [];
  for (const colour of colours) {
    const reply = await sendFile(by, await photoOf(colour), '/api/collations/files');
    ids.push(reply.json<string>('data.id'));
  }
  return ids;
}
const form = async (colours: readonly string[] = [FRONT, BACK], changes: object = {}) =>
  formOf(election, ward, units, { sheetFileIds: await sent(colours), ...changes });
const keyed = async (key: string, body: object) =>
  await admin.post('/collations', body, { 'idempotency-key': `${key}-${ward}` });
const versions = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from collation_versions v
    join collations c on c.id = v.collation_id where c.election_id = ${election}`.execute(test.database.db);
  return rows[0]?.count;
};

it('the same photos sent anew under the same key give the first receipt again', async () => {
  const body = await form();
  const first = await keyed('one', body);
  expect(first.status, first.text).toBe(201);
  const again = await form();
  expect(again.sheetFileIds).not.toEqual(body.sheetFileIds);
  const repeated = await keyed('one', again);
  expect([repeated.status, repeated.json('data')]).toEqual([200, first.json('data')]);
  expect(await versions()).toBe(1);
});

it('the same figures and photos under another key do too, also once the form is verified', async () => {
  const first = await enter(admin, await form());
  expect((await enter(admin, await form())).json('data')).toEqual(first.json('data'));
  const id = first.json<string>('data.id');
  expect((await lga.post(`/collations/${id}/verify`, { version: 1 })).status).toBe(200);
  const repeated = await enter(admin, await form());
  expect([repeated.status, repeated.json('data')]).toEqual([200, first.json('data')]);
  expect(await versions()).toBe(1);
});

it('other photos, other figures, another order of pages and another sender make a new version', async () => {
  const colleague = await test.as('polling_unit_officer', units[0] ?? ward);
  const centre = { electionId: election, area: formOf(election, ward, units).area, userId: colleague.person.id };
  expect((await admin.put('/collations/agents', centre)).status).toBe(200);
  const replies = [
    await enter(admin, await form()),
    await enter(admin, await form([FRONT, '#000000'])),
    await enter(admin, await form([BACK, FRONT])),
    await enter(admin, await form([BACK, FRONT], { officerName: 'Bola' })),
    await enter(
      colleague,
      formOf(election, ward, units, { sheetFileIds: await sent([BACK, FRONT], colleague), officerName: 'Bola' }),
    ),
    // The same as the first, which is not the present version any more.
    await enter(admin, await form()),
  ];
  expect(replies.map((reply) => [reply.status, reply.json('data.version')])).toEqual(
    replies.map((_, index) => [201, index + 1]),
  );
});

it('a returned form is entered anew, also with the same figures', async () => {
  const first = await enter(admin, await form());
  const id = first.json<string>('data.id');
  const back = { version: 1, ground: 'figures', reason: 'Look again' };
  expect((await lga.post(`/collations/${id}/return`, back)).status).toBe(200);
  const second = await enter(admin, await form());
  expect([second.status, second.json('data.version')]).toEqual([201, 2]);
});

it('other photos under the same key are refused, and the answer names what is stored', async () => {
  const first = await keyed('one', await form());
  const other = await keyed('one', await form([FRONT]));
  expect([other.status, other.code]).toEqual([409, 'COLLATION_KEY_USED']);
  expect(other.json('error')).toContain(`was stored before as ${first.json<string>('data.submissionId')}`);
  expect(await versions()).toBe(1);
});

it('what was stored before the photos’ content was in the hash is repeated by the ids of its files', async () => {
  const body = await form();
  const first = await keyed('one', body);
  const byIds = hashRequest(body as Parameters<typeof hashRequest>[0], new Map());
  await test.asOwner(async (tx) => {
    await sql`alter table collation_versions disable trigger collation_versions_append_only`.execute(tx);
    await sql`update collation_versions set request_hash = ${byIds} where collation_id = ${first.json('data.id')}`.execute(
      tx,
    );
    await sql`alter table collation_versions enable always trigger collation_versions_append_only`.execute(tx);
  });
  expect((await keyed('one', body)).json('data')).toEqual(first.json('data'));
});
