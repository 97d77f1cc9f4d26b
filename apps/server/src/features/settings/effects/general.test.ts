import type { Me } from '@ec/contract/auth/schemas';
import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { DEFAULT_SETTINGS } from '@ec/contract/settings/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, newOfficer, setElectionMode, sheet } from '../../../../test/builders.ts';
import { createAccount, login, PASSWORD } from '../../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../../test/harness.ts';
import { changeSettings, editorOf, trySettings } from '../../../../test/settings.ts';

let test: TestApp;
let national: Client;
beforeAll(async () => {
  test = await testApp();
  national = await editorOf(test);
  await setElectionMode(test.database.db, true);
});
beforeEach(() => changeSettings(test, { general: DEFAULT_SETTINGS.general }));
afterAll(() => test.close());

const systemOf = async (client: Client) => (await client.get('/auth/me')).json<Me['system']>('data.system');

async function lastMessageTo(recipient: string): Promise<string> {
  const row = await test.database.db
    .selectFrom('messages')
    .select('body')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.body ?? '';
}

describe('systemName', () => {
  beforeEach(() => changeSettings(test, { general: { systemName: 'Ìgbìmọ̀ 2027' } }));

  it('is what the console receives', async () => {
    expect(await systemOf(national)).toMatchObject({ name: 'Ìgbìmọ̀ 2027' });
  });

  it('stands in sign-in codes and invites by SMS', async () => {
    const person = await createAccount(test);
    await login(test, person.phone);
    expect(await lastMessageTo(person.phone)).toMatch(/^\d{6} is your Ìgbìmọ̀ 2027 sign-in code\./);
    const { ward } = await createWard(test.database.db, 1);
    const officer = newOfficer(ward, { role: 'ward_admin', ward, pollingUnit: undefined });
    expect((await national.post('/users', officer)).status).toBe(201);
    expect(await lastMessageTo(officer.phone)).toMatch(/^Ìgbìmọ̀ 2027: you are /);
  });

  it('stands in e-mails', async () => {
    const person = await createAccount(test);
    const email = `${person.id}@example.ng`;
    await test.database.db.updateTable('users').set({ email }).where('id', '=', person.id).execute();
    const client = await test.signIn(person);
    await client.patch('/notifications/preferences', { choices: { account: { email: true } } });
    const body = { userId: person.id, newPassword: 'a new long one' };
    expect((await national.post('/auth/admin-reset-password', body)).status).toBe(200);
    expect(await lastMessageTo(email)).toContain('in Ìgbìmọ̀ 2027.');
  });

  it('is the issuer that an authenticator app shows', async () => {
    const client = await test.signIn(await createAccount(test));
    const reply = await client.post('/auth/2fa/enroll', { password: PASSWORD });
    const url = new URL(reply.json<string>('data.otpauthUrl'));
    expect(decodeURIComponent(url.pathname)).toContain(`Ìgbìmọ̀ 2027:${client.person.phone}`);
    expect(url.searchParams.get('issuer')).toBe('Ìgbìmọ̀ 2027');
  });
});

describe('timezone and dateFormat', () => {
  let lateElection: ElectionId;
  let unit: LocationId;
  let officer: Client;
  beforeAll(async () => {
    // Voting closed shortly before midnight in Lagos, two days ago: the deadline is at 23:30 UTC, half past midnight there.
    lateElection = await createElection(test.database.db, {
      name: 'By-election',
      status: 'completed',
      opensAt: new Date('2027-02-18T07:30:00Z'),
      closesAt: new Date('2027-02-18T23:30:00Z'),
    });
    const { ward, units } = await createWard(test.database.db, 1);
    unit = units[0] ?? ward;
    officer = await test.as('polling_unit_officer', unit);
  });

  it('are what the console receives', async () => {
    await changeSettings(test, { general: { timezone: 'UTC', dateFormat: 'MM/DD/YYYY' } });
    expect(await systemOf(national)).toMatchObject({ timezone: 'UTC', dateFormat: 'MM/DD/YYYY' });
  });

  it.each([
    ['Africa/Lagos', 'DD/MM/YYYY', '20/02/2027 00:30:00 (WAT)'],
    ['UTC', 'MM/DD/YYYY', '02/19/2027 23:30:00 (UTC)'],
    ['UTC', 'YYYY-MM-DD', '2027-02-19 23:30:00 (UTC)'],
  ] as const)('in %s as %s write the deadline as %s', async (timezone, dateFormat, written) => {
    await changeSettings(test, { general: { timezone, dateFormat } });
    const reply = await officer.post('/results', sheet(lateElection, unit), {
      'idempotency-key': 'k',
    });
    expect(reply.json('error')).toContain(`passed at ${written}.`);
  });

  it('hold in exported files', async () => {
    await changeSettings(test, { general: { timezone: 'UTC', dateFormat: 'YYYY-MM-DD' } });
    const election = await createElection(test.database.db);
    await officer.post('/results', sheet(election, unit), { 'idempotency-key': 'export' });
    const file = async () => (await national.get(`/live/export.csv?electionId=${election}`)).text;
    expect(await file()).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(UTC\)/);
    await changeSettings(test, { general: { timezone: 'Africa/Lagos', dateFormat: 'DD/MM/YYYY' } });
    expect(await file()).toMatch(/,\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d \(WAT\)/);
  });

  it('hold on a wall screen', async () => {
    await changeSettings(test, { general: { timezone: 'UTC', dateFormat: 'YYYY-MM-DD', systemName: 'Hall' } });
    const wall = await national.post('/situation-room/walls', { name: 'Lobby', hours: 12 });
    expect(wall.status, wall.text).toBe(201);
    const headers = { authorization: `Bearer ${wall.json<string>('data.token')}` };
    const screen = await test.anonymous.send({ url: '/api/wall', headers });
    expect(screen.json('data.system')).toMatchObject({ systemName: 'Hall', timezone: 'UTC', dateFormat: 'YYYY-MM-DD' });
  });
});

describe('language', () => {
  it('is what the console receives, and only those that it has', async () => {
    expect(await systemOf(national)).toMatchObject({ language: 'en' });
    const reply = await trySettings(national, { general: { language: 'fr' } });
    expect(reply.json<{ path: string }[]>('fields').map(({ path }) => path)).toEqual(['general.language']);
  });
});
