import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase } from '../../../test/backups.ts';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { APPEND_ONLY, assertOwns, CHAIN, grantToRole, readProtection } from './database-roles.ts';
import { inTransaction, migrateTo, migrationNames, openDatabase } from './database.ts';
import { openMigrated } from './store.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The address of the test's database for another role, which exists as long as the work takes. */
async function withRole(name: string, work: (url: string) => Promise<void>, attributes = ''): Promise<void> {
  await ask(test.ownerUrl, `create role ${name} login password 'secret' ${attributes}`);
  const url = new URL(test.ownerUrl);
  [url.username, url.password] = [name, 'secret'];
  try {
    await work(url.href);
  } finally {
    await ask(test.ownerUrl, `reassign owned by ${name} to current_user; drop owned by ${name}; drop role ${name}`);
  }
}

describe('as the application’s role, the database refuses', () => {
  it.each(
    [...APPEND_ONLY, ...CHAIN].flatMap((table) => [
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `drop table ${table}`,
    ]),
  )('%s', async (statement) => {
    await expect(ask(test.database.url, statement)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    `update audit_entries set event = 'x'`,
    `update audit_links set hash = ''`,
    'update result_versions set void_votes = 0',
    'select from audit_entries for update',
    'drop trigger audit_entries_append_only on audit_entries',
    'drop trigger audit_links_append_only on audit_links',
    'alter table audit_entries disable trigger audit_entries_append_only',
    'alter table audit_links disable trigger all',
    'alter table audit_entries rename to entries',
    'create rule gone as on insert to audit_entries do instead nothing',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'drop function refuse_change() cascade',
    'drop schema public cascade',
    'create table extra (n integer)',
    `set session_replication_role = 'replica'`,
    'set role election_console',
    `alter role test_application superuser`,
    'update kysely_migration set name = name',
  ])('%s', async (statement) => {
    await expect(ask(test.database.url, statement)).rejects.toMatchObject({ code: '42501' });
  });
});

it('knows every table that its triggers call append-only', async () => {
  const { rows } = await sql<{ name: string }>`select c.relname::text as name from pg_trigger t
    join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'refuse_change' order by 1`.execute(test.database.db);
  expect(rows.map(({ name }) => name)).toEqual([...APPEND_ONLY, ...CHAIN].toSorted());
});

it('refuses changes also where a session switches triggers off for replication', async () => {
  const { rows } = await sql<{
    name: string;
  }>`select t.tgname::text as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'refuse_change' and t.tgenabled <> 'A' order by 1`.execute(test.database.db);
  expect(rows).toEqual([]);
});

it('lets the application’s role read and add what it may not change', async () => {
  const { db } = test.database;
  await sql`insert into audit_entries (event) values ('settings.updated')`.execute(db);
  await test.app.platform.auditChain.linkNow();
  const { rows } = await sql`select from audit_links l join audit_entries e on e.id = l.entry_id`.execute(db);
  expect(rows.length).toBeGreaterThan(0);
});

it('says which protection holds', async () => {
  expect(await readProtection(test.database.db)).toBe('role');
  const owner = openDatabase(test.ownerUrl, { max: 1 });
  expect(await readProtection(owner.db)).toBe('triggers');
  await owner.close();
});

it.each([
  ['may delete entries', 'grant delete on audit_entries to weak'],
  ['may choose their time', 'grant insert (created_at) on audit_entries to weak'],
  ['may add links', 'grant insert on audit_links to weak'],
  ['may move the head', 'grant update on audit_chain to weak'],
  ['may move numbers on', 'grant usage on audit_entries_id_seq to weak'],
  ['may change one column of them', 'grant update (ip) on audit_entries to weak'],
  [
    'belongs to who owns the tables',
    'create role holder; grant holder to weak; alter table audit_entries owner to holder',
  ],
])('holds a role for free that %s', async (_, statement) => {
  await withRole('weak', async (url) => {
    const owner = openDatabase(test.ownerUrl, { max: 1 });
    const weak = openDatabase(url, { max: 1 });
    try {
      await grantToRole(owner, 'weak');
      expect(await readProtection(weak.db)).toBe('role');
      await ask(test.ownerUrl, statement);
      expect(await readProtection(weak.db)).toBe('triggers');
      if (statement.includes('holder')) {
        await ask(test.ownerUrl, 'reassign owned by holder to current_user; drop owned by holder; drop role holder');
      }
      // What goes beyond the need is taken back at the next start.
      await grantToRole(owner, 'weak');
      expect(await readProtection(weak.db)).toBe('role');
    } finally {
      await weak.close();
      await owner.close();
    }
  });
});

describe('a start with two roles', () => {
  const stop = async () => undefined;

  it('gives a new role what it needs, also in the job queue, and changes nothing the second time', async () => {
    await withRole('newcomer', async (url) => {
      const store = { url, ownerUrl: test.ownerUrl, stop };
      const rights = async () =>
        await ask(test.ownerUrl, `select relname, xmin from pg_class where relacl::text like '%newcomer%' order by 1`);
      await (await openMigrated(store, { max: 1 })).close();
      const before = await rights();
      const again = await openMigrated(store, { max: 2 });
      expect(await rights()).toEqual(before);
      await inTransaction(again.db, async (tx) => {
        await sql`select graphile_worker.add_job('jobs.rescue', job_key := 'newcomer')`.execute(tx);
        const { rows } = await sql`select id from graphile_worker._private_jobs where key = 'newcomer'`.execute(tx);
        expect(rows).toHaveLength(1);
      });
      await again.close();
    });
  });

  it('needs no owner while there is nothing to migrate', async () => {
    const database = await openMigrated({ url: test.database.url, ownerUrl: undefined, stop }, { max: 1 });
    expect(await readProtection(database.db)).toBe('role');
    await database.close();
  });

  it('says what to do where the schema is of an earlier version and the owner is not there', async () => {
    const earlier = await emptyDatabase();
    try {
      const url = new URL(earlier.url);
      const application = new URL(test.database.url);
      [url.username, url.password] = [application.username, application.password];
      const alone = { url: url.href, ownerUrl: undefined, stop };
      const names = await migrationNames();
      for (const version of [undefined, names.at(-2) ?? '']) {
        const owner = openDatabase(earlier.url, { max: 1 });
        if (version !== undefined) await migrateTo(owner, version);
        if (version !== undefined) await grantToRole(owner, application.username);
        await owner.close();
        await expect(openMigrated(alone, { max: 1 })).rejects.toThrow('Run "npm run migrate" with DATABASE_OWNER_URL');
      }
      await (await openMigrated({ ...alone, ownerUrl: earlier.url }, { max: 1 })).close();
      await (await openMigrated(alone, { max: 1 })).close();
    } finally {
      await earlier.drop();
    }
  });

  it('does not start on a schema of a later version, and says which', async () => {
    const later = await emptyDatabase();
    const store = { url: later.url, ownerUrl: undefined, stop };
    try {
      await (await openMigrated(store, { max: 1 })).close();
      await ask(later.url, `insert into kysely_migration values ('9999-later', 'now')`);
      await expect(openMigrated(store, { max: 1 })).rejects.toThrow('a later version than this program (9999-later)');
    } finally {
      await later.drop();
    }
  });

  it('refuses a role that could still change the log', async () => {
    await withRole(
      'mighty',
      async (url) => {
        await expect(openMigrated({ url, ownerUrl: test.ownerUrl, stop }, { max: 1 })).rejects.toThrow(
          'the role of DATABASE_URL (mighty) could still change the audit log',
        );
      },
      'createrole',
    );
  });

  it('refuses an owner who does not own', async () => {
    await withRole('stranger', async (url) => {
      const stranger = openDatabase(url, { max: 1 });
      await expect(assertOwns(stranger)).rejects.toThrow('(stranger) does not own the tables; ');
      await stranger.close();
    });
  });
});
