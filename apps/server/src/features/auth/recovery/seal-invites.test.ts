import { randomBytes } from 'node:crypto';
import type { UserId } from '@ec/contract/base/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerson, type Person, place } from '../../../../test/builders.ts';
import { invitedCode } from '../../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../../test/harness.ts';
import { newInviteCode, sealInvite, showInviteCode } from '../../../platform/identity/invites.ts';
import { createSecretBox } from '../../../platform/identity/secret-box.ts';
import { sealInvites } from './accept-invite.ts';

let test: TestApp;
let national: Client;
beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

async function invited(stored: (person: Person) => string): Promise<Person> {
  const person = await createPerson(test.database.db, { role: 'moderator', area: place('24-11'), passwordHash: null });
  await test.database.db
    .updateTable('users')
    .set({ invite_code: stored(person), invited_at: test.clock.now(), invited_by: national.person.id })
    .where('id', '=', person.id)
    .execute();
  return person;
}

async function storedOf(id: UserId): Promise<string> {
  const { db } = test.database;
  const row = await db.selectFrom('users').select('invite_code').where('id', '=', id).executeTakeFirstOrThrow();
  return row.invite_code ?? '';
}

const accept = async ({ phone }: Person, inviteCode: string) =>
  (await test.anonymous.post('/auth/accept-invite', { phoneNumber: phone, inviteCode, newPassword: 'egusi-soup-10' }))
    .status;

it('a new invite is sealed where it is stored, shown to who invites, and serves', async () => {
  const body = { name: 'Ada Obi', phone: '08035557701', role: 'moderator', state: '24', lga: '24-11' };
  const made = await national.post('/users', body);
  expect(made.status, made.text).toBe(201);
  const id = made.json<UserId>('data.user.id');
  const inviteCode = await invitedCode(national, id);
  expect(await storedOf(id)).not.toContain(inviteCode.slice(0, 5));
  expect(test.app.platform.secrets.isCurrent(await storedOf(id))).toBe(true);
  expect(await accept({ phone: '+2348035557701' } as Person, inviteCode)).toBe(200);
});

it('what was stored before is sealed at the start, what is under an old key anew, and each serves', async () => {
  const { secrets } = test.app.platform;
  const [plain, old] = [newInviteCode(), newInviteCode()];
  const former = randomBytes(32);
  const [first, second] = [
    await invited(() => plain),
    await invited(({ id }) => sealInvite(createSecretBox([former]), id, old)),
  ];
  const today = randomBytes(32);
  await sealInvites(test.database, createSecretBox([today, former]));
  const box = createSecretBox([today]);
  expect([box.isCurrent(await storedOf(first.id)), box.isCurrent(await storedOf(second.id))]).toEqual([true, true]);
  // This server has neither key: no invite is accepted or shown.
  expect(await accept(first, plain)).toBe(400);
  expect((await national.post(`/users/${first.id}/invite-code/reveal`)).status).toBe(404);
  const again = await invited(() => plain);
  await sealInvites(test.database, secrets);
  expect(await storedOf(again.id)).not.toBe(plain);
  expect(await accept(again, showInviteCode(plain))).toBe(200);
});

it("one that was moved to another user's row does not open for them", async () => {
  const code = newInviteCode();
  const owner = await invited(({ id }) => sealInvite(test.app.platform.secrets, id, code));
  const thief = await invited(() => sealInvite(test.app.platform.secrets, owner.id, code));
  expect([await accept(thief, code), await accept(owner, code)]).toEqual([400, 200]);
});
