import type { Alert } from '@ec/contract/alerts/schemas';
import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alertsOf, notificationsOf, raiseByHand, send } from '../../../test/alerts.ts';
import { createElection, createPerson, createWard, place, setElectionMode } from '../../../test/builders.ts';
import { type Client, ELECTION_NIGHT, testApp, type TestApp } from '../../../test/harness.ts';
import { auditOf } from '../../../test/looks.ts';
import { changeSettings } from '../../../test/settings.ts';
import { escalateAlerts } from './escalate-service.ts';
import { watchSilence } from './watch-service.ts';

let test: TestApp;
let ward: LocationId;
let units: LocationId[];

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
});
beforeEach(async () => {
  ({ ward, units } = await createWard(test.database.db, 3, place('27-01')));
});
afterEach(() => test.clock.set(ELECTION_NIGHT));
afterAll(() => test.close());

/** A new national administrator, with a session opened at the clock's time. */
const national = async () => await test.as('national_admin', place('NG'));
const alertOf = async (id: string) => (await (await national()).get(`/alerts/${id}`)).json<Alert>('data');

describe('an unacknowledged alert', () => {
  let alert: Alert;
  let lga: Client;
  let zone: Client;

  /** That many minutes later, when the job of that minute runs. */
  async function later(minutes: number): Promise<Alert> {
    test.clock.advance(minutes);
    await escalateAlerts(test.app.platform);
    return await alertOf(alert.id);
  }

  beforeAll(async () => {
    lga = await test.as('lga_admin', place('27-01'));
    zone = await test.as('regional_admin', place('SW'));
  });

  it('goes up level by level at the time of the settings, past vacant offices, to the nation and no further', async () => {
    await test.as('ward_admin', ward);
    alert = await raiseByHand(test, units[0] ?? ward);
    expect((await later(29)).escalatedTo).toBeNull();
    expect(await later(1)).toMatchObject({
      escalatedTo: { id: place('27-01'), type: 'lga' },
      escalatedAt: test.clock.now().toISOString(),
    });
    expect((await notificationsOf(test, lga)).at(-1)).toEqual({
      title: 'Not acknowledged below you: Ballots are short',
      url: `/alerts?alert=${alert.id}`,
    });
    expect((await later(29)).escalatedTo?.id).toBe(place('27-01'));
    // Ogun has no state admin.
    expect((await later(1)).escalatedTo?.id).toBe(place('SW'));
    expect((await notificationsOf(test, zone)).at(-1)?.title).toBe('Not acknowledged below you: Ballots are short');
    const top = await later(30);
    expect(top.escalatedTo?.type).toBe('national');
    expect((await later(300)).escalatedAt).toBe(top.escalatedAt);
    expect(await auditOf(test, 'alert.escalated', alert.id)).toMatchObject([
      { by: null, previous: { levelId: ward }, next: { levelId: place('27-01') } },
      { next: { levelId: place('SW') } },
      { next: { levelId: place('NG') } },
    ]);
  });

  it('begins at the lowest level that has an administrator', async () => {
    alert = await raiseByHand(test, units[1] ?? ward);
    expect((await later(30)).escalatedTo?.id).toBe(place('SW'));
  });

  it('passes over an administrator who has not taken up the account', async () => {
    await createPerson(test.database.db, { role: 'ward_admin', area: ward, passwordHash: null });
    const { id } = await raiseByHand(test, units[0] ?? ward);
    expect((await notificationsOf(test, lga)).at(-1)?.url).toBe(`/alerts?alert=${id}`);
  });

  it('stays where it is once it is acknowledged', async () => {
    alert = await raiseByHand(test, units[2] ?? ward);
    expect((await lga.post(`/alerts/${alert.id}/acknowledge`, {})).status).toBe(200);
    expect((await later(600)).escalatedTo).toBeNull();
  });

  it('goes by the time that is set now, and each alert once though two processes look', async () => {
    alert = await raiseByHand(test, units[2] ?? ward);
    await changeSettings(test, { notifications: { alertRules: { escalateAfter: 10 } } });
    test.clock.advance(10);
    await Promise.all([escalateAlerts(test.app.platform), escalateAlerts(test.app.platform)]);
    expect(await auditOf(test, 'alert.escalated', alert.id)).toHaveLength(1);
    test.clock.set(ELECTION_NIGHT);
    await changeSettings(test, { notifications: { alertRules: { escalateAfter: 30 } } });
  });

  it('notifies a user once of all that reached their level', async () => {
    const before = (await notificationsOf(test, zone)).length;
    const { ward: another } = await createWard(test.database.db, 1, place('27-02'));
    await test.as('lga_admin', place('27-02'));
    await raiseByHand(test, another);
    await raiseByHand(test, another, { title: 'Ink is short' });
    test.clock.advance(30);
    await escalateAlerts(test.app.platform);
    const told = (await notificationsOf(test, zone)).slice(before);
    expect(told).toEqual([
      {
        title: 'Not acknowledged below you: 2 alerts: raised by hand in South West',
        url: '/alerts?rule=manual&area=SW',
      },
    ]);
  });
});

