import type { AuditEntryDetail, AuditLogList } from '@ec/contract/audit/schemas';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

const EVENT = 'odd.entry';
const nested = (depth: number) => `{"a": ${'['.repeat(depth)}${']'.repeat(depth)}}`;
/** Values that the application's role can store, with their display. */
const VALUES: readonly [stored: string, shown: Record<string, unknown>][] = [
  ['[1, 2]', { storedText: '[1, 2]' }],
  ['"a text"', { storedText: '"a text"' }],
  ['17', { storedText: '17' }],
  ['{"n": 12345678901234567890}', { storedText: '{"n": 12345678901234567890}' }],
  ['{"n": 1e400}', { storedText: `{"n": 1${'0'.repeat(400)}}` }],
  ['{"phone": ["x"]}', { phone: ['x'] }],
  [nested(50), JSON.parse(nested(50)) as Record<string, unknown>],
  [nested(5000), { storedText: nested(5000) }],
];

let test: TestApp;
let admin: Client;

beforeAll(async () => {
  test = await testApp();
  admin = await test.as('super_admin', place('NG'));
  for (const [values] of VALUES) {
    await sql`insert into audit_entries (event, previous_values, new_values)
      values (${EVENT}, ${values}::jsonb, ${values}::jsonb)`.execute(test.database.db);
  }
  await sql`insert into audit_entries (event, area_id, user_id, resource_id, ip) values
    (${EVENT}, 9223372036854775807, 'ffffffff-0000-0000-0000-0000000000ff', '%', 'x'),
    (${EVENT}, -1, null, '', ''), ('', 0, null, '../..', null), ('__proto__', 17, null, null, null)`.execute(
    test.database.db,
  );
  await test.app.platform.auditChain.linkNow();
});
afterAll(() => test.close());

it('the list, each entry, verification and export show whatever the log holds', async () => {
  const list = await admin.get('/audit-logs');
  expect(list.status, list.text).toBe(200);
  const entries = list.json<AuditLogList>('data').entries.toReversed();
  const odd = entries.slice(-4 - VALUES.length);
  const shown: unknown[] = [];
  for (const { id } of odd) {
    const reply = await admin.get(`/audit-logs/${id}`);
    expect(reply.status, reply.text).toBe(200);
    const { previousValues, newValues } = reply.json<AuditEntryDetail>('data');
    expect(newValues).toEqual(previousValues);
    shown.push(newValues);
  }
  expect(shown).toEqual([...VALUES.map(([, values]) => values), null, null, null, null]);
  const verified = await admin.get('/audit-logs/verify');
  expect([verified.status, verified.json('data.problems')]).toEqual([200, []]);
  const exported = await admin.get('/audit-logs/export.csv');
  const ids = parse<Record<string, string>>(exported.text, { columns: true }).map(({ id }) => Number(id));
  expect(ids).toEqual(expect.arrayContaining(odd.map(({ id }) => id)));
});
