import type { LoginAnswer } from '@ec/contract/auth/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { DEFAULT_SETTINGS, type Settings } from '@ec/contract/settings/schemas';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { hashPassword } from '../src/platform/identity/passwords.ts';
import { createPerson, type Person, place } from './builders.ts';
import type { Client, Reply, TestApp } from './harness.ts';

export const PASSWORD = 'okra-soup-9';

/** A user who can sign in with PASSWORD; a moderator of Ikeja where nothing else is said. */
export async function createAccount(
  test: TestApp,
  changes: { role?: Role; area?: LocationId | null; status?: 'ACTIVE' | 'INACTIVE'; name?: string } = {},
): Promise<Person> {
  return await createPerson(test.database.db, {
    role: 'moderator',
    area: place('24-11'),
    passwordHash: await hashPassword(PASSWORD),
    ...changes,
  });
}

export function login(test: TestApp, phoneNumber: string, password = PASSWORD, twoFactorCode?: string): Promise<Reply> {
  return test.anonymous.post('/auth/login', { phoneNumber, password, ...(twoFactorCode && { twoFactorCode }) });
}

/** Waits until the activity of a user at this moment is stored; a call does not wait for that itself. */
export async function seenNow({ database, clock }: TestApp): Promise<void> {
  const newest = database.db.selectFrom('sessions').select(({ fn }) => fn.max('last_seen_at').as('at'));
  await expect.poll(async () => (await newest.executeTakeFirstOrThrow()).at).toEqual(clock.now());
}

/** The answer to a sign-in that needs no further step. */
export type SignedIn = { [Field in keyof LoginAnswer]-?: NonNullable<LoginAnswer[Field]> };

/** Signs in without a second step; the test fails at once where that does not work. */
export async function signedIn(test: TestApp, person: Person): Promise<SignedIn> {
  const reply = await login(test, person.phone);
  if (reply.status !== 200) throw new Error(`${person.phone}: ${reply.text}`);
  return reply.json<SignedIn>();
}

/** Sets the organisation's security settings; those not named have their defaults. */
export async function setSecurity(test: TestApp, security: Partial<Settings['security']>): Promise<void> {
  const value = JSON.stringify({ ...DEFAULT_SETTINGS, security: { ...DEFAULT_SETTINGS.security, ...security } });
  await test.database.db
    .insertInto('settings')
    .values({ value })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ value }))
    .execute();
  test.app.platform.organisation.invalidate();
}

/** The code of the person's open invite, as its inviter is shown it. */
export async function invitedCode(inviter: Client, userId: string): Promise<string> {
  const reply = await inviter.post(`/users/${userId}/invite-code/reveal`);
  if (reply.status !== 200) throw new Error(`${userId}: ${reply.text}`);
  return reply.json<string>('data.code');
}

/** The codes that were sent to the phone, oldest first. */
export async function codesSentTo(test: TestApp, phone: string): Promise<string[]> {
  const messages = await test.database.db
    .selectFrom('messages')
    .select('body')
    .where('recipient', '=', phone)
    .orderBy('id')
    .execute();
  return messages.map(({ body }) => /^\d{6}/.exec(body ?? '')?.[0] ?? '');
}

export async function lastCodeSentTo(test: TestApp, phone: string): Promise<string> {
  return (await codesSentTo(test, phone)).at(-1) ?? '';
}

/** Audit events about the person or the record, oldest first. */
export async function auditOf(test: TestApp, resourceId: string): Promise<string[]> {
  const rows = await test.database.db
    .selectFrom('audit_entries')
    .select('event')
    .where('resource_id', '=', resourceId)
    .orderBy('id')
    .execute();
  return rows.map(({ event }) => event);
}

/** How many of the test's statements wait for a lock at this moment. */
export async function countWaiting(test: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(test.database.db);
  return rows[0]?.count ?? 0;
}
