import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ElectionId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, newFolder, query, restoredApp, type RestoredApp } from '../../test/backups.ts';
import { place, sheet } from '../../test/builders.ts';
import { PASSWORD } from '../../test/credentials.ts';
import { type TestApp, testApp } from '../../test/harness.ts';
import { verifyStored } from '../features/audit/verify-service.ts';
import { findStrayDisputes } from '../features/disputes/queries.ts';
import { ensureReferenceData } from '../features/geography/reference-data.ts';
import { compareTallies } from '../features/results/tally-repository.ts';
import { migrationNames, migrateTo, openDatabase } from '../platform/database/database.ts';
import { createFolderStore } from '../platform/files/folder-store.ts';
import { hashPassword } from '../platform/identity/passwords.ts';
import { backUp } from './back-up.ts';

const EARLIER = '0007-geography';
const ELECTION = '00000006-0000-7000-8000-000000000001' as ElectionId;
const OFFICER = '+2348031200015';
const WARD_ADMIN = '+2348031300021';
/** Tables to which later migrations add rows by design. */
const GROWN = new Set(['location_changes', 'user_changes']);

let test: TestApp;
let folder: string;
let before: Map<string, number>;
let upgraded: RestoredApp;

const person = (n: number) => `00000001-0000-7000-8000-${String(n).padStart(12, '0')}`;
const by = (n: number) => `'${person(n)}'`;

/** Audit entries about accounts, which this version stores in a separate table. */
const ACCOUNTS_IN_THE_LOG = `insert into audit_entries (event, resource_id, user_id, new_values) values
  ('user.created', ${by(1)}, ${by(21)}, '{"phone": "+2348031200001"}'),
  ('user.imported', 'an import', ${by(23)}, '{"userIds": [${[2, 3].map((n) => `"${person(n)}"`).join()}]}'),
  ('auth.password_reset_by_admin', ${by(4)}, ${by(23)}, null),
  ('user.updated', ${by(5)}, ${by(22)}, '{"phone": "+2348031200005"}'),
  ('user.updated', ${by(6)}, ${by(22)}, '{"name": "Another"}')`;

/** Fills a store at the earlier version; returns the row count of each table. */
async function populate(url: string): Promise<Map<string, number>> {
  const database = openDatabase(url, { max: 2 });
  await migrateTo(database, EARLIER);
  await ensureReferenceData(database);
  await database.close();
  await query(url, await readFile(new URL('../../test/fixtures/store-at-0007.sql', import.meta.url), 'utf8'));
  await query(url, ACCOUNTS_IN_THE_LOG);
  await query(url, `update users set password_hash = '${await hashPassword(PASSWORD)}'`);
  return await countRows(url);
}

