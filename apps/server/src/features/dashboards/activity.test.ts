import type { Activity } from '@ec/contract/dashboards/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createElection, createPerson, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { unitOf } from '../../../test/night.ts';

let test: TestApp;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
});
afterAll(() => test.close());

const activityOf = async (client: Client) =>
  (await client.get('/activity-logs/recent')).json<Activity[]>('data.logs').map(({ description }) => description);

it('shows officers and the grassroots their own count only, and administrators both', async () => {
  const election = await createElection(test.database.db);
  const made = await createWard(test.database.db, 1);
  const unit = unitOf(made, 0);
  const official = await test.as('polling_unit_officer', unit);
  const observer = await test.as('gpuo', unit);
  for (const [index, client] of [official, observer].entries()) {
    const sent = await client.post('/results', sheet(election, unit), { 'idempotency-key': `count-${index}` });
    expect(sent.status).toBe(201);
  }
  const byOfficer = 'Test polling_unit_officer submitted the result of Polling Unit 1, Ikeja';
  const byObserver = 'Test gpuo submitted the result of Polling Unit 1, Ikeja';
  expect(await activityOf(official)).toEqual([byOfficer]);
  expect(await activityOf(observer)).toEqual([byObserver]);
  expect(await activityOf(await test.as('grassroot_moderator', place('24-11')))).toEqual([byObserver]);
  expect(await activityOf(await test.as('ward_admin', made.ward))).toEqual([byObserver, byOfficer]);
});

it('names people as they are called, whatever signs are in their name', async () => {
  const unit = unitOf(await createWard(test.database.db, 1), 0);
  const name = "Ada {place} $& $' Obi";
  const person = await createPerson(test.database.db, { role: 'polling_unit_officer', area: unit, name });
  const client = await test.signIn(person);
  const election = await createElection(test.database.db);
  await client.post('/results', sheet(election, unit), { 'idempotency-key': 'signs-of-a-name' });
  expect(await activityOf(client)).toEqual([`${name} submitted the result of Polling Unit 1, Ikeja`]);
});

it('speaks of requests for approval to those who see them, and to no one beside them from what was just read', async () => {
  const { ward } = await createWard(test.database.db, 1);
  const person = await createPerson(test.database.db, { role: 'ward_admin', area: ward });
  const wardAdmin = await test.signIn(person);
  const lga = await test.as('lga_admin', place('24-11'));
  const state = await test.as('state_admin', place('24'));
  const body = {
    requestType: 'DEACTIVATE',
    targetUserId: person.id,
    justification: 'Has moved to another state for good.',
  };
  const moderator = await test.as('global_moderator', place('NG'));
  expect((await moderator.post('/approvals', body)).status).toBe(201);
  const said = `${moderator.person.name} requested an approval in`;
  const hears = async (client: Client) => (await activityOf(client)).some((line) => line.startsWith(said));
  expect([await hears(moderator), await hears(await test.as('national_admin', place('NG')))]).toEqual([true, true]);
  expect([await hears(wardAdmin), await hears(lga), await hears(state)]).toEqual([false, false, false]);
});

it('is shown beside entries of the log that name no result and no place', async () => {
  const unit = unitOf(await createWard(test.database.db, 1), 0);
  const election = await createElection(test.database.db);
  const officer = await test.as('polling_unit_officer', unit);
  await officer.post('/results', sheet(election, unit), { 'idempotency-key': 'beside-odd-entries' });
  await sql`insert into audit_entries (event, resource_id, area_id)
    values ('result.submitted', 'x', ${unit}), ('result.submitted', 'x', 9223372036854775807)`.execute(
    test.database.db,
  );
  expect(await activityOf(officer)).toEqual([
    'Test polling_unit_officer submitted the result of Polling Unit 1, Ikeja',
  ]);
  expect((await (await test.as('national_admin', place('NG'))).get('/activity-logs/recent')).status).toBe(200);
});
