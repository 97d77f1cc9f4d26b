import type { ElectionId, ResultId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, newOfficer, nextPhone, place, setElectionMode } from '../../../test/builders.ts';
import { invitedCode, lastCodeSentTo, login, setSecurity } from '../../../test/credentials.ts';
import { raise, raised, submitFor, notificationsOf } from '../../../test/disputes.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { setLevel } from '../../../test/levels.ts';
import { newSecret } from '../../platform/runtime/ids.ts';

/** One person who tries to be the sender of a result and its decider, by each way that there is. */
let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let unit: LocationId;
let admin: Client;
let lga: Client;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  await setSecurity(test, { require2FA: false });
  election = await createElection(test.database.db);
  lga = await test.as('lga_admin', place('24-11'));
  national = await test.as('national_admin', place('NG'));
});
beforeEach(async () => {
  const made = await createWard(test.database.db, 1);
  ward = made.ward;
  unit = made.units[0] ?? ward;
  admin = await test.as('ward_admin', ward);
});
afterAll(() => test.close());

const PASSWORD = 'egusi-soup-10';
const WHY = 'Their old number does not work any more.';
const decide = (by: Client, id: ResultId, decision: string) =>
  by.post(`/results/${id}/${decision}`, { version: 1, reason: 'Seen on the sheet' });