async function countRows(url: string): Promise<Map<string, number>> {
  const tables = await query<{ name: string }>(
    url,
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`,
  );
  const counting = tables.map(({ name }) => `select '${name}' as name, count(*) as count from "${name}"`);
  const rows = await query<{ name: string; count: number }>(url, counting.join(' union all '));
  return new Map(rows.map(({ name, count }) => [name, count]));
}

beforeAll(async () => {
  test = await testApp();
  const earlier = await emptyDatabase();
  before = await populate(earlier.url);
  const folders = await newFolder();
  folder = path.join(folders, 'backup');
  await backUp({ url: earlier.url, store: createFolderStore(path.join(folders, 'none')), folder });
  await earlier.drop();
  upgraded = await restoredApp(test, folder);
}, 120_000);
afterAll(async () => {
  await upgraded.close();
  await test.close();
  await rm(path.dirname(folder), { recursive: true, force: true });
});

async function signIn(phoneNumber: string): Promise<string> {
  const reply = await upgraded.app.fastify.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { phoneNumber, password: PASSWORD },
  });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ accessToken: string }>().accessToken;
}

describe('a populated store of an earlier version, backed up there and restored with this one', () => {
  it('had rows in every table', () => {
    expect([...before].filter(([, count]) => count === 0)).toEqual([]);
  });

  it('went through all later migrations', async () => {
    const names = await migrationNames();
    expect(upgraded.migrated).toEqual(names.slice(names.indexOf(EARLIER) + 1));
    expect(upgraded.migrated.length).toBeGreaterThanOrEqual(6);
  });

  it('has lost no row', async () => {
    const after = await countRows(upgraded.database.url);
    const kept = [...before].filter(([table]) => !GROWN.has(table));
    expect(kept.map(([table]) => [table, after.get(table)])).toEqual(kept);
  });

  it('is backed up and restored once more: versions from before keep what new ones may not lack', async () => {
    const { url } = upgraded.database;
    const again = path.join(path.dirname(folder), 'again');
    await backUp({ url, store: upgraded.app.platform.files, folder: again });
    const restored = await restoredApp(test, again);
    try {
      const shown = `select (select count(*) from result_versions where sheet_file_id is not null and sheet_sha256 is null)::int as versions,
        array(select pg_get_constraintdef(oid) from pg_constraint where confrelid = 'files'::regclass
          or conname = 'result_versions_sheet_with_digest' order by conname) as constraints`;
      const before = await query<{ versions: number }>(url, shown);
      expect(before[0]?.versions).toBeGreaterThan(0);
      expect(await query(restored.database.url, shown)).toEqual(before);
    } finally {
      await restored.close();
    }
  });

  it('has totals that equal the recount, disputes that agree with their results, and all entries in the chain', async () => {
    const { db } = upgraded.database;
    expect(await compareTallies(db, ELECTION)).toEqual([]);
    expect(await findStrayDisputes(db, ELECTION)).toEqual([]);
    await upgraded.app.platform.auditChain.linkNow();
    const { checked, problems, unsealed } = await verifyStored(db, { from: 0, most: 1000 });
    expect([checked >= 14, problems, unsealed]).toEqual([true, [], 0]);
  });

  it('keeps for a narrowed moderator what a privilege opened by name, opens nothing else, and asks for a review', async () => {
    const grants = await upgraded.database.db.selectFrom('moderator_privileges').selectAll().execute();
    expect(grants.map(({ granted, needs_review: review }) => [granted.toSorted(), review])).toEqual([
      [['canAccessAuditLogs', 'canManageReports', 'canManageSecurity', 'canViewAllUsers', 'canViewReports'], true],
    ]);
  });

  it('knows from its log who could sign in to whose account', async () => {
    const rows = await upgraded.database.db
      .selectFrom('account_controls')
      .select(['user_id', 'by_user_id', 'act'])
      .orderBy('user_id')
      .execute();
    expect(rows.map((row) => [row.user_id, row.by_user_id, row.act])).toEqual([
      [person(1), person(21), 'created'],
      [person(2), person(23), 'created'],
      [person(3), person(23), 'created'],
      [person(4), person(23), 'password_set'],
      [person(5), person(22), 'phone_changed'],
    ]);
  });

  it('has no sign-in code left that could be read or sent late', async () => {
    const { rows } = await sql`select status, body from messages where secret order by id`.execute(
      upgraded.database.db,
    );
    expect(rows).toEqual([
      { status: 'logged', body: null },
      { status: 'expired', body: null },
      { status: 'failed', body: 'Your invite code is ABCD-EFGH' },
    ]);
  });

  it('serves its people: an officer submits, the ward admin reviews', async () => {
    const { fastify } = upgraded.app;
    const officer = await signIn(OFFICER);
    const submitted = await fastify.inject({
      method: 'POST',
      url: '/api/results',
      payload: sheet(ELECTION, place('24-11-01-015')),
      headers: { authorization: `Bearer ${officer}`, 'idempotency-key': 'after-the-upgrade' },
    });
    expect(submitted.statusCode).toBe(201);
    const { id } = submitted.json<{ data: { id: string } }>().data;
    const admin = await signIn(WARD_ADMIN);
    const verified = await fastify.inject({
      method: 'POST',
      url: `/api/results/${id}/verify`,
      payload: { version: 1 },
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(verified.statusCode).toBe(200);
    expect(await compareTallies(upgraded.database.db, ELECTION)).toEqual([]);
  });
});
