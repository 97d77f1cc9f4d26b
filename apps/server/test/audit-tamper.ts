import { sql } from 'kysely';
import type { TestApp } from './harness.ts';

const TABLES = ['audit_entries', 'audit_links', 'audit_chain', 'audit_blocks'];

/** Changes the audit log as only the owner of the database can: with all triggers off, which are on again afterwards. */
export async function tamper(test: TestApp, ...statements: string[]): Promise<void> {
  await test.asOwner(async (tx) => {
    for (const table of TABLES) await sql.raw(`alter table ${table} disable trigger user`).execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
    const { rows } = await sql<{
      table: string;
      name: string;
    }>`select c.relname::text as "table", t.tgname::text as name
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relname = any (${TABLES})`.execute(tx);
    for (const { table, name } of rows) {
      await sql.raw(`alter table ${table} enable always trigger ${name}`).execute(tx);
    }
  });
}