describe('silent units', () => {
  let election: ElectionId;

  beforeEach(async () => {
    election = await createElection(test.database.db, { areas: [place('27')] });
  });
  afterEach(async () => {
    await test.database.db.updateTable('elections').set({ status: 'completed' }).where('id', '=', election).execute();
  });

  const at = async (time: string): Promise<Alert[]> => {
    test.clock.set(new Date(`2027-02-20T${time}Z`));
    await watchSilence(test.app.platform);
    const found = await alertsOf(await national(), `rule=silent_units&electionId=${election}`);
    return found.filter(({ area }) => area?.id === ward);
  };

  it('raise once a ward at the hour, naming how many of how many', async () => {
    const admin = await test.as('ward_admin', ward);
    await send(test, election, units[0] ?? ward);
    await send(test, election, units[1] ?? ward, {}, 'gpuo');
    expect(await at('16:29:59')).toEqual([]);
    const [alert, ...others] = await at('16:30:00');
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ priority: 'high', count: 'official', area: { id: ward } });
    expect(alert?.message).toMatch(/^2 of 3 polling units of Ward \d+ have sent no result for Presidential election/);
    expect((await notificationsOf(test, admin)).map(({ title }) => title)).toEqual(['Silent polling units']);
    expect(await at('17:30:00')).toHaveLength(1);
  });

  it('count returned results as silent, and raise nothing where all have reported', async () => {
    const admin = await test.as('ward_admin', ward);
    const ids = [];
    for (const unit of units) ids.push(await send(test, election, unit));
    await at('16:30:00');
    expect(await at('16:31:00')).toEqual([]);
    test.clock.set(ELECTION_NIGHT);
    expect((await admin.post(`/results/${ids[0]}/return`, { version: 1, reason: 'Unreadable' })).status).toBe(200);
    expect((await at('18:30:00'))[0]?.message).toMatch(/^1 of 3 /);
  });

  it('raise nothing while election mode is off, outside the election, or once it is completed', async () => {
    const elsewhere = await createWard(test.database.db, 1, place('25-01'));
    await setElectionMode(test.database.db, false);
    test.app.platform.organisation.invalidate();
    expect(await at('17:00:00')).toEqual([]);
    await setElectionMode(test.database.db, true);
    test.app.platform.organisation.invalidate();
    await test.database.db.updateTable('elections').set({ status: 'completed' }).where('id', '=', election).execute();
    expect(await at('17:01:00')).toEqual([]);
    await test.database.db.updateTable('elections').set({ status: 'live' }).where('id', '=', election).execute();
    expect(await at('17:02:00')).toHaveLength(1);
    const found = await alertsOf(await national(), `rule=silent_units&area=${elsewhere.ward}`);
    expect(found).toEqual([]);
  });

  it('wait for the hour that is set now', async () => {
    await changeSettings(test, { notifications: { alertRules: { silentUnitsAfter: 5 } } });
    expect(await at('18:29:00')).toEqual([]);
    expect(await at('18:30:00')).toHaveLength(1);
    test.clock.set(ELECTION_NIGHT);
    await changeSettings(test, { notifications: { alertRules: { silentUnitsAfter: 3 } } });
  });
});