const outcome = (reply: Reply) => [reply.status, reply.code];
const phoneOf = async (id: UserId) =>
  (await test.database.db.selectFrom('users').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone;

/** Signs in as the account, with whatever its password is. */
async function signInAs(id: UserId, password = PASSWORD): Promise<Client> {
  const reply = await login(test, await phoneOf(id), password);
  const headers = { authorization: `Bearer ${reply.json<string>('accessToken')}` };
  const { anonymous } = test;
  const person = { id, name: 'Ada Obi', phone: '', role: 'polling_unit_officer', area: unit } as const;
  const post = (url: string, body?: unknown, more?: Record<string, string>) =>
    anonymous.post(url, body, { ...headers, ...more });
  return { ...anonymous, person, token: '', post };
}

async function created(by: Client, changes: Record<string, unknown> = {}): Promise<UserId> {
  const reply = await by.post('/users', newOfficer(unit, changes));
  expect(reply.status, reply.text).toBe(201);
  return reply.json<UserId>('data.user.id');
}

/** Takes over an account with the code that its inviter is shown. */
async function takeOver(inviter: Client, id: UserId): Promise<Client> {
  const body = { phoneNumber: await phoneOf(id), inviteCode: await invitedCode(inviter, id), newPassword: PASSWORD };
  expect((await test.anonymous.post('/auth/accept-invite', body)).status).toBe(200);
  return await signInAs(id);
}

async function resetByCode(id: UserId): Promise<Client> {
  const phoneNumber = await phoneOf(id);
  await test.anonymous.post('/auth/forgot-password', { phoneNumber });
  await expect.poll(() => lastCodeSentTo(test, phoneNumber)).toMatch(/^\d{6}$/);
  const resetCode = await lastCodeSentTo(test, phoneNumber);
  const reply = await test.anonymous.post('/auth/reset-password', { phoneNumber, resetCode, newPassword: PASSWORD });
  expect(reply.status).toBe(200);
  return await signInAs(id);
}

async function changePassword(client: Client, currentPassword: string): Promise<void> {
  const reply = await client.post('/auth/change-password', { currentPassword, newPassword: PASSWORD });
  expect(reply.status, reply.text).toBe(200);
}

/** Refused on every call that decides, with the reason; nothing has changed. */
async function expectRefused(by: Client, id: ResultId, code = 'CONTROLS_SENDER'): Promise<void> {
  for (const decision of ['verify', 'return', 'cancel'])
    expect(outcome(await decide(by, id, decision)), decision).toEqual([403, code]);
  const seen = await by.get(`/results/${id}`);
  expect(seen.json('data')).toMatchObject({
    status: 'pending',
    can: { verify: false, return: false, cancel: false, refusal: { code } },
  });
  const audited = test.database.db.selectFrom('audit_entries').select('event').where('resource_id', '=', id).execute();
  expect((await audited).map(({ event }) => event)).toEqual(['result.submitted']);
}

const noWardAdmin = () =>
  test.database.db.updateTable('users').set({ status: 'INACTIVE' }).where('id', '=', admin.person.id).execute();

describe('an admin who', () => {
  it('creates an officer, uses the invite code and submits, decides nothing; the next level decides', async () => {
    const officer = await takeOver(admin, await created(admin));
    const id = await submitFor(officer, election, unit);
    await expectRefused(admin, id);
    const seen = await admin.get(`/results/${id}`);
    expect(seen.json('data.hint')).toBe(
      'You created the account that sent this version within this election, so another administrator of the area decides on it. The LGA Admin of Ikeja may decide.',
    );
    expect((await lga.get(`/results/${id}`)).json('data.can')).toMatchObject({ verify: true, refusal: null });
    const listed = async (by: Client) =>
      (await by.get(`/results/review?electionId=${election}&status=submitted&area=${ward}`)).json('data.units');
    expect(await listed(admin)).toMatchObject([{ resultId: id, canDecide: false }]);
    expect(await listed(lga)).toMatchObject([{ resultId: id, canDecide: true }]);
    expect((await decide(lga, id, 'verify')).json('data.status')).toBe('verified');
  });

  it('creates an officer with a first password, and changes it as them', async () => {
    const id = await created(admin, { password: 'first-password-1' });
    const officer = await signInAs(id, 'first-password-1');
    await changePassword(officer, 'first-password-1');
    await expectRefused(admin, await submitFor(await signInAs(id), election, unit));
  });

  it('asks for the officer by a request that another approves; who approved may decide', async () => {
    const moderator = await test.as('global_moderator', place('NG'));
    const asked = await moderator.post('/users', { ...newOfficer(unit), justification: WHY });
    expect(asked.status).toBe(202);
    const superAdmin = await test.as('super_admin', place('NG'));
    const request = await superAdmin.patch(`/approvals/${asked.json<string>('data.requestId')}/approve`);
    const officer = await takeOver(moderator, request.json<UserId>('data.targetUserId'));
    const id = await submitFor(officer, election, unit);
    await noWardAdmin();
    await expectRefused(moderator, id);
    expect((await decide(superAdmin, id, 'verify')).status).toBe(200);
  });

  it('changes the phone of an officer to one of their own and resets the password by its code', async () => {
    const { person } = await test.as('polling_unit_officer', unit);
    expect((await national.put(`/users/${person.id}`, { phone: nextPhone() })).status).toBe(200);
    const id = await submitFor(await resetByCode(person.id), election, unit);
    await noWardAdmin();
    await expectRefused(national, id);
    expect((await decide(lga, id, 'verify')).status).toBe(200);
  });

  it('asks for the change of the phone, which another approves', async () => {
    const { person } = await test.as('polling_unit_officer', unit);
    const asked = await admin.put(`/users/${person.id}`, { phone: nextPhone(), justification: WHY });
    expect(asked.status).toBe(202);
    expect((await lga.patch(`/approvals/${asked.json<string>('data.requestId')}/approve`)).status).toBe(200);
    const id = await submitFor(await resetByCode(person.id), election, unit);
    await expectRefused(admin, id);
    expect((await decide(lga, id, 'return')).status).toBe(200);
  });

  it('sets a password for an officer', async () => {
    const { person } = await test.as('polling_unit_officer', unit);
    const first = { userId: person.id, newPassword: 'first-password-1' };
    expect((await national.post('/auth/admin-reset-password', first)).status).toBe(200);
    await changePassword(await signInAs(person.id, 'first-password-1'), 'first-password-1');
    const id = await submitFor(await signInAs(person.id), election, unit);
    await noWardAdmin();
    await expectRefused(national, id);
  });

  it('re-invites an officer whom another invited, by a new phone number', async () => {
    const id = await created(admin);
    expect((await national.put(`/users/${id}`, { phone: nextPhone() })).status).toBe(200);
    expect((await admin.post(`/users/${id}/invite-code/reveal`)).code).toBe('INVITE_NOT_YOURS');
    const result = await submitFor(await takeOver(national, id), election, unit);
    await expectRefused(admin, result);
    await expectRefused(national, result);
  });

  it('lets another raise the dispute does not resolve it, is not notified of it and cannot be assigned to it', async () => {
    const officer = await takeOver(national, await created(national));
    const id = await submitFor(officer, election, unit);
    const dispute = await raised(lga, id);
    const resolve = (by: Client, resolution: string) =>
      by.post(`/disputes/${dispute}/resolve`, { version: 1, resolution, reason: 'Compared' });
    for (const resolution of ['verify', 'return', 'cancel']) {
      expect(outcome(await resolve(national, resolution))).toEqual([403, 'CONTROLS_SENDER']);
      expect((await decide(national, id, resolution)).code).toBe('CONTROLS_SENDER');
    }
    const seen = await national.get(`/disputes/${dispute}`);
    expect(seen.json('data.can')).toMatchObject({
      verify: false,
      assign: false,
      refusal: { code: 'CONTROLS_SENDER', reason: expect.stringContaining('You created the account') },
    });
    expect(seen.json('data.hint')).toContain('may decide.');
    const waiting = await national.get('/disputes?whose=mine&pageSize=100');
    expect(waiting.json<{ id: string }[]>('data.disputes').map((row) => row.id)).not.toContain(dispute);
    expect(await notificationsOf(test, national, dispute)).toEqual([]);
    const fit = (await lga.get(`/disputes/${dispute}/assignees`)).json<{ id: string }[]>('data.people');
    expect(fit.map((person) => person.id)).not.toContain(national.person.id);
    expect((await lga.post(`/disputes/${dispute}/assign`, { userId: national.person.id })).code).toBe('ASSIGNEE_UNFIT');
    const other = await test.as('national_admin', place('NG'));
    expect((await resolve(other, 'verify')).status).toBe(200);
  });

  it('may raise a dispute: it only brings others to decide', async () => {
    const id = await submitFor(await takeOver(admin, await created(admin)), election, unit);
    expect((await raise(admin, id)).status).toBe(201);
    expect((await decide(admin, id, 'verify')).code).toBe('CONTROLS_SENDER');
    expect((await decide(lga, id, 'verify')).status).toBe(200);
  });

  it('is a super admin decides no more than others', async () => {
    const superAdmin = await test.as('super_admin', place('NG'));
    const id = await submitFor(await takeOver(superAdmin, await created(superAdmin)), election, unit);
    await noWardAdmin();
    await expectRefused(superAdmin, id);
  });
});

describe('a ward whose admin', () => {
  const listed = async () =>
    (await lga.get(`/results/review?electionId=${election}&status=submitted&area=${ward}`)).json('data.units');

  it('may not decide in their role is decided on by those above', async () => {
    const id = await submitFor(await test.as('polling_unit_officer', unit), election, unit);
    expect(await listed()).toMatchObject([{ resultId: id, canDecide: false }]);
    await setLevel(test, 'ward_admin', 'disputes', 'read');
    try {
      expect((await decide(admin, id, 'verify')).code).toBe('LEVEL_DENIED');
      expect(await listed()).toMatchObject([{ resultId: id, canDecide: true }]);
      expect((await decide(lga, id, 'verify')).status).toBe(200);
    } finally {
      await setLevel(test, 'ward_admin', 'disputes', 'write');
    }
  });

  it.each([
    ['has an open invite', { invite_code: 'sealed', password_hash: null }],
    ['was imported with a first password', { must_change_password: true }],
  ])('%s is decided on by those above until the account is taken up, and is named to no reader', async (_, open) => {
    const set = (values: {
      invite_code?: string | null;
      password_hash?: string | null;
      must_change_password?: boolean;
    }) => test.database.db.updateTable('users').set(values).where('id', '=', admin.person.id).execute();
    const chosen = await test.database.db
      .selectFrom('users')
      .select(['invite_code', 'password_hash', 'must_change_password'])
      .where('id', '=', admin.person.id)
      .executeTakeFirstOrThrow();
    const id = await submitFor(await takeOver(national, await created(national)), election, unit);
    const hint = async () => (await national.get(`/results/${id}`)).json('data.hint');
    await set(open);
    expect(await listed()).toMatchObject([{ resultId: id, canDecide: true }]);
    expect(await hint()).toContain('The LGA Admin of Ikeja may decide.');
    await set(chosen);
    expect((await decide(lga, id, 'verify')).code).toBe('NOT_YOUR_DECISION');
    expect(await hint()).toMatch(/The Ward Admin of Ward \d+ may decide\./);
    await set(open);
    expect((await decide(lga, id, 'verify')).status).toBe(200);
  });

  it('keeps the decision though an administrator resets the password, once the account was in use', async () => {
    const id = await submitFor(await takeOver(national, await created(national)), election, unit);
    const of = (values: { last_login_at?: Date | null; must_change_password?: boolean }) =>
      test.database.db.updateTable('users').set(values).where('id', '=', admin.person.id).execute();
    await of({ last_login_at: test.clock.now(), must_change_password: true });
    expect((await decide(lga, id, 'verify')).code).toBe('NOT_YOUR_DECISION');
    await of({ last_login_at: null, must_change_password: false });
  });
});

describe('within the election', () => {
  it('an account that was made and used before the election was, counts for nothing', async () => {
    const officer = await takeOver(admin, await created(admin));
    election = await createElection(test.database.db);
    const id = await submitFor(officer, election, unit);
    expect((await decide(admin, id, 'verify')).status).toBe(200);
  });

  it('an invite that was given before counts once it is used', async () => {
    const id = await created(admin);
    election = await createElection(test.database.db);
    await expectRefused(admin, await submitFor(await takeOver(admin, id), election, unit));
  });

  it('a password that was set before counts once it is used', async () => {
    const id = await created(admin, { password: 'first-password-1' });
    election = await createElection(test.database.db);
    await changePassword(await signInAs(id, 'first-password-1'), 'first-password-1');
    await expectRefused(admin, await submitFor(await signInAs(id), election, unit));
  });

  /** The account was signed in to at this moment of the database, whose clock tells when controls were noted. */
  const used = (id: UserId) =>
    test.database.pool.query('update users set last_login_at = clock_timestamp() where id = $1', [id]);
  const newPhone = async (id: UserId) => {
    expect((await national.put(`/users/${id}`, { phone: nextPhone() })).status).toBe(200);
  };

  it.each<[string, () => Client, () => Promise<UserId>]>([
    ['an open invite', () => admin, () => created(admin)],
    ['a first password', () => admin, () => created(admin, { password: 'first-password-1' })],
    [
      'a first password that was only signed in with',
      () => admin,
      async () => {
        const id = await created(admin, { password: 'first-password-1' });
        await used(id);
        return id;
      },
    ],
    [
      'a phone that was changed and not used since',
      () => national,
      async () => {
        const { person } = await test.as('polling_unit_officer', unit);
        await used(person.id);
        await newPhone(person.id);
        return person.id;
      },
    ],
  ])('%s that was given before counts once a reset code opens the account', async (_, by, prepare) => {
    const account = await prepare();
    election = await createElection(test.database.db);
    const id = await submitFor(await resetByCode(account), election, unit);
    if (by() === national) await noWardAdmin();
    await expectRefused(by(), id);
    expect((await decide(lga, id, 'verify')).status).toBe(200);
  });

  it('an officer who has used the account and forgets the password is still reviewed by their ward', async () => {
    const account = await created(admin);
    await newPhone(account);
    await takeOver(national, account);
    await used(account);
    election = await createElection(test.database.db);
    const id = await submitFor(await resetByCode(account), election, unit);
    expect((await decide(admin, id, 'verify')).status).toBe(200);
  });
});

describe('the device that sent a version', () => {
  it('decides on nothing of it, whichever account signs in there; the next level may, and the admin elsewhere', async () => {
    const [shared, own] = [newSecret(), newSecret()];
    const officer = await test.as('polling_unit_officer', unit);
    const [sender, here] = [await test.signIn(officer.person, shared), await test.signIn(admin.person, shared)];
    const id = await submitFor(sender, election, unit);
    await expectRefused(here, id, 'SENT_FROM_YOUR_DEVICE');
    expect((await here.get(`/results/${id}`)).json('data.hint')).toContain('The LGA Admin of Ikeja may decide.');
    expect((await lga.get(`/results/${id}`)).json('data.can.verify')).toBe(true);
    const stored = await test.database.db
      .selectFrom('result_versions')
      .select('device')
      .where('result_id', '=', id)
      .executeTakeFirstOrThrow();
    const seen = (await here.get(`/results/${id}`)).text + (await sender.get(`/results/${id}`)).text;
    expect(seen).not.toContain(stored.device?.toString('hex'));
    expect((await decide(await test.signIn(admin.person, own), id, 'verify')).status).toBe(200);
  });

  it('resolves no dispute about it', async () => {
    const shared = newSecret();
    const officer = await test.as('polling_unit_officer', unit);
    const id = await submitFor(await test.signIn(officer.person, shared), election, unit);
    const dispute = await raised(admin, id);
    const above = await test.signIn(lga.person, shared);
    const waiting = async (by: Client) =>
      (await by.get('/disputes?whose=mine&pageSize=100')).json<{ id: string }[]>('data.disputes').map((row) => row.id);
    expect([(await waiting(above)).includes(dispute), (await waiting(lga)).includes(dispute)]).toEqual([false, true]);
    const resolution = { version: 1, resolution: 'verify', reason: 'Compared' };
    expect((await above.post(`/disputes/${dispute}/resolve`, resolution)).code).toBe('SENT_FROM_YOUR_DEVICE');
    expect((await lga.post(`/disputes/${dispute}/resolve`, resolution)).status).toBe(200);
  });

  it('is unknown for clients without a key, which decide', async () => {
    const id = await submitFor(await test.as('polling_unit_officer', unit), election, unit);
    const listed = await admin.get(`/results/review?electionId=${election}&status=submitted`);
    expect(listed.json('data.units')).toMatchObject([{ resultId: id, canDecide: true }]);
    expect((await lga.get(`/results/review?electionId=${election}&area=${unit}`)).json('data.units')).toMatchObject([
      { resultId: id, canDecide: false },
    ]);
    expect((await decide(admin, id, 'verify')).status).toBe(200);
  });
});

it('the acts are append-only, also for the application', async () => {
  await created(admin);
  for (const statement of ['delete from account_controls', "update account_controls set act = 'invited'"])
    await expect(test.database.pool.query(statement)).rejects.toThrow(/permission denied/);
});
