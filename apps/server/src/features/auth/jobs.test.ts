import { generateSecret } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, login, PASSWORD } from '../../../test/credentials.ts';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { sha256 } from '../../platform/runtime/ids.ts';
import { hardenRecoveryCodes } from './jobs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

it('recovery codes that were given out before get the form of today, and each still serves once', async () => {
  const { db } = test.database;
  const person = await createAccount(test);
  const sealed = test.app.platform.secrets.seal(generateSecret(), person.id);
  await db
    .updateTable('users')
    .set({ totp_secret: sealed, two_factor_enabled: true })
    .where('id', '=', person.id)
    .execute();
  const codes = ['K7PM2XQA9WBC', 'Z7PM2XQA9WBC', 'Y7PM2XQA9WBC'];
  const plain = codes.map((code) => sha256(code));
  await db
    .insertInto('recovery_codes')
    .values(plain.map((code_hash) => ({ user_id: person.id, code_hash })))
    .execute();
  const serves = async (code = '') => (await login(test, person.phone, PASSWORD, code)).status;
  expect(await serves(codes[0])).toBe(200);

  await hardenRecoveryCodes(test.app.platform, new AbortController().signal);
  const unused = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', person.id)
    .where('used_at', 'is', null)
    .execute();
  expect(unused).toHaveLength(2);
  for (const { code_hash } of unused) expect(plain.some((hash) => hash.equals(code_hash))).toBe(false);
  expect([await serves(codes[0]), await serves(codes[1]), await serves(codes[1]), await serves(codes[2])]).toEqual([
    401, 200, 401, 200,
  ]);
});
