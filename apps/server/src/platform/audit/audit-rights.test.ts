import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { place } from '../../../test/builders.ts';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { readChainStand, standFaults } from './audit-stand.ts';
import { saveAudit, SYSTEM_ORIGIN } from './audit.ts';
import { inTransaction } from '../database/database.ts';

let test: TestApp;
/** One session of the application's own role. */
let session: pg.Client;

const save = (resourceId: string) =>
  inTransaction(test.database.writes, (tx) => saveAudit(tx, SYSTEM_ORIGIN, { event: 'settings.updated', resourceId }));

beforeAll(async () => {
  test = await testApp();
  for (let n = 0; n < 5; n++) await save(`entry ${n}`);
  await test.app.platform.auditChain.linkNow();
});
afterAll(() => test.close());

const state = async () => {
  const { rows } = await sql<{ unlinked: number }>`select count(*) as unlinked from audit_entries e
    where not exists (select from audit_links l where l.entry_id = e.id)`.execute(test.database.db);
  return { unlinked: rows[0]?.unlinked, faults: standFaults(await readChainStand(test.database.db)) };
};

describe('the application’s role', () => {
  beforeEach(async () => {
    session = new pg.Client({ connectionString: test.database.url });
    await session.connect();
    return () => session.end();
  });

  it.each([
    'update audit_chain set position = position - 3',
    'update audit_chain set linked_through = linked_through + 1000',
    'update audit_chain set marked = 1000000, marked_open = array[]::text[]',
    'insert into audit_chain default values',
    'select * from audit_chain for update',
    'begin; lock table audit_chain in access exclusive mode',
    'begin; lock table audit_entries in access exclusive mode',
    `insert into audit_links (position, entry_id, hash, event, created_at) values (1000000, 1000000, '', 'x', now())`,
    `insert into audit_blocks values (0, 'infinity', 'infinity') on conflict do nothing`,
    `update audit_blocks set first_at = 'infinity'`,
    `insert into audit_entries (event, created_at) values ('x', '2020-01-01')`,
    `insert into audit_entries (id, event) overriding system value values (1000000, 'x')`,
    `insert into audit_entries (event, session) values ('x', 'another 1 local 1 ')`,
    `insert into audit_entries (event, session) values ('x', null)`,
    `select nextval('audit_entries_id_seq')`,
    `select setval('audit_entries_id_seq', 1000000)`,
    'alter sequence audit_entries_id_seq restart 1000000',
    'alter function audit_link(integer) security invoker',
    'create or replace function audit_link(most integer, out busy boolean, out linked integer, out head bigint) language sql as $$ select false, 0, 0::bigint $$',
    'alter table audit_entries alter column session drop default',
    'create function public.sha256(bytea) returns bytea language sql as $$ select $1 $$',
    'create schema pg_more',
  ])('is refused: %s', async (statement) => {
    await expect(session.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it.each(['repeatable read', 'serializable'])(
    'cannot have the chain linked by what was seen before, %s',
    async (level) => {
      await session.query(`begin isolation level ${level}`);
      await session.query('select count(*) from audit_entries');
      await save('later');
      await expect(session.query('select audit_link(100)')).rejects.toThrow('must be read committed');
      await test.app.platform.auditChain.linkNow();
      expect(await state()).toEqual({ unlinked: 0, faults: [] });
    },
  );

  it.each(['null', '0', '-5', '2147483647'])(
    'links what there is by audit_link(%s), and nothing else happens',
    async (most) => {
      await save('one');
      await save('two');
      await session.query(`select audit_link(${most})`);
      await test.app.platform.auditChain.linkNow();
      expect(await state()).toEqual({ unlinked: 0, faults: [] });
    },
  );

  it('cannot put tables, functions or settings of its own in the place of the database’s', async () => {
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: written, resolve: tellWritten } = Promise.withResolvers<void>();
    // If this transaction's locks were not visible, its entry would be skipped.
    const late = inTransaction(test.database.writes, async (tx) => {
      await saveAudit(tx, SYSTEM_ORIGIN, { event: 'settings.updated', resourceId: 'late' });
      tellWritten();
      await mayCommit;
    });
    await written;
    await session.query(`
      create temporary table audit_entries (like public.audit_entries);
      create temporary table audit_chain (like public.audit_chain);
      create temporary table audit_links (like public.audit_links);
      create temporary table pg_locks (like pg_catalog.pg_locks);
      create function pg_temp.sha256(bytea) returns bytea language sql as $$ select ''::bytea $$;
      create function pg_temp.to_char(timestamp, text) returns text language sql as $$ select 'never' $$;
      set search_path = pg_temp, pg_catalog, public;
      set quote_all_identifiers = on; set timezone = 'Pacific/Kiritimati'; set datestyle = 'German';
      set intervalstyle = 'iso_8601'; set bytea_output = 'escape'; set extra_float_digits = -15;
      set transform_null_equals = on; set array_nulls = off;
      insert into public.audit_entries (event, new_values) values ('x', '{"n": 0.1}');
      select public.audit_link(100);
      select public.audit_link(100)`);
    commit();
    await late;
    await test.app.platform.auditChain.linkNow();
    expect(await state()).toEqual({ unlinked: 0, faults: [] });
    const reply = await (await test.as('super_admin', place('NG'))).get('/audit-logs/verify');
    expect([reply.status, reply.json('data.problems')]).toEqual([200, []]);
  });

  it.each([
    `(event) select string_agg(md5(random()::text), '') from generate_series(1, 500)`,
    `(event, user_agent) values ('x', repeat(chr(1), 180000000))`,
    `(event, resource_id) select 'x', string_agg(md5(random()::text), '') from generate_series(1, 500)`,
    `(event, ip) values ('x', repeat('f', 46))`,
    `(event, previous_values) values ('x', jsonb_build_object('text', repeat('"', 600000)))`,
    `(event, new_values) values ('x', ('[' || repeat('1e131071,', 200) || '1]')::jsonb)`,
    `(event, new_values) select 'x', packed from short`,
    // 966 bytes in the store, 7.8 MB as text.
    `(event, previous_values) values ('x', ('[' || repeat('1e131071,', 59) || '1e131071]')::jsonb)`,
  ])('cannot add what is too long to be linked: %s', async (what) => {
    await session.query(
      `create temporary table short as select ('[' || repeat('1e131071,', 200) || '1]')::jsonb as packed`,
    );
    const refused = { code: '23514', constraint: 'audit_entries_length' };
    await expect(session.query(`insert into audit_entries ${what}`)).rejects.toMatchObject(refused);
    await save('after it');
    await test.app.platform.auditChain.linkNow();
    expect(await state()).toEqual({ unlinked: 0, faults: [] });
  });

  it('is seen in the session of what it adds, with the database’s own time', async () => {
    await session.query(`set application_name = 'someone else'; set timezone = 'Pacific/Kiritimati'`);
    await session.query(`insert into audit_entries (event, user_id) values ('result.verified', gen_random_uuid())`);
    const { rows } = await session.query<{ session: string; age: number; pid: number; role: string }>(
      `select session, extract(epoch from clock_timestamp() - created_at)::float8 as age, pg_backend_pid() as pid,
        session_user::text as role from audit_entries order by id desc limit 1`,
    );
    expect(rows[0]?.age).toBeLessThan(60);
    expect(rows[0]?.session).toMatch(new RegExp(`^${rows[0]?.role} ${rows[0]?.pid} \\S+ \\d+ someone else$`));
  });
});

describe('the owner, while the triggers are on', () => {
  it.each([
    'update audit_chain set position = position - 3',
    `update audit_chain set hash = sha256('x')`,
    'update audit_chain set linked_through = linked_through - 1',
    'update audit_chain set linked_through = linked_through + 1000000',
    'update audit_chain set position = position + 1',
    'update audit_chain set sessions_after = 1000000',
    'delete from audit_chain',
    'truncate audit_chain',
    'delete from audit_blocks',
    'truncate audit_blocks',
    `update audit_blocks set first_at = 'infinity'`,
    `update audit_blocks set last_at = '-infinity'`,
    'update audit_blocks set block = block + 1',
    `insert into audit_links (position, entry_id, hash, event, created_at) values (1000000, 1000000, '', 'x', now())`,
    `insert into audit_links (position, entry_id, hash, event, created_at)
      select position + n, 1000000 + n, '', 'x', now() from audit_chain, (values (1), (3)) v (n)`,
  ])('is refused: %s', async (statement) => {
    for (const role of ['origin', 'replica']) {
      const change = test.asOwner(async (tx) => {
        await sql`set local session_replication_role = ${sql.lit(role)}`.execute(tx);
        await sql.raw(statement).execute(tx);
      });
      await expect(change).rejects.toMatchObject({ code: '42501' });
    }
  });
});
