import { inDigits } from '@ec/contract/base/wording';
import type pg from 'pg';
import { migrationNames } from '../platform/database/database.ts';
import { inPublic, readApplied, readTables } from './catalogue.ts';
import { BackupError } from './error.ts';
import type { Manifest } from './manifest.ts';

/** A store in use has rows in at least one of these; a first start alone writes places, one user and the audit log. */
const TELLING = ['users', 'locations', 'elections', 'files', 'audit_entries'];

/** Throws BackupError for a backup of a newer version, whose migrations are missing here. */
export async function refuseNewer({ migrations, programVersion }: Manifest): Promise<void> {
  const known = await migrationNames();
  const strange = migrations.find((name, place) => known[place] !== name);
  if (strange === undefined) return;
  throw new BackupError(
    `The backup was made by version ${programVersion} with the migration ${strange}, which this version does not have. Restore it with that version or a newer one.`,
  );
}

async function refuseRows(client: pg.Client): Promise<void> {
  const there: string[] = [];
  const tables = new Set((await readTables(client)).map(({ name }) => name));
  for (const table of TELLING.filter((name) => tables.has(name))) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${inPublic(table)}`);
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) there.push(`${table} ${inDigits(count)}`);
  }
  if (there.length === 0) return;
  throw new BackupError(
    `The store is not empty (${there.join(', ')}), and nothing in it was touched. Restore into a new database, or into another DATA_DIR.`,
  );
}

/** Throws BackupError unless the database is empty or holds only the empty tables of an interrupted restore. */
export async function assertEmpty(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const applied = await readApplied(client);
  if (!applied) {
    const tables = await readTables(client);
    if (tables.length === 0) return;
    const named = tables.slice(0, 5).map(({ name }) => name);
    throw new BackupError(
      `The database holds tables that are not the program's (${named.join(', ')}${tables.length > 5 ? ', …' : ''}). Restore into a new database.`,
    );
  }
  await refuseRows(client);
  const beyond = applied.find((name, place) => migrations[place] !== name);
  if (beyond === undefined) return;
  throw new BackupError(
    `The store is empty, but its tables are already those of ${beyond}, which is newer than the backup. Restore into a new database, or into another DATA_DIR.`,
  );
}
