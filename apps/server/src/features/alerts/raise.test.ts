import type { Alert } from '@ec/contract/alerts/schemas';
import type { ElectionId } from '@ec/contract/base/common';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { alertsOf, judged, photo, rulesOf, send, notificationsOf, upload } from '../../../test/alerts.ts';
import { createElection, createPerson, createWard, place, setElectionMode } from '../../../test/builders.ts';
import { createAccount, login } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { auditOf } from '../../../test/looks.ts';
import { changeSettings } from '../../../test/settings.ts';
import { DEFAULT_SETTINGS } from '@ec/contract/settings/schemas';
import { followChain, startAlerts } from './follow-audit-log.ts';

const refuse = (error: unknown) => {
  throw error;
};

let test: TestApp;
let election: ElectionId;
let national: Client;
let ward: LocationId;
let units: LocationId[];

const unit = (index: number) => units[index] ?? ward;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  national = await test.as('national_admin', place('NG'));
});
beforeEach(async () => {
  ({ ward, units } = await createWard(test.database.db, 4));
});
afterAll(() => test.close());

/** What was raised about the ward of this test. */
async function raised(query = ''): Promise<Alert[]> {
  await judged(test);
  return await alertsOf(national, `area=${ward}&${query}`);
}

describe('a submission', () => {
  it('in order raises nothing', async () => {
    await send(test, election, unit(0), { accreditedVoters: 200 });
    expect(await raised()).toEqual([]);
  });

  it('with more votes than accredited voters raises over-voting once, with the figures and where they lead', async () => {
    const admin = await test.as('ward_admin', ward);
    const resultId = await send(test, election, unit(0), { accreditedVoters: 139, registeredVoters: 400 });
    const [alert, ...others] = await raised();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      rule: 'over_voting',
      type: 'error',
      priority: 'critical',
      resultId,
      electionId: election,
      count: 'official',
      area: { id: unit(0) },
      source: 'System: Over-voting',
      isRead: false,
      relatedResource: { type: 'result', id: resultId, path: `/review/${resultId}` },
    });
    expect(alert?.message).toContain('Over-voting: 140 votes, 139 accredited voters.');
    expect(await auditOf(test, 'alert.raised', alert?.id ?? '')).toMatchObject([{ by: null }]);
    expect(await notificationsOf(test, admin)).toEqual([{ title: 'Over-voting', url: `/alerts?alert=${alert?.id}` }]);
    expect(await raised()).toHaveLength(1);
  });

  it('sent again with the same figures raises nothing new; with other wrong ones it does', async () => {
    const officer = await test.as('polling_unit_officer', unit(0));
    const wrong = { accreditedVoters: 139, registeredVoters: 400 };
    await send(test, election, unit(0), wrong, officer);
    await send(test, election, unit(0), wrong, officer);
    expect(rulesOf(await raised())).toEqual(['over_voting']);
    await send(test, election, unit(0), { ...wrong, accreditedVoters: 138 }, officer);
    expect(rulesOf(await raised())).toEqual(['over_voting', 'over_voting']);
  });

  it('is judged by the version that was sent, though it was replaced before anybody looked', async () => {
    const officer = await test.as('polling_unit_officer', unit(0));
    await send(test, election, unit(0), { accreditedVoters: 139, registeredVoters: 400 }, officer);
    await send(test, election, unit(0), { accreditedVoters: 200 }, officer);
    expect(rulesOf(await raised())).toEqual(['over_voting']);
  });

  it('sends a person one notification, however many alerts of a rule there are', async () => {
    const admin = await test.as('ward_admin', ward);
    for (const index of [0, 1, 2]) {
      const votes = { APC: 120 + index, PDP: 10, LP: 8, NNPP: 2, Others: 3 };
      await send(test, election, unit(index), { votes, accreditedVoters: 139, registeredVoters: 400 });
    }
    expect(await raised('rule=over_voting')).toHaveLength(3);
    const [told, ...more] = await notificationsOf(test, admin);
    expect(more).toEqual([]);
    expect(told?.title).toMatch(/^3 alerts: over-voting in Ward/);
    expect(told?.url).toMatch(/^\/alerts\?rule=over_voting&area=24-11-/);
  });
});

