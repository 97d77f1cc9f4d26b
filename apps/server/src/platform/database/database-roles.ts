import type { AuditProtection } from '@ec/contract/security/schemas';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { type Database, type Db, inTransaction, openDatabase, type Tx } from './database.ts';
import { StartError } from '../runtime/lifecycle.ts';

/** Tables whose rows never change once they are written: the application's role may read them and add to them. */
export const APPEND_ONLY: readonly string[] = [
  'account_controls',
  'affected_unit_entries',
  'affected_unit_files',
  'approval_entries',
  'approval_entry_files',
  'audit_entries',
  'ballot_candidates',
  'ballot_parties',
  'ballots',
  'collation_decisions',
  'collation_photos',
  'collation_rows',
  'collation_versions',
  'desk_versions',
  'dispute_entries',
  'original_requests',
  'published_sheets',
  'registered_voter_changes',
  'law_confirmations',
  'result_decisions',
  'result_takeovers',
  'result_versions',
  'review_audit_sheets',
  'review_audit_steps',
  'second_entry_steps',
  'takeover_requests',
  'unusual_steps',
  'version_photos',
];
/** Tables whose rows are added and removed, never changed. */
const UNCHANGED: readonly string[] = ['files', 'published_import_lines', 'earlier_results'];
/** The chain, which `audit_link` alone writes, and the numbers of entries, which the database alone gives. */
export const CHAIN: readonly string[] = ['audit_blocks', 'audit_chain', 'audit_links'];
/** Read only; with the record of the migrations. */
const READ_ONLY: readonly string[] = [
  ...CHAIN,
  'audit_entries_id_seq',
  'kysely_migration',
  'kysely_migration_lock',
  'migrations',
];
/** The columns of an entry that the application writes; the database sets number, time and session. */
const GIVEN_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'audit_entries',
    ['area_id', 'event', 'ip', 'new_values', 'previous_values', 'resource_id', 'user_agent', 'user_id'],
  ],
]);
/** All that the application changes of a table of one row: what it is measured against, and the row itself, are the owner's. */
const CHANGED_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map([['alert_progress', ['position']]]);
/** Functions that act with the owner's rights for the application. */
const FUNCTIONS = ['public.audit_link(integer)'];
const SCHEMAS = ['public', 'graphile_worker'];
/** Roles and privileges are rows that two processes must not write at once. */
const LOCK = 7_304_129;
/** From this version on a role may analyse tables that it does not own. */
const MAINTAIN_SINCE = 17;

interface Held {
  schema: string;
  name: string;
  kind: 'table' | 'view' | 'sequence';
  privileges: string[];
  /** Row-level security hides the rows from all but the owner, as in the job queue's tables. */
  hidden: boolean;
}

/** The privileges that a role needs, as a grant names them. */
function wanted({ name, kind }: Held, version: number): string[] {
  const maintain = kind === 'table' && version >= MAINTAIN_SINCE ? ['MAINTAIN'] : [];
  if (kind === 'view' || READ_ONLY.includes(name)) return ['SELECT'];
  if (kind === 'sequence') return ['SELECT', 'USAGE'];
  const columns = GIVEN_COLUMNS.get(name);
  // No MAINTAIN: with it the role could lock the table against every writer.
  if (columns) return ['SELECT', ...columns.map((column) => `INSERT (${column})`)];
  const changed = CHANGED_COLUMNS.get(name);
  if (changed) return ['SELECT', ...changed.map((column) => `UPDATE (${column})`)];
  const changes = APPEND_ONLY.includes(name) ? [] : UNCHANGED.includes(name) ? ['DELETE'] : ['DELETE', 'UPDATE'];
  return ['SELECT', 'INSERT', ...changes, ...maintain];
}

async function readHeld(tx: Tx, role: string): Promise<Held[]> {
  const { rows } = await sql<Held>`select n.nspname::text as schema, c.relname::text as name,
      case when c.relkind = 'S' then 'sequence' when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
      array(select a.privilege_type from aclexplode(c.relacl) a where a.grantee = ${role}::regrole
        union select format('%s (%s)', a.privilege_type, t.attname) from pg_attribute t, aclexplode(t.attacl) a
          where t.attrelid = c.oid and a.grantee = ${role}::regrole) as privileges,
      c.relrowsecurity and not exists (select from pg_policy p
        where p.polrelid = c.oid and p.polroles = array[${role}::regrole::oid]) as hidden
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${SCHEMAS}) and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1, 2`.execute(tx);
  return rows;
}

