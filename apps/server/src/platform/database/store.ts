import { sql } from 'kysely';
import type { Config } from '../runtime/config.ts';
import { type Database, laterMigrations, migrate, openDatabase } from './database.ts';
import { assertOwns, ensureRole, grantToRole, readProtection } from './database-roles.ts';
import { attachOrStart, type EmbeddedOptions } from './embedded/embedded-postgres.ts';
import { type Shutdown, StartError } from '../runtime/lifecycle.ts';
import { describeServer } from './embedded/postgres-database.ts';
import { hostOf } from './pool.ts';

const OLDEST = 15;

/** Where the data are, for the application's role and for the owner of the tables; absent: one role for both. */
export interface Store {
  url: string;
  ownerUrl: string | undefined;
  stop(): Promise<void>;
}

async function assertUsable(variable: string, url: string): Promise<void> {
  const { version, standby } = await describeServer(variable, url);
  if (standby) {
    throw new StartError(
      `${variable} leads to a standby (${hostOf(url)}), which takes no writes. It must lead to the primary, such as through HAProxy (docs/operations.md, "A cluster that promotes by itself").`,
    );
  }
  if (version < OLDEST) {
    throw new StartError(`${variable} names a PostgreSQL ${version}. The program needs version ${OLDEST} or newer.`);
  }
}

/** The configured server once it answers, or the embedded one, joined or started. Throws StartError if neither can be used. */
export async function findStore(config: Config, options: EmbeddedOptions): Promise<Store> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = config;
  if (url !== undefined) {
    await assertUsable('DATABASE_URL', url);
    if (ownerUrl !== undefined) await assertUsable('DATABASE_OWNER_URL', ownerUrl);
    return { url, ownerUrl, stop: async () => undefined };
  }
  const embedded = await attachOrStart(config.dataDir, options);
  await ensureRole(embedded.ownerUrl, embedded.url);
  return embedded;
}

async function bringUpToDate(database: Database): Promise<void> {
  const later = await laterMigrations(database);
  if (later.length > 0) {
    throw new StartError(
      `The database is of a later version than this program (${later.join(', ')}). Start that version (docs/operations.md, "Upgrades").`,
    );
  }
  // A migration may have rewritten a large table; lists are quick only once its visibility map is vacuumed.
  if ((await migrate(database)).length > 0) await sql`vacuum analyze locations`.execute(database.db);
}

const DENIED = '42501';

const isDenied = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: unknown }).code === DENIED || isDenied(error.cause));

/** One role owns the tables and migrates. A role that owns none finds them migrated, or says what to do. */
async function prepareAlone(database: Database): Promise<void> {
  try {
    await bringUpToDate(database);
  } catch (error) {
    if (!isDenied(error)) throw error;
    throw new StartError(
      'The database is not of this version, and the role of DATABASE_URL may not change its tables. Run "npm run migrate" with DATABASE_OWNER_URL set, then start again (docs/operations.md, "Migrations").',
    );
  }
}

/** The owner migrates and grants; what it would leave to the other beyond that is refused. */
async function prepareFor(database: Database, ownerUrl: string): Promise<void> {
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(database.db);
  const role = rows[0]?.role ?? '';
  const owner = openDatabase(ownerUrl, { max: 1 });
  try {
    await assertOwns(owner);
    await bringUpToDate(owner);
    await grantToRole(owner, role);
  } finally {
    await owner.close();
  }
  if ((await readProtection(database.db)) !== 'role') {
    throw new StartError(
      `DATABASE_OWNER_URL is set, but the role of DATABASE_URL (${role}) could still change the audit log: it owns the database or its tables, or may become a role that does. Let DATABASE_URL name a role that owns nothing.`,
    );
  }
}

/** Opens the store's database, migrated, for the role that works with it. Throws StartError for a wrong owner, and the errors of migrations. */
export async function openMigrated({ url, ownerUrl }: Store, { max }: { max: number }): Promise<Database> {
  const database = openDatabase(url, { max });
  try {
    await (ownerUrl === undefined ? prepareAlone(database) : prepareFor(database, ownerUrl));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The configured database, reachable and migrated; the embedded one is started with it and stopped at the end. */
export async function openStoreDatabase(config: Config, shutdown: Shutdown): Promise<Database> {
  const store = await findStore(config, { role: 'server', log: console.log });
  shutdown.add(() => store.stop());
  const database = await openMigrated(store, { max: config.databasePool });
  shutdown.add(() => database.close());
  if ((await readProtection(database.db)) === 'triggers') {
    console.log(
      'The role of DATABASE_URL owns the tables, so triggers alone protect the audit log from it. Set DATABASE_OWNER_URL to let a role of its own own them.',
    );
  }
  return database;
}
