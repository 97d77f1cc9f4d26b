import type { UserId } from '@ec/contract/base/common';
import { ancestorOf, codeOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { DEFAULT_SETTINGS, type Settings } from '@ec/contract/settings/schemas';
import { sql } from 'kysely';
import { refreshAllSums } from '../features/geography/repository.ts';
import type { Bulk, Cell } from '../platform/database/bulk.ts';
import type { Database, Db, Tx } from '../platform/database/database.ts';
import type { PlannedState } from './plan.ts';
import { StartError } from '../platform/runtime/lifecycle.ts';

const COLUMNS = ['id', 'type', 'name', 'code', 'parent_id', 'registered_voters', 'units'];

/** Wards and units, with their placeholder names until a real register is imported. */
function* places(states: readonly PlannedState[]): Generator<Cell[]> {
  for (const { wards } of states) {
    for (const ward of wards) {
      const lga = ancestorOf(ward.id, 'lga') ?? null;
      yield [ward.id, 'ward', `Ward ${Number(codeOf(ward.id).slice(6))}`, codeOf(ward.id), lga, null, 0];
      for (const [index, unit] of ward.units.entries()) {
        yield [unit.id, 'polling_unit', `Polling Unit ${index + 1}`, codeOf(unit.id), ward.id, unit.registered, 1];
      }
    }
  }
}

export async function storePlaces(bulk: Bulk, states: readonly PlannedState[]): Promise<void> {
  await bulk.copy('locations', COLUMNS, places(states));
  await sql`analyze locations`.execute(bulk.tx);
  await refreshAllSums(bulk.tx, 'all');
}

/** The stored LGAs: the reference data with any changes made before the rehearsal was loaded. */
export async function listLgas(tx: Tx): Promise<LocationId[]> {
  const rows = await tx.selectFrom('locations').select('id').where('type', '=', 'lga').orderBy('id').execute();
  return rows.map(({ id }) => id).filter((id) => locationType(id) === 'lga');
}

/** The default settings, except that sign-in needs no code: a rehearsal sends no messages. */
export async function storeSettings(tx: Tx, now: Date, changedBy: UserId): Promise<void> {
  const settings: Settings = {
    ...DEFAULT_SETTINGS,
    security: { ...DEFAULT_SETTINGS.security, require2FA: false },
  };
  const value = JSON.stringify(settings);
  await sql`update settings set value = ${value}::jsonb, version = version + 1, updated_at = ${now}::timestamptz,
    updated_by = ${changedBy}::uuid`.execute(tx);
  await tx.updateTable('election_mode').set({ is_on: true, changed_at: now, changed_by: changedBy }).execute();
}

export async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

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