describe('turnout', () => {
  // Alone in its election: where the area has too few results, the thresholds of the settings decide.
  beforeEach(async () => {
    election = await createElection(test.database.db);
  });

  const turnout = async (index: number, accreditedVoters: number, registeredVoters = 1000) => {
    await send(test, election, unit(index), { accreditedVoters, registeredVoters });
    const alerts = await raised();
    const code = codeOf(unit(index));
    const named = alerts.filter(({ area, message }) => area?.id === unit(index) || message.includes(code));
    return rulesOf(named.filter(({ rule }) => rule.endsWith('_turnout')));
  };

  it('is high above the threshold and low below it, not at it', async () => {
    expect(await turnout(0, 900)).toEqual([]);
    expect(await turnout(1, 901)).toEqual(['high_turnout']);
    expect(await turnout(2, 300)).toEqual([]);
    expect(await turnout(3, 299)).toEqual(['low_turnout']);
  });

  it('that is low is raised once for a ward, about the ward', async () => {
    expect(await turnout(0, 200)).toEqual(['low_turnout']);
    expect(await turnout(1, 200)).toEqual([]);
    const [alert, ...more] = await raised('rule=low_turnout');
    expect(more).toEqual([]);
    expect(alert?.area?.type).toBe('ward');
    expect(alert?.message).toContain('with 20%');
  });

  it('is compared with the median of the LGA, in which returned and cancelled results do not count', async () => {
    ({ ward, units } = await createWard(test.database.db, 14));
    for (let index = 0; index < 10; index++) await turnout(index, 600);
    const wardAdmin = await test.as('ward_admin', ward);
    for (const index of [10, 11, 12]) {
      const id = await send(test, election, unit(index), { accreditedVoters: 310, registeredVoters: 1000 });
      const about = { version: 1, reason: 'Not the sheet of this unit' };
      const replies =
        index === 12
          ? [await wardAdmin.post(`/results/${id}/return`, about)]
          : [
              await wardAdmin.post(`/results/${id}/dispute`, about),
              await national.post(`/results/${id}/cancel`, about),
            ];
      expect(replies.map(({ status, code }) => code ?? status)).toEqual(replies.map(() => 200));
    }
    expect(await turnout(13, 299)).toEqual(['low_turnout']);
    const [alert] = await raised('rule=low_turnout');
    expect(alert?.message).toContain('The median of the LGA is 60% (11 results).');
  });

  it('goes by the thresholds that hold when it is judged', async () => {
    const { notifications } = DEFAULT_SETTINGS;
    const alertThresholds = { highTurnout: 80, lowTurnout: 20, resultDiscrepancy: 5 };
    await changeSettings(test, { notifications: { ...notifications, alertThresholds } });
    expect(await turnout(0, 801)).toEqual(['high_turnout']);
    expect(await turnout(1, 299)).toEqual([]);
    await changeSettings(test, { notifications });
    expect(await turnout(2, 299)).toEqual(['low_turnout']);
  });
});

describe('two counts of a unit', () => {
  const votes = (LP: number) => ({ votes: { APC: 500 - LP, PDP: 0, LP, NNPP: 0, Others: 500 }, voidVotes: 0 });
  const sent = async (index: number, LP: number, source: 'polling_unit_officer' | 'gpuo') =>
    await send(test, election, unit(index), { ...votes(LP), accreditedVoters: 1000, registeredVoters: 2000 }, source);

  it.each([
    ['at the threshold', 250, 0],
    ['above it', 251, 1],
  ])('%s', async (_what, grassroots, alerts) => {
    await sent(0, 200, 'polling_unit_officer');
    expect(await raised('rule=discrepancy')).toEqual([]);
    await sent(0, grassroots, 'gpuo');
    const found = await raised('rule=discrepancy');
    expect(found).toHaveLength(alerts);
  });

  it('raise once, whichever came last and however often they are sent', async () => {
    await sent(0, 100, 'gpuo');
    await sent(0, 300, 'polling_unit_officer');
    const [alert, ...others] = await raised('rule=discrepancy');
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ priority: 'critical', count: null, area: { id: unit(0) } });
    expect(alert?.message).toContain(
      '20 percentage points, above the threshold of 5: APC has 20% of the valid votes in the official count, 40%',
    );
  });
});

