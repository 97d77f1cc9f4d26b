import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, lastCodeSentTo, PASSWORD, setSecurity } from '../../../../test/credentials.ts';
import { type TestApp, testApp } from '../../../../test/harness.ts';
import { newSecret, sha256 } from '../../../platform/runtime/ids.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

async function deviceOfSession(userId: string): Promise<Buffer | null | undefined> {
  const session = await test.database.db
    .selectFrom('sessions')
    .select('device')
    .where('user_id', '=', userId as never)
    .executeTakeFirst();
  return session?.device;
}

it('a session keeps the SHA-256 of the key that its browser sent, and no answer contains either', async () => {
  await setSecurity(test, { require2FA: false });
  const [person, device] = [await createAccount(test), newSecret()];
  const credentials = { phoneNumber: person.phone, password: PASSWORD, device };
  const reply = await test.anonymous.post('/auth/login', credentials);
  expect(reply.status).toBe(200);
  expect(await deviceOfSession(person.id)).toEqual(sha256(device));

  const token = reply.json<string>('accessToken');
  const read = async (url: string) =>
    (await test.anonymous.send({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } })).text;
  const answers = [reply.text, await read('/auth/me'), await read('/auth/sessions')].join('');
  expect(answers).not.toContain(device);
  expect(answers).not.toContain(sha256(device).toString('hex'));
  const { rows: entries } = await test.app.platform.database.pool.query<{ entry: string }>(
    'select a::text as entry from audit_entries a',
  );
  expect(entries.map(({ entry }) => entry).join('')).not.toContain(device);
});

it('the second step carries it too', async () => {
  await setSecurity(test, { require2FA: true });
  const [person, device] = [await createAccount(test), newSecret()];
  const credentials = { phoneNumber: person.phone, password: PASSWORD, device };
  expect((await test.anonymous.post('/auth/login', credentials)).json('requires2FA')).toBe(true);
  expect(await deviceOfSession(person.id)).toBeUndefined();
  const twoFactorCode = await lastCodeSentTo(test, person.phone);
  expect((await test.anonymous.post('/auth/login', { ...credentials, twoFactorCode })).status).toBe(200);
  expect(await deviceOfSession(person.id)).toEqual(sha256(device));
});

it('a client without a key has a session without a device; what is no key is refused', async () => {
  await setSecurity(test, { require2FA: false });
  const person = await createAccount(test);
  const credentials = { phoneNumber: person.phone, password: PASSWORD };
  for (const device of ['', 'short', `${newSecret()}A`, `${newSecret().slice(1)}+`, 7, null]) {
    const refused = await test.anonymous.post('/auth/login', { ...credentials, device });
    expect([refused.status, refused.code, refused.json('fields.0.path')]).toEqual([400, 'VALIDATION_FAILED', 'device']);
  }
  expect((await test.anonymous.post('/auth/login', credentials)).status).toBe(200);
  expect(await deviceOfSession(person.id)).toBeNull();
});