function grant(held: Held, role: RawBuilder<unknown>, version: number): RawBuilder<unknown>[] {
  const what = wanted(held, version);
  const table = sql.id(held.schema, held.name);
  const target = held.kind === 'sequence' ? sql`sequence ${table}` : sql`table ${table}`;
  const same = new Set(what).symmetricDifference(new Set(held.privileges)).size === 0;
  return [
    ...(same
      ? []
      : [sql`revoke all on ${target} from ${role}`, sql`grant ${sql.raw(what.join(', '))} on ${target} to ${role}`]),
    ...(held.hidden
      ? [
          sql`drop policy if exists application on ${table}`,
          sql`create policy application on ${table} to ${role} using (true) with check (true)`,
        ]
      : []),
  ];
}

/** Grants the role the functions that act with the owner's rights. PUBLIC has no right, so the function's own list shows the grant. */
async function grantFunctions(tx: Tx, name: string): Promise<void> {
  for (const signature of FUNCTIONS) {
    const { rows } = await sql<{ may: boolean }>`
      select has_function_privilege(${name}::name, ${signature}, 'execute') as may`.execute(tx);
    if (!rows[0]?.may) await sql`grant execute on function ${sql.raw(signature)} to ${sql.id(name)}`.execute(tx);
  }
}

async function locked(database: Database, work: (tx: Tx) => Promise<void>): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    await work(tx);
  });
}

/**
 * Gives the role what the application needs of every table, and takes what goes beyond it: reading and adding where
 * rows are never changed, ordinary changes elsewhere. Where all is as it should be, nothing is written.
 */
export async function grantToRole(owner: Database, name: string): Promise<void> {
  await locked(owner, async (tx) => {
    const role = sql.id(name);
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int / 10000 as version`.execute(tx);
    const version = rows[0]?.version ?? 0;
    for (const schema of SCHEMAS) {
      await sql`grant usage on schema ${sql.id(schema)} to ${role}`.execute(tx);
      // Up to PostgreSQL 14 every role may create objects there, which could shadow names of the owner's migrations.
      await sql`revoke create on schema ${sql.id(schema)} from public, ${role}`.execute(tx);
    }
    for (const held of await readHeld(tx, pg.escapeIdentifier(name))) {
      for (const statement of grant(held, role, version)) await statement.execute(tx);
    }
    await grantFunctions(tx, name);
  });
}

/** Makes the role that an address names, or gives it the address's password. The owner must be a superuser. */
export async function ensureRole(ownerUrl: string, url: string): Promise<void> {
  const { username, password } = new URL(url);
  const owner = openDatabase(ownerUrl, { max: 1 });
  try {
    await locked(owner, async (tx) => {
      const { rows } = await sql`select from pg_roles where rolname = ${username}`.execute(tx);
      const act = sql.raw(rows.length > 0 ? 'alter' : 'create');
      await sql`${act} role ${sql.id(username)} login nosuperuser nocreaterole nocreatedb nobypassrls
        password ${sql.lit(decodeURIComponent(password))}`.execute(tx);
      // The status page counts the connections of all roles.
      await sql`grant pg_read_all_stats to ${sql.id(username)}`.execute(tx);
    });
  } finally {
    await owner.close();
  }
}

/** Throws StartError for a role that does not own the existing tables: its grants and migrations would fail, some silently. */
export async function assertOwns(owner: Database): Promise<void> {
  const { rows } = await sql<{ owner: string; self: string }>`
    select distinct c.relowner::regrole::text as owner, current_user::text as self
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${SCHEMAS}) and c.relkind in ('r', 'p') and not pg_has_role(c.relowner, 'usage')`.execute(
    owner.db,
  );
  const [other] = rows;
  if (other) {
    throw new StartError(
      `The role of DATABASE_OWNER_URL (${other.self}) does not own the tables; ${other.owner} does. Let DATABASE_OWNER_URL name that role, or run as a superuser: reassign owned by ${other.owner} to ${other.self}.`,
    );
  }
}

/**
 * What keeps the connected role from changing the audit log: `role` where it has neither the right nor a way to it,
 * `triggers` where it could switch off what refuses.
 */
export async function readProtection(db: Db): Promise<AuditProtection> {
  const { rows } = await sql<{ free: boolean }>`select r.rolsuper or r.rolcreaterole
      or exists (select from pg_database d where d.datname = current_database() and pg_has_role(d.datdba, 'member'))
      or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relname = any (${['audit_entries', ...CHAIN]})
          and (pg_has_role(c.relowner, 'member') or pg_has_role(n.nspowner, 'member')
            or has_any_column_privilege(c.oid, 'update') or has_table_privilege(c.oid, 'delete, truncate, trigger')
            or case when c.relname = 'audit_entries' then has_column_privilege(c.oid, 'id', 'insert')
              or has_column_privilege(c.oid, 'created_at', 'insert') or has_column_privilege(c.oid, 'session', 'insert')
              else has_any_column_privilege(c.oid, 'insert') end))
      or has_sequence_privilege('public.audit_entries_id_seq', 'usage, update') as free
    from pg_roles r where r.rolname = current_user`.execute(db);
  return rows[0]?.free === false ? 'role' : 'triggers';
}
