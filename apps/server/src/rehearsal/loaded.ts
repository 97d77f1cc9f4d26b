import type { Database, Db } from '../platform/database/database.ts';
import { StartError } from '../platform/runtime/start-error.ts';

/** Whether the store holds a rehearsal. */
export async function isLoaded(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('event', '=', 'system.rehearsal_loaded')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws for a store with a rehearsal: invented results must never be served as an organisation's own. */
export async function assertNoRehearsal(database: Database): Promise<void> {
  if (!(await isLoaded(database.db))) return;
  throw new StartError(
    'This store holds the rehearsal, not an organisation. Set DATA_DIR to another folder (or DATABASE_URL to another database), or run npm run demo.',
  );
}
