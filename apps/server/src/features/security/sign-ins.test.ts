import { AUDIT_EVENTS } from '@ec/contract/audit/events';
import type { FailedSignInList, LockedAccountList } from '@ec/contract/security/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextPhone, type Person, place } from '../../../test/builders.ts';
import { auditOf, createAccount, lastCodeSentTo, login, setSecurity } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { narrowed } from '../../../test/moderators.ts';

let test: TestApp;
let reader: Client;
beforeAll(async () => {
  test = await testApp();
  reader = await test.as('super_admin', place('NG'));
  await setSecurity(test, { require2FA: false, maxLoginAttempts: 3 });
});
afterAll(() => test.close());

const failedOf = async (client: Client, query = '') =>
  (await client.get(`/security/failed-sign-ins${query}`)).json<FailedSignInList>('data');
const lockedOf = async (client: Client, query = '') =>
  (await client.get(`/security/locked-accounts${query}`)).json<LockedAccountList>('data');
const unlock = (client: Client, userId: string) => client.post('/security/locked-accounts/unlock', { userId });
const digits = (phone: string) => phone.replace('+234', '');

async function lockOut(phone: string): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) await login(test, phone, 'wrong');
}

describe('refused sign-ins', () => {
  it('name the user, the reason and the address', async () => {
    const [wrong, inactive, unknown] = [
      await createAccount(test),
      await createAccount(test, { status: 'INACTIVE' }),
      nextPhone(),
    ];
    await login(test, wrong.phone, 'not this one');
    await login(test, inactive.phone);
    await login(test, unknown);
    const { attempts, total } = await failedOf(reader);
    expect(total).toBe(3);
    const masked = (phone: string) => `0${digits(phone).slice(0, 3)} *** **${phone.slice(-2)}`;
    const from = { at: expect.any(String), ip: '127.0.0.1', device: expect.any(String) };
    const link = ({ id, name, role }: Person) => ({ id, name, role });
    expect(attempts).toEqual([
      { ...from, phone: masked(unknown), user: null, reason: 'No account has this number' },
      { ...from, phone: masked(inactive.phone), user: link(inactive), reason: 'The account is inactive' },
      { ...from, phone: masked(wrong.phone), user: link(wrong), reason: 'Wrong password' },
    ]);
  });

  it('are shown beside entries of the log that name no user', async () => {
    await sql`insert into audit_entries (event, resource_id, new_values)
      values ('auth.sign_in_failed', 'x', '[1]'), ('auth.sign_in_failed', 'x', '{"phone": {"a": 1}, "reason": 1e400}')`.execute(
      test.database.db,
    );
    const person = await createAccount(test);
    await login(test, person.phone, 'not this one');
    for (const query of ['', `?q=${encodeURIComponent(person.name)}`]) {
      expect((await failedOf(reader, query)).attempts[0]).toMatchObject({ user: { id: person.id } });
    }
    expect((await failedOf(reader)).attempts[1]).toMatchObject({ user: null, reason: 'Refused' });
  });

  it('hold those of the second step', async () => {
    const person = await createAccount(test);
    await setSecurity(test, { require2FA: true, maxLoginAttempts: 3 });
    await login(test, person.phone);
    const code = await lastCodeSentTo(test, person.phone);
    await login(test, person.phone, undefined, code === '111111' ? '222222' : '111111');
    await setSecurity(test, { require2FA: false, maxLoginAttempts: 3 });
    expect((await failedOf(reader)).attempts[0]).toMatchObject({
      user: { id: person.id },
      reason: 'Wrong verification code',
    });
  });

  it('never hold a whole phone, whatever is requested', async () => {
    const person = await createAccount(test);
    const unknown = nextPhone();
    await login(test, person.phone, 'wrong');
    await lockOut(unknown);
    for (const path of ['failed-sign-ins', 'locked-accounts']) {
      const { text } = await reader.get(`/security/${path}?pageSize=1000`);
      expect(text).toContain(unknown.slice(-2));
      for (const phone of [person.phone, unknown]) expect(text).not.toContain(digits(phone));
    }
    const whole = await failedOf(reader, `?q=0${digits(unknown)}`);
    expect(whole.attempts.map(({ user }) => user)).toEqual([null, null, null]);
  });

  it('never show a whole phone in the audit log, nor in its export', async () => {
    const unknown = nextPhone();
    await lockOut(unknown);
    // As earlier versions wrote them.
    const old = { phone: unknown, reason: 'password', failures: 1 };
    const { rows } = await sql<{ id: number }>`insert into audit_entries (event, new_values)
      values ('auth.sign_in_failed', ${JSON.stringify(old)}::jsonb) returning id`.execute(test.database.db);
    await test.app.platform.auditChain.linkNow();
    const entry = await reader.get(`/audit-logs/${rows[0]?.id}`);
    expect(entry.json('data.newValues')).toEqual({ ...old, phone: expect.stringMatching(/^0803 \*{3} \*{2}\d\d$/) });
    for (const event of ['auth.sign_in_failed', 'auth.locked'] as const) {
      const { text } = await reader.get(
        `/audit-logs/export.csv?action=${encodeURIComponent(AUDIT_EVENTS[event].action)}`,
      );
      const lines = text
        .split('\n')
        .filter((line) => !line.includes(`,${rows[0]?.id},`) && line.includes(unknown.slice(-2)));
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.join('\n')).not.toContain(digits(unknown));
    }
  });

  it('are found by name and by phone, of the hours requested, page by page', async () => {
    const person = await createAccount(test);
    for (const password of ['wrong', 'wrong again']) await login(test, person.phone, password);
    const own = `q=${digits(person.phone)}`;
    expect((await failedOf(reader, `?${own}`)).total).toBe(2);
    expect((await failedOf(reader, `?q=0${digits(person.phone)}&pageSize=1&page=2`)).attempts).toHaveLength(1);
    expect((await failedOf(reader, '?q=no+such+name')).total).toBe(0);
    expect((await reader.get('/security/failed-sign-ins?hours=0')).code).toBe('VALIDATION_FAILED');
  });

  it('are those of a narrowed moderator’s areas', async () => {
    const [inside, outside] = [
      await createAccount(test, { area: place('33-01') }),
      await createAccount(test, { area: place('32-01') }),
    ];
    for (const { phone } of [inside, outside]) await login(test, phone, 'wrong');
    await login(test, nextPhone());
    const moderator = await narrowed(test, { canAccessAuditLogs: true, allowedStates: ['33'] });
    const { attempts, total } = await failedOf(moderator);
    expect([total, attempts.map(({ user }) => user?.id)]).toEqual([1, [inside.id]]);
  });
});

