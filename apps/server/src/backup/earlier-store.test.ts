import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ElectionId } from '@ec/contract/common';
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
import { migrationNames, migrateTo, openDatabase } from '../platform/database.ts';
import { createFolderStore } from '../platform/folder-store.ts';
import { hashPassword } from '../platform/passwords.ts';
import { backUp } from './back-up.ts';

const EARLIER = '0007-geography';
const ELECTION = '00000006-0000-7000-8000-000000000001' as ElectionId;
const OFFICER = '+2348031200015';
const WARD_ADMIN = '+2348031300021';
/** What the migrations since make of rows that were there: rows of these are added, by design. */
const GROWN = new Set(['location_changes', 'user_changes']);

let test: TestApp;
let folder: string;
let before: Map<string, number>;
let upgraded: RestoredApp;

/** A populated store at the earlier version; answers how many rows each of its tables has. */
async function populate(url: string): Promise<Map<string, number>> {
  const database = openDatabase(url, { max: 2 });
  await migrateTo(database, EARLIER);
  await ensureReferenceData(database);
  await database.close();
  await query(url, await readFile(new URL('../../test/fixtures/store-at-0007.sql', import.meta.url), 'utf8'));
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

  it('has totals that equal the recount, disputes that agree with their results, and all entries in the chain', async () => {
    const { db } = upgraded.database;
    expect(await compareTallies(db, ELECTION)).toEqual([]);
    expect(await findStrayDisputes(db, ELECTION)).toEqual([]);
    await upgraded.app.platform.auditChain.linkNow();
    const { checked, problems, unsealed } = await verifyStored(db, { from: 0, most: 1000 });
    expect([checked >= 14, problems, unsealed]).toEqual([true, [], 0]);
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
      payload: {},
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(verified.statusCode).toBe(200);
    expect(await compareTallies(upgraded.database.db, ELECTION)).toEqual([]);
  });
});