it('raises once for a result that came late', async () => {
  const { election: general } = DEFAULT_SETTINGS;
  await changeSettings(test, { election: { ...general, resultSubmissionDeadline: 1, allowLateSubmissions: true } });
  const done = await createElection(test.database.db, { status: 'completed' });
  const officer = await test.as('polling_unit_officer', unit(0));
  await send(test, done, unit(0), { accreditedVoters: 200 }, officer);
  await send(test, done, unit(0), { accreditedVoters: 201 }, officer);
  await changeSettings(test, { election: general });
  const [alert, ...others] = await raised();
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ rule: 'late_result', priority: 'medium', type: 'info' });
  expect(alert?.message).toContain('came 4 h 30 min after voting closed');
});

describe('the picture of a sheet', () => {
  it("raises when it was another unit's before, not when the same unit sends it again", async () => {
    const picture = await photo();
    const [first, second] = await Promise.all([0, 1].map((index) => test.as('polling_unit_officer', unit(index))));
    if (!first || !second) throw new Error('no officers');
    const sentBy = async (officer: Client, index: number) => {
      const sheetFileId = await upload(officer, picture);
      await send(test, election, unit(index), { sheetFileId, accreditedVoters: 200 }, officer);
    };
    await sentBy(first, 0);
    await sentBy(first, 0);
    expect(await raised()).toEqual([]);
    await sentBy(second, 1);
    await sentBy(first, 0);
    const [alert, ...others] = await raised('rule=repeated_sheet');
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ rule: 'repeated_sheet', priority: 'critical', area: { id: unit(1) } });
    expect(alert?.message).toContain('Polling Unit 1');
  });

  it('is known from other elections, and the same whether judged at once or one by one', async () => {
    const picture = await photo();
    const other = await createElection(test.database.db);
    for (const [index, where] of [other, election, election].entries()) {
      const officer = await test.as('polling_unit_officer', unit(index));
      const sheetFileId = await upload(officer, picture);
      await send(test, where, unit(index), { sheetFileId, accreditedVoters: 200, voidVotes: index }, officer);
    }
    const found = await raised('rule=repeated_sheet');
    expect(found.map(({ area }) => area?.id)).toEqual([unit(2), unit(1)]);
    expect(found[0]?.message).toMatch(/Polling Unit 1\), .*Polling Unit 2\)/);
  });
});

describe('identical votes', () => {
  const same = { accreditedVoters: 200, votes: { APC: 30, PDP: 12, LP: 8, NNPP: 0, Others: 0 } };

  it('of units of a ward raise once for the ward, naming them', async () => {
    await send(test, election, unit(0), same);
    expect(await raised()).toEqual([]);
    await send(test, election, unit(1), { ...same, voidVotes: 7 });
    const [alert, ...others] = await raised();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ rule: 'identical_votes', area: { id: ward }, relatedResource: { type: 'ward' } });
    expect(alert?.message).toMatch(/^2 units of .*Polling Unit 1\), .*Polling Unit 2\)/);
    await send(test, election, unit(2), same);
    expect(await raised()).toHaveLength(1);
  });

  it('raise nothing in another ward, another count, another election, or of fewer than 50 votes', async () => {
    const neighbour = await createWard(test.database.db, 1);
    const other = await createElection(test.database.db);
    const few = { accreditedVoters: 200, votes: { APC: 29, PDP: 12, LP: 8, NNPP: 0, Others: 0 } };
    await send(test, election, unit(0), same);
    await send(test, election, neighbour.units[0] ?? ward, same);
    await send(test, election, unit(1), same, 'gpuo');
    await send(test, other, unit(1), same);
    await send(test, election, unit(2), few);
    await send(test, election, unit(3), few);
    expect(await raised()).toEqual([]);
  });
});

