import type { ElectionId } from '@ec/contract/base/common';
import { DEFAULT_SETTINGS } from '@ec/contract/settings/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../../test/builders.ts';
import { ELECTION_NIGHT, type Reply, type TestApp, testApp } from '../../../../test/harness.ts';
import { changeSettings, type SettingsChange } from '../../../../test/settings.ts';

let test: TestApp;
let election: ElectionId;
beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
});
beforeEach(async () => {
  test.clock.set(ELECTION_NIGHT);
  await set(DEFAULT_SETTINGS.election);
});
afterAll(() => test.close());

const set = (change: SettingsChange['election']) => changeSettings(test, { election: change ?? {} });

async function someOfficer() {
  const { ward, units } = await createWard(test.database.db, 1);
  const unit = units[0] ?? ward;
  return { unit, officer: await test.as('polling_unit_officer', unit) };
}

/** 140 votes on a correct sheet, by a new officer of a new unit. */
async function submitted(to = election): Promise<Reply> {
  const { officer, unit } = await someOfficer();
  return await officer.post('/results', sheet(to, unit), { 'idempotency-key': `key-${unit}` });
}

describe('enableVerificationSystem and autoApprovalThreshold', () => {
  it.each([
    [true, 1000, 'pending'],
    [false, 141, 'verified'],
    [false, 140, 'pending'],
    [false, 0, 'pending'],
  ])(
    'verification %s, threshold %i: 140 votes are %s',
    async (enableVerificationSystem, autoApprovalThreshold, status) => {
      await set({ enableVerificationSystem, autoApprovalThreshold });
      expect((await submitted()).json('data.status')).toBe(status);
    },
  );
});

describe('resultSubmissionDeadline', () => {
  const flagsOf = async () => {
    const reply = await submitted();
    expect(reply.status).toBe(201);
    return reply.json('data.flags.0.code') ?? null;
  };

  it('closes a completed election so many hours after voting, and elections say so', async () => {
    const over = await createElection(test.database.db, { status: 'completed' });
    await set({ resultSubmissionDeadline: 6 });
    test.clock.set(new Date('2027-02-20T19:30:00Z'));
    expect((await submitted(over)).status).toBe(201);
    test.clock.set(new Date('2027-02-20T19:30:01Z'));
    expect((await submitted(over)).code).toBe('DEADLINE_PASSED');
    const reader = await test.as('national_admin', place('NG'));
    expect((await reader.get(`/elections/${over}`)).json('data.deadline')).toBe('2027-02-20T19:30:00.000Z');
    await set({ resultSubmissionDeadline: 7 });
    expect((await submitted(over)).status).toBe(201);
  });

  it('marks as late what comes after it to a live election, which takes results until it is completed', async () => {
    await set({ resultSubmissionDeadline: 6, enableVerificationSystem: false });
    test.clock.set(new Date('2027-02-20T19:30:00Z'));
    expect(await flagsOf()).toBeNull();
    test.clock.set(new Date('2027-02-20T19:30:01Z'));
    expect(await flagsOf()).toBe('LATE');
    await set({ resultSubmissionDeadline: 7 });
    expect(await flagsOf()).toBeNull();
  });
});

describe('allowLateSubmissions', () => {
  it('takes results after the deadline, marked late and never approved automatically', async () => {
    const over = await createElection(test.database.db, { status: 'completed' });
    await set({ resultSubmissionDeadline: 1, enableVerificationSystem: false });
    expect((await submitted(over)).code).toBe('DEADLINE_PASSED');
    const { officer } = await someOfficer();
    const takenOf = async () => {
      const elections: { id: string; lateTaken: boolean }[] = (await officer.get('/results/desk')).json(
        'data.elections',
      );
      return [election, over].map((each) => elections.find(({ id }) => id === each)?.lateTaken);
    };
    expect(await takenOf()).toEqual([true, false]);
    await set({ allowLateSubmissions: true });
    expect(await takenOf()).toEqual([true, true]);
    const reply = await submitted(over);
    expect(reply.status).toBe(201);
    expect(reply.json('data')).toMatchObject({ status: 'pending', flags: [{ code: 'LATE' }] });
  });
});
