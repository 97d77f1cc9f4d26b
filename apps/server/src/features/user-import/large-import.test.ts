import { codeOf } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWard, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { importOfficers } from '../../../test/user-import.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

it('10,000 officers come in at once', { timeout: 180_000 }, async () => {
  const codes: string[] = [];
  for (let ward = 0; ward < 10; ward++) {
    const { units } = await createWard(test.database.db, 1000, place('33-01'));
    codes.push(...units.map(codeOf));
  }
  const phone = (index: number) => `0812${String(index).padStart(7, '0')}`;
  const lines = codes.map((code, index) => `Officer Number ${index},${phone(index)},${code}`);
  const file = ['name,phone,pu_code', ...lines, 'bad,row,x'].join('\n');
  const done = await importOfficers(national, file);
  expect(done).toMatchObject({ state: 'completed', rows: 10_001, accepted: 10_000, refused: 1 });
  const { rows } = await test.database.pool.query('select new_values from audit_entries where resource_id = $1', [
    done.id,
  ]);
  expect(rows).toHaveLength(10);
});
