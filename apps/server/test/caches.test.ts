import type { ElectionId } from '@ec/contract/base/common';
import type { LiveSummary } from '@ec/contract/live/schemas';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createPerson, createWard, newOfficer, place, setElectionMode, sheet } from './builders.ts';
import { type Client, type TestApp, testApp } from './harness.ts';
import { trySettings } from './settings.ts';

/** What the author of a change and others see of it, while both servers have answers in their caches. */
let here: TestApp;
let there: TestApp;
let election: ElectionId;
let national: Client;
let elsewhere: Client;

beforeAll(async () => {
  here = await testApp();
  const store = { url: here.database.url, ownerUrl: here.ownerUrl, drop: () => Promise.resolve() };
  there = await testApp({}, store);
  await setElectionMode(here.database.db, true);
  for (const { app } of [here, there]) app.platform.organisation.invalidate();
  election = await createElection(here.database.db, { name: 'First name' });
  national = await here.as('national_admin', place('NG'));
  elsewhere = await there.as('national_admin', place('NG'));
});
afterAll(async () => {
  await there.close();
  await here.close();
});

const servers: [string, () => Client][] = [
  ['on the server that took it', () => national],
  ['on another server', () => elsewhere],
];

/** Fills the caches of both servers with what is there before the change. */
const onBoth = async (url: string) => await Promise.all([national.get(url), elsewhere.get(url)]);

describe('a change of settings', () => {
  it('applies to the next call of its author, and on another server within two seconds', async () => {
    const minutes = async (client: Client) =>
      (await client.get('/auth/me')).json<number>('data.system.sessionTimeoutMinutes');
    await onBoth('/auth/me');
    expect((await trySettings(national, { security: { sessionTimeout: 45 } })).status).toBe(200);
    expect(await minutes(national)).toBe(45);
    await expect.poll(() => minutes(elsewhere), { timeout: 3000 }).toBe(45);
  });
});

describe('a deactivated person', () => {
  it('is refused at the next call, and on another server when the event has arrived', async () => {
    const { ward } = await createWard(here.database.db, 1);
    const person = await createPerson(here.database.db, { role: 'ward_admin', area: ward });
    const [one, other] = [await here.signIn(person), await there.signIn(person)];
    expect([(await one.get('/users')).status, (await other.get('/users')).status]).toEqual([200, 200]);
    expect((await national.put(`/users/${person.id}`, { status: 'INACTIVE' })).status).toBe(200);
    expect((await one.get('/users')).status).toBe(401);
    await expect.poll(async () => (await other.get('/users')).status, { timeout: 3000 }).toBe(401);
  });

  it('is refused even if a call of theirs is being looked up at that moment', async () => {
    const { ward } = await createWard(here.database.db, 1);
    const client = await here.as('ward_admin', ward);
    const calls = Array.from({ length: 5 }, () => client.get('/users'));
    const change = national.put(`/users/${client.person.id}`, { status: 'INACTIVE' });
    await Promise.all([...calls, change]);
    expect((await client.get('/users')).status).toBe(401);
  });
});

describe('a new person', () => {
  it('is in the counts of the next call, on every server', async () => {
    const { units } = await createWard(here.database.db, 1);
    const total = async (client: Client) => (await client.get('/users?role=polling_unit_officer')).json('data.total');
    const [before] = await Promise.all([total(national), total(elsewhere)]);
    for (const unit of units) expect((await national.post('/users', newOfficer(unit))).status).toBe(201);
    expect([await total(national), await total(elsewhere)]).toEqual([Number(before) + 1, Number(before) + 1]);
  });
});

describe('a result', () => {
  it.each(servers)('is in all figures as soon as its event has arrived, %s', async (_, reader) => {
    const { units, ward } = await createWard(here.database.db, 1);
    const [unit = ward] = units;
    const lga = place('24-11');
    const officer = await here.as('polling_unit_officer', unit);
    const summary = `/live/summary?electionId=${election}&source=official&area=`;
    const reported = async () => {
      const [ofNation, ofWard, room, data] = await Promise.all([
        reader().get(`${summary}${lga}`),
        reader().get(`${summary}${ward}`),
        reader().get(`/situation-room?electionId=${election}`),
        reader().get(`/geographical-data/ward-data/${ward}?electionId=${election}`),
      ]);
      return [
        ofNation.json<LiveSummary>('data').coverage.reported,
        ofWard.json<LiveSummary>('data').coverage.reported,
        room.json<SituationRoom>('data').coverage.reported,
        data.json<number>('data.wardTotals.submitted'),
      ];
    };
    const before = await reported();
    const reply = await officer.post('/results', sheet(election, unit), { 'idempotency-key': `of-${unit}` });
    expect(reply.status).toBe(201);
    expect((await officer.get('/results/desk')).text).toContain(reply.json<string>('data.submissionId'));
    await expect.poll(reported, { timeout: 2000 }).toEqual(before.map((count) => count + 1));
  });
});

describe('a new name of an election', () => {
  it('is on dashboards and in the situation room of every server within a second', async () => {
    const urls = [`/situation-room?electionId=${election}`, `/dashboard?electionId=${election}`];
    for (const url of urls) await onBoth(url);
    expect((await national.put(`/elections/${election}`, { name: 'Second name' })).status).toBe(200);
    for (const url of urls) {
      for (const client of [national, elsewhere]) {
        await expect.poll(async () => (await client.get(url)).text, { timeout: 2000 }).toContain('Second name');
      }
    }
  });
});
