import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPerson, createWard, newOfficer, nextPhone, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { exhaustDisclosures } from '../../../test/hidden-phones.ts';
import { fromDatabaseError } from '../../platform/http/constraints.ts';
import { WRITES } from '../../platform/http/limits/rate-limits.ts';
import { HIDDEN_PHONES_PER_DAY } from './hidden-phones.ts';

let test: TestApp;
let hidden: string;
let admin: Client;
let units: LocationId[];

beforeAll(async () => {
  test = await testApp();
  hidden = (await test.as('national_admin', place('NG'))).person.phone;
});
afterAll(() => test.close());
beforeEach(async () => {
  const made = await createWard(test.database.db, 3);
  units = made.units;
  admin = await test.as('ward_admin', made.ward);
});

const justification = 'No officer reports from this unit.';
const unit = (index: number) => units[index] ?? place('NG');
const officer = async (index: number) =>
  await createPerson(test.database.db, { role: 'polling_unit_officer', area: unit(index) });

/** Every call by which an administrator can learn whether a phone number is in use. */
async function ways(target: string): Promise<Record<string, (phone: string) => ReturnType<Client['get']>>> {
  const ask = (requestType: string, change: object) =>
    admin.post('/approvals', { requestType, justification, ...change });
  return {
    'POST /users': (phone) => admin.post('/users', newOfficer(unit(1), { phone })),
    'PUT /users/:id': (phone) => admin.put(`/users/${target}`, { phone, justification }),
    'POST /approvals to create': (phone) => ask('CREATE', { userData: newOfficer(unit(1), { phone }) }),
    'POST /approvals to change': (phone) => ask('MODIFY', { targetUserId: target, userData: { phone } }),
  };
}

it('a request for an office that is held does not show whether a phone is in use', async () => {
  await officer(0);
  for (const phone of [hidden, nextPhone()]) {
    expect((await admin.post('/users', newOfficer(unit(0), { phone }))).code).toBe('OFFICE_TAKEN');
    const asked = { requestType: 'CREATE', userData: newOfficer(unit(0), { phone }), justification };
    expect((await admin.post('/approvals', asked)).code).toBe('OFFICE_TAKEN');
  }
});

it('phones of hidden people are confirmed so many times a day, by all calls together', async () => {
  const { id } = await officer(0);
  const calls = Object.entries(await ways(id));
  await exhaustDisclosures(test, admin, HIDDEN_PHONES_PER_DAY - calls.length);
  for (const [name, call] of calls) {
    const told = await call(hidden);
    expect([name, told.status, told.code]).toEqual([name, 409, 'PHONE_IN_USE']);
  }
  for (const [name, call] of calls) {
    for (const phone of [hidden, nextPhone()]) {
      const refused = await call(phone);
      expect([name, refused.status, refused.code]).toEqual([name, 429, 'PHONES_TAKEN']);
    }
    // The admin's own phone number is visible to them, so it is reported as usual.
    expect((await call(admin.person.phone)).code).toBe('PHONE_IN_USE');
  }
  expect((await admin.put(`/users/${id}`, { name: 'Ada Eze', justification })).status).toBe(202);
  test.clock.advance(24 * 60);
  const tomorrow = await test.signIn(admin.person);
  expect((await tomorrow.post('/users', newOfficer(unit(1)))).status).toBe(201);
});

it('people are stored, changed and requested at the pace of forms', async () => {
  const { person } = WRITES.people;
  const codes: (string | undefined)[] = [];
  for (let count = 0; count <= person; count++) {
    const reply = await admin.post(count % 2 === 0 ? '/users' : '/approvals', {});
    codes.push(reply.code);
  }
  expect([codes[0], codes.at(-2), codes.at(-1)]).toEqual([
    'VALIDATION_FAILED',
    'VALIDATION_FAILED',
    'TOO_MANY_REQUESTS',
  ]);
});

it('a lost race for a phone says no more than one for an office', () => {
  const lost = (constraint: string) => fromDatabaseError({ code: '23505', constraint })?.code;
  expect([lost('users_phone_unique'), lost('users_one_office')]).toEqual(['CONFLICT', 'CONFLICT']);
});
