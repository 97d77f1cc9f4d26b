import { randomBytes } from 'node:crypto';
import { generateSecret, generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../../../test/builders.ts';
import { createAccount, login, PASSWORD, setSecurity } from '../../../../test/credentials.ts';
import { type TestApp, testApp } from '../../../../test/harness.ts';
import { createSecretBox } from '../../../platform/identity/secret-box.ts';
import { sealAuthenticators } from './authenticator.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
  await setSecurity(test, { require2FA: true });
});
afterAll(() => test.close());

async function store(person: Person, secret: string | null): Promise<void> {
  await test.database.db.updateTable('users').set({ totp_secret: secret }).where('id', '=', person.id).execute();
}

async function stored(person: Person): Promise<string | null> {
  const row = await test.database.db
    .selectFrom('users')
    .select('totp_secret')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  return row.totp_secret;
}

async function signsIn(person: Person, secret: string): Promise<number> {
  const code = generateSync({ secret, epoch: Math.floor(test.clock.now().getTime() / 1000) });
  return (await login(test, person.phone, PASSWORD, code)).status;
}

it('seals at the start what was stored before, and its owner signs in as ever', async () => {
  const person = await createAccount(test);
  const secret = generateSecret();
  await store(person, secret);
  expect(await sealAuthenticators(test.database, test.app.platform.secrets)).toEqual({ lost: 0 });
  expect(await stored(person)).not.toContain(secret);
  expect(await signsIn(person, secret)).toBe(200);
});

it('seals anew with the key of today what an old key opens, and says what no key opens', async () => {
  const { secrets } = test.app.platform;
  const [kept, lost] = [await createAccount(test), await createAccount(test)];
  const [old, gone] = [randomBytes(32), randomBytes(32)];
  const secret = generateSecret();
  await store(kept, createSecretBox([old]).seal(secret, kept.id));
  await store(lost, createSecretBox([gone]).seal(secret, lost.id));
  const today = randomBytes(32);
  await sealAuthenticators(test.database, createSecretBox([today, old]));
  expect(createSecretBox([today]).open((await stored(kept)) ?? '', kept.id)).toBe(secret);
  // Encrypted again with this server's key, so that its owner can sign in.
  await store(kept, secrets.seal(secret, kept.id));
  expect((await sealAuthenticators(test.database, secrets)).lost).toBeGreaterThanOrEqual(1);
  expect(await signsIn(kept, secret)).toBe(200);
  expect(await signsIn(lost, secret)).toBe(401);
  await store(lost, null);
});

it("does not open with a secret that was moved to another user's row", async () => {
  const [thief, victim] = [await createAccount(test), await createAccount(test)];
  const secret = generateSecret();
  await store(victim, test.app.platform.secrets.seal(secret, thief.id));
  expect(await signsIn(victim, secret)).toBe(401);
});
