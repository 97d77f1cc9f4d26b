import { DEFAULT_SETTINGS } from '@ec/contract/settings/schemas';
import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alertsOf, judged, raiseByHand, rulesOf, send } from '../../../../test/alerts.ts';
import { createElection, createWard, place, setElectionMode } from '../../../../test/builders.ts';
import { createAccount, lastCodeSentTo, login } from '../../../../test/credentials.ts';
import { ELECTION_NIGHT, type TestApp, testApp } from '../../../../test/harness.ts';
import { openStream, ticketOf } from '../../../../test/stream.ts';
import { changeSettings, type SettingsChange } from '../../../../test/settings.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
});
beforeEach(async () => {
  test.clock.set(ELECTION_NIGHT);
  await set(DEFAULT_SETTINGS.notifications);
});
afterAll(() => test.close());

const set = (notifications: SettingsChange['notifications']) =>
  changeSettings(test, { notifications: notifications ?? {} });
const national = () => test.as('national_admin', place('NG'));

describe('emailNotifications and smsNotifications', () => {
  /** The channels by which a user who chose both hears of a password reset. */
  async function channels(): Promise<string[]> {
    const person = await createAccount(test);
    const email = `${person.id}@example.ng`;
    await test.database.db.updateTable('users').set({ email }).where('id', '=', person.id).execute();
    const client = await test.signIn(person);
    await client.patch('/notifications/preferences', { choices: { account: { sms: true, email: true } } });
    const body = { userId: person.id, newPassword: 'a new long one' };
    expect((await (await national()).post('/auth/admin-reset-password', body)).status).toBe(200);
    const rows = await test.database.db
      .selectFrom('messages')
      .select('channel')
      .where('recipient', 'in', [person.phone, email])
      .execute();
    return rows.map(({ channel }) => channel).toSorted();
  }

  it.each([
    [true, true, ['email', 'sms']],
    [true, false, ['email']],
    [false, true, ['sms']],
    [false, false, []],
  ])('e-mail %s, SMS %s: news leave by %j', async (emailNotifications, smsNotifications, left) => {
    await set({ emailNotifications, smsNotifications });
    expect(await channels()).toEqual(left);
  });

  it('off keep no sign-in code from leaving', async () => {
    await set({ emailNotifications: false, smsNotifications: false });
    const person = await createAccount(test);
    await login(test, person.phone);
    expect(await lastCodeSentTo(test, person.phone)).toMatch(/^\d{6}$/);
  });
});

describe('pushNotifications', () => {
  it.each([true, false])('%s: whether an open console is notified; the list holds it either way', async (pushed) => {
    await set({ pushNotifications: pushed });
    const person = await createAccount(test, { role: 'state_admin', area: place(pushed ? '31' : '32') });
    const client = await test.signIn(person);
    const stream = await openStream(test, await ticketOf(client));
    await raiseByHand(test, person.area ?? place('NG'), { priority: 'critical' });
    const told: string[] = [];
    // The alert's own message always comes to open consoles; it follows any pushed notification.
    for (let message = await stream.next(); message; message = await stream.next()) {
      told.push(message.type);
      if (message.type === 'alerts') break;
    }
    await client.patch('/notifications/preferences', { choices: {} });
    expect(told.includes('notification')).toBe(pushed);
    expect((await client.get('/notifications')).json('data.unread')).toBe(1);
    await stream.close();
  });
});