describe('locked accounts', () => {
  it('are listed until the lock is over', async () => {
    const person = await createAccount(test, { area: place('32-02') });
    await lockOut(person.phone);
    const until = new Date(test.clock.now().getTime() + 15 * 60_000).toISOString();
    const { accounts } = await lockedOf(reader, `?q=${digits(person.phone)}`);
    expect(accounts).toEqual([
      {
        user: { id: person.id, name: person.name, role: person.role },
        area: { id: place('32-02'), type: 'lga', name: expect.any(String) },
        phone: expect.stringMatching(/^0803 \*{3} \*{2}\d\d$/),
        failures: 3,
        lastFailureAt: test.clock.now().toISOString(),
        lockedUntil: until,
        locks: [{ from: 'network', network: '127.0.0.0/24', failures: 3, lockedUntil: until }],
        can: { unlock: true },
      },
    ]);
    test.clock.advance(15);
    reader = await test.signIn(reader.person);
    expect((await lockedOf(reader, `?q=${digits(person.phone)}`)).total).toBe(0);
  });

  it('hold unknown phones, only for readers of the whole nation, and without the right to unlock', async () => {
    const phone = nextPhone();
    await lockOut(phone);
    const { accounts } = await lockedOf(reader, `?q=${digits(phone)}`);
    expect(accounts).toMatchObject([{ user: null, area: null, can: { unlock: false } }]);
    const moderator = await narrowed(test, { canAccessAuditLogs: true, allowedStates: ['24'] });
    expect((await lockedOf(moderator)).total).toBe(0);
  });

  it('can be unlocked: the person signs in at once, and it is on record', async () => {
    const person = await createAccount(test);
    await lockOut(person.phone);
    expect((await login(test, person.phone)).code).toBe('ACCOUNT_LOCKED');
    expect((await unlock(reader, person.id)).status).toBe(200);
    expect((await login(test, person.phone)).status).toBe(200);
    expect((await auditOf(test, person.id)).at(-1)).toBe('security.unlocked');
    expect((await unlock(reader, person.id)).code).toBe('NOT_LOCKED');
  });

  it('are unlocked by those above the person in whose areas they are', async () => {
    const [equal, local] = [
      await createAccount(test, { role: 'national_admin', area: place('NG') }),
      await createAccount(test, { role: 'lga_admin', area: place('24-15') }),
    ];
    for (const { phone } of [equal, local]) await lockOut(phone);
    const national = await test.as('national_admin', place('NG'));
    expect((await unlock(national, equal.id)).code).toBe('NOT_BELOW_YOU');
    const elsewhere = await narrowed(test, {
      canAccessAuditLogs: true,
      canManageSecurity: true,
      allowedStates: ['25'],
      canManageRoles: ['lga_admin'],
    });
    expect((await unlock(elsewhere, local.id)).status).toBe(404);
    const there = await narrowed(test, {
      canAccessAuditLogs: true,
      canManageSecurity: true,
      allowedStates: ['24'],
      canManageRoles: ['lga_admin'],
    });
    expect((await unlock(there, local.id)).status).toBe(200);
  });
});
