import { codeOf } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerson, createWard, nextPhone, place } from '../../../test/builders.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { EVERYTHING, narrowed } from '../../../test/moderators.ts';
import { importOfficers } from '../../../test/user-import.ts';
import { HIDDEN_PHONES_PER_IMPORT } from './row-check.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const HEADER = 'name,phone,pu_code';
const local = () => `0${nextPhone().slice(4)}`;
const stored = (phone: string) => `+234${phone.slice(1)}`;
const csv = (...lines: string[]) => lines.join('\n');

it('of people is stopped where it would confirm too many phones that are hidden from the importer', async () => {
  const { units } = await createWard(test.database.db, 1);
  const state = await narrowed(test, {
    ...EVERYTHING,
    allowedStates: ['24'],
    canManageRoles: ['lga_admin', 'polling_unit_officer'],
  });
  const nationwide = await test.as('national_admin', place('NG'));
  const elsewhere = await createWard(test.database.db, 1, place('01-01'));
  const many = Array.from({ length: HIDDEN_PHONES_PER_IMPORT + 1 }, local);
  for (const phone of many)
    await createPerson(test.database.db, { role: 'moderator', area: elsewhere.ward, phone: stored(phone) });
  const rowsAt = (code: string) => many.map((phone, index) => `Officer ${index},${phone},${code}`);

  const unstorable = await importOfficers(state, csv(HEADER, ...rowsAt('99-99-99-999')));
  expect(JSON.stringify(unstorable.refusals)).not.toContain('in use');

  const stopped = await importOfficers(state, csv(HEADER, ...rowsAt(codeOf(units[0] ?? place('24')))));
  expect([stopped.state, stopped.error?.code, stopped.refusals]).toEqual(['failed', 'USER_IMPORT_PHONES_TAKEN', []]);
  expect((await importOfficers(nationwide, csv(HEADER, ...rowsAt(codeOf(units[0] ?? place('24')))))).refused).toBe(
    many.length,
  );
});