describe('a lock-out', () => {
  const lock = async (phone: string) => {
    for (let tries = 0; tries < DEFAULT_SETTINGS.security.maxLoginAttempts; tries++)
      await login(test, phone, 'wrong one');
    await judged(test);
  };

  it('notifies the national office, not the administrators of the place, and links to the person', async () => {
    const account = await createAccount(test, { role: 'ward_admin', area: ward });
    const lga = await test.as('lga_admin', place('24-11'));
    await lock(account.phone);
    const [alert] = await alertsOf(national, `area=${ward}`);
    expect(alert).toMatchObject({
      rule: 'lock_out',
      area: { id: ward },
      relatedResource: { type: 'user', id: account.id, path: `/users/${account.id}` },
    });
    expect(alert?.message).toContain('from 127.0.0.1');
    expect(await alertsOf(lga, 'rule=lock_out')).toEqual([]);
    expect(await notificationsOf(test, national)).not.toContainEqual(
      expect.objectContaining({ title: 'Account locked' }),
    );
  });

  it('of an unknown number is the nation’s', async () => {
    const state = await test.as('state_admin', place('24'));
    const { phone } = await createPerson(test.database.db, { role: 'moderator', area: null });
    await test.database.db.deleteFrom('users').where('phone', '=', phone).execute();
    await lock(phone);
    const [alert] = await alertsOf(national, 'rule=lock_out');
    expect(alert).toMatchObject({ area: { type: 'national' }, relatedResource: null });
    expect(alert?.message).not.toContain(phone);
    expect(await alertsOf(state, 'rule=lock_out')).toEqual([]);
  });
});

describe('the process that follows the chain', () => {
  it('does so by itself, until it is stopped', async () => {
    const stop = startAlerts(test.app.platform, (error) => expect(error).toBeUndefined());
    await send(test, election, unit(0), { accreditedVoters: 139, registeredVoters: 400 });
    await vi.waitFor(async () => expect(rulesOf(await alertsOf(national, `area=${ward}`))).toEqual(['over_voting']), {
      timeout: 5000,
    });
    await stop();
    await send(test, election, unit(1), { accreditedVoters: 138, registeredVoters: 400, voidVotes: 5 });
    await test.app.platform.auditChain.linkNow();
    expect(await alertsOf(national, `area=${ward}`)).toHaveLength(1);
  });

  it('two at once raise each alert once', async () => {
    const wrong = { accreditedVoters: 139, registeredVoters: 400 };
    for (const index of [0, 1, 2, 3]) await send(test, election, unit(index), { ...wrong, voidVotes: 4 + index });
    await test.app.platform.auditChain.linkNow();
    await Promise.all([1, 2, 3, 4].map(() => followChain(test.app.platform, refuse)));
    expect(await raised('rule=over_voting')).toHaveLength(4);
  });

  it('and dies in the middle loses nothing and doubles nothing', async () => {
    const { rows } = await test.database.pool.query<{ position: string }>('select position from alert_progress');
    const before = Number(rows[0]?.position);
    await send(test, election, unit(0), { accreditedVoters: 139, registeredVoters: 400 });
    await test.app.platform.auditChain.linkNow();
    // The server goes down just before it would have committed.
    await test.asOwner(async (tx) => {
      await sql`create function die() returns trigger language plpgsql as $$
        begin raise exception 'the server is gone'; end $$`.execute(tx);
      await sql`create trigger die before update on alert_progress for each row execute function die()`.execute(tx);
    });
    await expect(followChain(test.app.platform, refuse)).rejects.toThrow('the server is gone');
    await test.asOwner(async (tx) => void (await sql`drop trigger die on alert_progress`.execute(tx)));
    expect(await alertsOf(national, `area=${ward}`)).toEqual([]);
    expect(rulesOf(await raised())).toEqual(['over_voting']);
    const after = await test.database.pool.query<{ position: string }>('select position from alert_progress');
    expect(Number(after.rows[0]?.position)).toBeGreaterThan(before);
    // A position that was not kept is judged again, and raises nothing again.
    await test.database.pool.query('update alert_progress set position = $1', [before]);
    expect(await raised()).toHaveLength(1);
  });
});
