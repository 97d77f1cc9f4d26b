import type { AuditVerification } from '@ec/contract/audit/schemas';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { place } from '../../../test/builders.ts';
import { tamper } from '../../../test/audit-tamper.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { lastAt } from './queries.ts';

let test: TestApp;
let admin: Client;

beforeEach(async () => {
  test = await testApp();
  admin = await test.as('super_admin', place('NG'));
  await sql`insert into audit_entries (event, resource_id, new_values)
    select 'result.submitted', 'r' || n, jsonb_build_object('n', n) from generate_series(1, 60) n`.execute(
    test.database.db,
  );
  await test.app.platform.auditChain.linkNow();
});
afterEach(() => test.close());

/** Verifies the whole chain in parts; problems in short form. */
async function verify(most = 1000) {
  const problems: string[] = [];
  let checked = 0;
  for (let from: number | null = 0; from !== null; ) {
    const reply = await admin.get(`/audit-logs/verify?from=${from}&most=${most}`);
    expect(reply.status, reply.text).toBe(200);
    const part = reply.json<AuditVerification>('data');
    problems.push(
      ...part.problems.map(({ kind, position, entryId }) => `${kind} ${position ?? '-'} ${entryId ?? '-'}`),
    );
    checked += part.checked;
    from = part.next;
  }
  return { problems, checked };
}

const idAt = async (position: number) => {
  const { rows } = await sql<{
    id: number;
  }>`select entry_id as id from audit_links where position = ${position}`.execute(test.database.db);
  return rows[0]?.id;
};

it('finds nothing wrong with what was only written, in parts of any size', async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from audit_links`.execute(test.database.db);
  for (const most of [1, 7, 1000]) expect(await verify(most)).toEqual({ problems: [], checked: rows[0]?.count });
});

it('reads long entries in parts, also those that were linked before lengths were noted', async () => {
  await sql`insert into audit_entries (event, previous_values, new_values)
    select 'settings.updated', v, v from generate_series(1, 20), (values (jsonb_build_object('text', repeat('x', 1000000)))) as t (v)`.execute(
    test.database.db,
  );
  await test.app.platform.auditChain.linkNow();
  const { problems, checked } = await verify(20_000);
  expect(problems).toEqual([]);
  const first = (await admin.get('/audit-logs/verify')).json<AuditVerification>('data');
  expect([first.checked, first.to, first.next]).toEqual([checked - 3, checked - 3, checked - 3]);
  const positions = Array.from({ length: checked }, (_, index) => index + 1);
  const ends = [first.to, first.to - 8];
  const endsNow = async () =>
    await Promise.all([32, 16].map((megabytes) => lastAt(test.database.db, positions, megabytes * 1024 * 1024)));
  expect(await endsNow()).toEqual(ends);
  await tamper(test, 'update audit_links set bytes = null');
  expect(await endsNow()).toEqual(ends);
  const text = (await admin.get('/audit-logs/export.csv')).text;
  expect(text.split('\n').filter((line) => line.includes(',settings.updated,'))).toHaveLength(20);
}, 60_000);

const set = (column: string) =>
  `update audit_entries set ${column} where id = (select entry_id from audit_links where position = 30)`;

it.each([
  ['the values', set(`new_values = '{"n": 1000}'`)],
  ['the person', set(`user_id = gen_random_uuid()`)],
  ['the time, by a millionth of a second', set(`created_at = created_at + interval '1 microsecond'`)],
  ['the record', set(`resource_id = resource_id || ' '`)],
  ['nothing to an empty text', set(`user_agent = ''`)],
  ['its hash', `update audit_links set hash = sha256('x') where position = 30`],
  ['only what lists show', `update audit_links set event = 'auth.refreshed' where position = 30`],
])('names an entry of which %s was changed', async (_, statement) => {
  const id = await idAt(30);
  await tamper(test, statement);
  for (const most of [9, 1000]) expect((await verify(most)).problems).toEqual([`changed 30 ${id}`]);
});

it('says in words which one it is', async () => {
  const id = await idAt(30);
  await tamper(test, set(`new_values = '{}'`));
  const reply = await admin.get('/audit-logs/verify');
  expect(reply.json<{ message: string }[]>('data.problems')[0]?.message).toMatch(
    new RegExp(`^Entry ${id} \\(position 30, Result Submitted, \\d{4}-.*Z\\): changed\\.`),
  );
});

it('names an entry that was removed, with and without its link', async () => {
  const [first, second] = [await idAt(20), await idAt(40)];
  await tamper(
    test,
    `delete from audit_entries where id = ${first}`,
    `delete from audit_links where position = 40`,
    `delete from audit_entries where id = ${second}`,
  );
  for (const most of [9, 1000]) expect((await verify(most)).problems).toEqual([`removed 20 ${first}`, 'removed 40 -']);
});

it('names the entry whose link alone was removed', async () => {
  const id = await idAt(40);
  await tamper(test, 'delete from audit_links where position = 40');
  expect((await verify()).problems).toEqual([`removed 40 ${id}`]);
});

it('finds that the end of the chain was cut off', async () => {
  const { rows } = await sql<{ position: number }>`select position from audit_chain`.execute(test.database.db);
  const last = rows[0]?.position ?? 0;
  await tamper(
    test,
    `delete from audit_entries where id in (select entry_id from audit_links where position > ${last - 2})`,
    `delete from audit_links where position > ${last - 2}`,
  );
  expect((await verify()).problems).toEqual([`removed ${last - 1} -`]);
});

it('names an entry that was put between others later', async () => {
  // A number whose transaction was rolled back, and one that is never issued.
  const given: { id: number }[] = [];
  await test.asOwner(async (tx) => {
    given.push(...(await sql<{ id: number }>`select nextval('audit_entries_id_seq') as id`.execute(tx)).rows);
  });
  await sql`insert into audit_entries (event) values ('settings.updated')`.execute(test.database.db);
  await test.app.platform.auditChain.linkNow();
  const free = given[0]?.id ?? 0;
  const insert = (id: number) =>
    `insert into audit_entries (id, event) overriding system value values (${id}, 'settings.updated')`;
  await tamper(test, insert(free), insert(-3));
  for (const most of [9, 1000]) expect((await verify(most)).problems).toEqual(['inserted - -3', `inserted - ${free}`]);
});

it('names entries whose places were exchanged, whether their hashes went with them or not', async () => {
  const [a, b, c, d] = [await idAt(20), await idAt(21), await idAt(40), await idAt(41)];
  const link = (position: number, id: number | undefined) =>
    `update audit_links l set entry_id = ${id}, resource_id = e.resource_id, created_at = e.created_at
      from audit_entries e where e.id = ${id} and l.position = ${position}`;
  await tamper(
    test,
    `update audit_links set position = 100020 where position = 20`,
    `update audit_links set position = 20 where position = 21`,
    `update audit_links set position = 21 where position = 100020`,
    // These two exchange everything but the hash.
    `update audit_links set entry_id = -1 where position = 40`,
    link(41, c),
    link(40, d),
  );
  expect((await verify()).problems.toSorted()).toEqual(
    [`reordered 21 ${a}`, `reordered 20 ${b}`, `reordered 41 ${c}`, `reordered 40 ${d}`].toSorted(),
  );
});
