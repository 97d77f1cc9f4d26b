import { sql } from 'kysely';
import { type Config } from './config.ts';
import { type Database, migrate, openDatabase } from './database.ts';
import { attachOrStart } from './embedded-postgres.ts';
import type { Ending } from './ending.ts';
import { describeServer } from './postgres-database.ts';
import { StartError } from './start-error.ts';

const OLDEST = 15;

async function findServer(config: Config, ending: Ending): Promise<string> {
  if (config.databaseUrl) {
    const { version } = await describeServer(config.databaseUrl);
    if (version < OLDEST) {
      throw new StartError(`DATABASE_URL names a PostgreSQL ${version}. The program needs version ${OLDEST} or newer.`);
    }
    return config.databaseUrl;
  }
  const embedded = await attachOrStart(config.dataDir, { role: 'server', log: console.log });
  ending.add(() => embedded.stop());
  return embedded.url;
}

/** The configured database, reachable and migrated; the embedded one is started with it and stopped at the end. */
export async function openStoreDatabase(config: Config, ending: Ending): Promise<Database> {
  const database = openDatabase(await findServer(config, ending), { max: config.databasePool });
  ending.add(() => database.close());
  // A migration may have written a large table anew; lists are quick only where it is known again what all can see.
  if ((await migrate(database)).length > 0) await sql`vacuum analyze locations`.execute(database.db);
  return database;
}
