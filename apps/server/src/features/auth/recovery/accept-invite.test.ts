import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPerson, nextPhone, type Person, place } from '../../../../test/builders.ts';
import { auditOf, createAccount, login, PASSWORD, setSecurity } from '../../../../test/credentials.ts';
import { type Reply, type TestApp, testApp } from '../../../../test/harness.ts';
import { newInviteCode, showInviteCode } from '../../../platform/identity/invites.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
beforeEach(() => setSecurity(test, { require2FA: false }));
afterAll(() => test.close());

const NEW_PASSWORD = 'egusi-soup-10';
const accept = (phoneNumber: string, inviteCode: string, newPassword = NEW_PASSWORD) =>
  test.anonymous.post('/auth/accept-invite', { phoneNumber, inviteCode, newPassword });
const outcome = (reply: Reply) => [reply.status, reply.code];
const BAD = [400, 'BAD_INVITE'];

async function invited(
  status: 'ACTIVE' | 'INACTIVE' = 'ACTIVE',
): Promise<{ person: Person; code: string; inviter: Person }> {
  const inviter = await createPerson(test.database.db, { role: 'lga_admin', area: null });
  const person = await createPerson(test.database.db, {
    role: 'moderator',
    area: place('24-11'),
    status,
    passwordHash: null,
  });
  const code = newInviteCode();
  await test.database.db
    .updateTable('users')
    .set({ invite_code: code, invited_at: test.clock.now(), invited_by: inviter.id })
    .where('id', '=', person.id)
    .execute();
  return { person, code, inviter };
}

describe('an invite', () => {
  it('sets the first password, with which the person signs in', async () => {
    const { person, code, inviter } = await invited();
    expect((await login(test, person.phone, NEW_PASSWORD)).code).toBe('BAD_CREDENTIALS');
    const reply = await accept(person.phone.replace('+234', '0'), ` ${showInviteCode(code).toLowerCase()} `);
    expect([reply.status, reply.json('data.message')]).toEqual([200, 'Your password is set. Sign in with it.']);
    const signedIn = await login(test, person.phone, NEW_PASSWORD);
    expect([signedIn.status, signedIn.json('mustChangePassword')]).toEqual([200, false]);
    const entry = await test.database.db
      .selectFrom('audit_entries')
      .select(['user_id', 'ip', 'new_values'])
      .where('resource_id', '=', person.id)
      .where('event', '=', 'auth.invite_accepted')
      .executeTakeFirst();
    // The user of the code is unknown: the entry names no actor, but the inviter and the address.
    expect(entry).toEqual({ user_id: null, ip: '127.0.0.1', new_values: { invitedBy: inviter.id } });
  });

  it('serves once, also for two that come with it at the same moment', async () => {
    const { person, code } = await invited();
    const both = await Promise.all([accept(person.phone, code, 'first-one'), accept(person.phone, code, 'second-one')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const signIns = await Promise.all(
      ['first-one', 'second-one'].map((password) => login(test, person.phone, password)),
    );
    expect(signIns.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcome(await accept(person.phone, code))).toEqual(BAD);
  });

  it('sets no password that is guessed first, and serves all the same', async () => {
    const { person, code } = await invited();
    expect((await accept(person.phone, code, 'sunshine1')).code).toBe('PASSWORD_TOO_COMMON');
    const personal = await accept(person.phone, code, 'Test-Moderator');
    expect([personal.status, personal.code, personal.json('fields.0.path')]).toEqual([
      400,
      'PASSWORD_TOO_PERSONAL',
      'newPassword',
    ]);
    expect((await accept(person.phone, code)).status).toBe(200);
  });

  it('does not answer the name of a person without the code', async () => {
    const { person } = await invited();
    expect(outcome(await accept(person.phone, newInviteCode(), 'Test-Moderator'))).toEqual(BAD);
  });

  it('serves for 30 days', async () => {
    const [early, late] = [await invited(), await invited()];
    test.clock.advance(30 * 24 * 60 - 1);
    expect((await accept(early.person.phone, early.code)).status).toBe(200);
    test.clock.advance(1);
    expect(outcome(await accept(late.person.phone, late.code))).toEqual(BAD);
  });

  it('is refused alike to a user who has a password, is not active, was not invited, or is not known', async () => {
    const { person, code } = await invited();
    const inactive = await invited('INACTIVE');
    const before = await createAccount(test);
    await test.database.db
      .updateTable('users')
      .set({ invite_code: 'K7PM2XQA9W', invited_at: test.clock.now() })
      .where('id', '=', before.id)
      .execute();
    const never = await createPerson(test.database.db, { role: 'moderator', area: place('24-11'), passwordHash: null });
    const replies = [
      await accept(person.phone, newInviteCode()),
      await accept(inactive.person.phone, inactive.code),
      await accept(before.phone, 'K7PM2XQA9W'),
      await accept(never.phone, '-'),
      await accept(nextPhone(), code),
    ];
    for (const reply of replies) expect(outcome(reply)).toEqual(BAD);
    const texts = replies.map((reply) => reply.json('error'));
    expect(new Set(texts).size).toBe(1);
    expect((await login(test, before.phone, PASSWORD)).status).toBe(200);
    expect(await auditOf(test, person.id)).toEqual(['auth.invite_failed']);
  });

  it('locks the phone when wrong codes reach the set number, the right one too, for known and unknown alike', async () => {
    const { person, code } = await invited();
    const unknown = nextPhone();
    for (const phone of [person.phone, unknown]) {
      const guesses = await Promise.all(Array.from({ length: 6 }, () => accept(phone, newInviteCode())));
      expect(guesses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([400, 400, 400, 400, 400, 423]);
    }
    expect((await accept(person.phone, code)).code).toBe('ACCOUNT_LOCKED');
    test.clock.advance(16);
    expect((await accept(person.phone, code)).status).toBe(200);
  });

  it('says what is wrong with the form without using up the code', async () => {
    await setSecurity(test, { require2FA: false, passwordMinLength: 12 });
    const { person, code } = await invited();
    const short = await accept(person.phone, code, 'elevenchars');
    expect([...outcome(short), short.json('error')]).toEqual([
      400,
      'PASSWORD_TOO_SHORT',
      'Password must be at least 12 characters long',
    ]);
    expect((await accept('0700 123 4567', code)).code).toBe('BAD_PHONE');
    const empty = await test.anonymous.post('/auth/accept-invite', {});
    expect(
      empty
        .json<{ path: string }[]>('fields')
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['inviteCode', 'newPassword', 'phoneNumber']);
    expect((await accept(person.phone, code, 'twelve-chars')).status).toBe(200);
  });

  it('is void once the password was set by a reset code', async () => {
    const { person, code } = await invited();
    await test.anonymous.post('/auth/forgot-password', { phoneNumber: person.phone });
    const sent = async () => {
      const row = await test.database.db
        .selectFrom('messages')
        .select('body')
        .where('recipient', '=', person.phone)
        .executeTakeFirst();
      return /^\d{6}/.exec(row?.body ?? '')?.[0];
    };
    await expect.poll(sent).toBeDefined();
    const reset = { phoneNumber: person.phone, resetCode: await sent(), newPassword: NEW_PASSWORD };
    expect((await test.anonymous.post('/auth/reset-password', reset)).status).toBe(200);
    expect(outcome(await accept(person.phone, code))).toEqual(BAD);
  });
});