describe('alertThresholds', () => {
  let election: ElectionId;
  let ward: LocationId;
  let units: LocationId[];
  beforeEach(async () => {
    election = await createElection(test.database.db);
    // 500 registered voters each.
    ({ ward, units } = await createWard(test.database.db, 2));
  });

  async function raised(): Promise<string[]> {
    await judged(test);
    return rulesOf(await alertsOf(await national(), `area=${ward}`));
  }
  const turnout = (accreditedVoters: number) => send(test, election, units[0] ?? ward, { accreditedVoters });

  it.each([
    [60, 300, []],
    [60, 301, ['high_turnout']],
    [61, 301, []],
  ])('highTurnout %i: %i of 500 accredited raise %j', async (highTurnout, accredited, rules) => {
    await set({ alertThresholds: { highTurnout } });
    await turnout(accredited);
    expect(await raised()).toEqual(rules);
  });

  it.each([
    [40, 200, []],
    [40, 199, ['low_turnout']],
    [39, 199, []],
  ])('lowTurnout %i: %i of 500 accredited raise %j', async (lowTurnout, accredited, rules) => {
    await set({ alertThresholds: { lowTurnout } });
    await turnout(accredited);
    expect(await raised()).toEqual(rules);
  });

  it.each([
    [159, ['low_turnout']],
    [160, []],
  ])('%i of 500 accredited beside a median of 80 percent raise %j', async (accredited, rules) => {
    await set({ alertThresholds: { lowTurnout: 50, lowTurnoutOfMedian: 40 } });
    // Ten units at 80 percent: the LGA has its median.
    const many = await createWard(test.database.db, 11);
    for (const unit of many.units.slice(1)) await send(test, election, unit, { accreditedVoters: 400 });
    await turnout(accredited);
    expect(await raised()).toEqual(rules);
  });

  it.each([
    [6, ['discrepancy']],
    [8, []],
  ])(
    'resultDiscrepancy %i: counts that differ by 7 points raise %j and are marked so',
    async (resultDiscrepancy, rules) => {
      await set({ alertThresholds: { resultDiscrepancy, lowTurnout: 0 } });
      const unit = units[0] ?? ward;
      const votes = (APC: number) => ({
        accreditedVoters: 200,
        voidVotes: 0,
        votes: { APC, PDP: 100 - APC, LP: 0, NNPP: 0 },
      });
      await send(test, election, unit, votes(60));
      await send(test, election, unit, votes(53), 'gpuo');
      expect(await raised()).toEqual(rules);
      const client = await national();
      await expect
        .poll(async () => {
          const reply = await client.get(`/live/compare?electionId=${election}&area=${ward}`);
          const rows = reply.json<{ area: { id: number }; difference: number | null; marked: boolean }[]>('data.areas');
          return rows.find(({ area }) => area.id === unit);
        })
        .toMatchObject({ difference: 7, marked: rules.length > 0 });
    },
  );
});

describe('alertRules', () => {
  /** Runs the scheduled jobs of that minute, as the queue would. */
  async function minuteOf(time: string): Promise<void> {
    test.clock.set(new Date(`2027-02-20T${time}Z`));
    for (const name of ['alerts.silence', 'alerts.escalate']) {
      await sql`select graphile_worker.add_job(${name}::text)`.execute(test.database.db);
    }
    await test.app.platform.jobs.runDue();
  }
  const found = async (query: string) => await alertsOf(await test.as('national_admin', place('NG')), query);

  it('silentUnitsAfter: wards are alerted of so many hours after voting closes', async () => {
    await set({ alertRules: { silentUnitsAfter: 6 } });
    const { ward } = await createWard(test.database.db, 1, place('28-01'));
    const election = await createElection(test.database.db, { areas: [place('28')] });
    const query = `rule=silent_units&electionId=${election}&area=${ward}`;
    await minuteOf('19:29:00');
    expect(await found(query)).toEqual([]);
    await minuteOf('19:30:00');
    expect(await found(query)).toHaveLength(1);
  });

  it('escalateAfter: an alert without acknowledgement moves up a level after so many minutes', async () => {
    await set({ alertRules: { escalateAfter: 20 } });
    const { ward } = await createWard(test.database.db, 1, place('28-02'));
    await test.as('ward_admin', ward);
    await test.as('state_admin', place('28'));
    await raiseByHand(test, ward);
    const levelOf = async () => (await found(`rule=manual&area=${ward}`))[0]?.escalatedTo?.id;
    await minuteOf('18:19:00');
    expect(await levelOf()).toBeUndefined();
    await minuteOf('18:20:00');
    expect(await levelOf()).toBe(place('28'));
  });
});
