import { ancestorOf, codeOf } from '@ec/contract/geography/location-id';
import type { UserId } from '@ec/contract/base/common';
import type { ImportCounts, ImportFailure, ImportKind, RegisterPreview } from '@ec/contract/geography/register-import';
import { sql } from 'kysely';
import { areaColumn, lastIn } from '../../../platform/database/places.ts';
import type { Bulk } from '../../../platform/database/bulk.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { lockJob } from '../../../platform/database/advisory-locks.ts';
import type { Step } from '../../../platform/jobs/import-work.ts';
import type { RegisterUnit, RegisterWard } from './register-check.ts';

/** Tables of the import's own transaction, gone with it. */
export async function createImportTables(tx: Tx): Promise<void> {
  await sql`create temporary table register_wards (id bigint, lga_id bigint, code text, name text) on commit drop`.execute(
    tx,
  );
  await sql`create temporary table register_units (id bigint, code text, name text, registered bigint) on commit drop`.execute(
    tx,
  );
}

export async function copyUnits(bulk: Bulk, units: AsyncIterable<RegisterUnit>): Promise<number> {
  async function* rows() {
    for await (const { id, code, name, registered } of units) yield [id, code, name, registered];
  }
  return await bulk.copy('register_units', ['id', 'code', 'name', 'registered'], rows());
}

export async function copyWards(bulk: Bulk, wards: Iterable<RegisterWard>): Promise<void> {
  const rows = [...wards].map(({ id, name }) => [id, ancestorOf(id, 'lga') ?? null, codeOf(id), name]);
  await bulk.copy('register_wards', ['id', 'lga_id', 'code', 'name'], rows);
  await sql`analyze register_wards`.execute(bulk.tx);
  await sql`analyze register_units`.execute(bulk.tx);
}

type Changes = Pick<ImportCounts, 'added' | 'changed' | 'placeholders'>;

const affected = (result: { numAffectedRows?: bigint }) => Number(result.numAffectedRows ?? 0);

/**
 * Brings wards and units to what the file says. Only rows that differ are written and no key column is, so results that
 * arrive meanwhile (they hold a key-share lock on their unit) are not held up. A unit without a figure keeps its own.
 * Placeholders that the register names are none any more; with `asPlaceholders` what is added are placeholders.
 */
export async function storeRegister(tx: Tx, asPlaceholders = false): Promise<Changes> {
  const placeholders = await takeOverPlaceholders(tx);
  const wardsChanged = await sql`update locations l set name = r.name, placeholder = false
    from register_wards r where l.id = r.id and l.name <> r.name`.execute(tx);
  const wardsAdded = await sql`insert into locations (id, type, name, code, parent_id, placeholder)
    select id, 'ward', name, code, lga_id, ${asPlaceholders}::boolean from register_wards r
    where not exists (select from locations l where l.id = r.id) order by id`.execute(tx);
  const unitsChanged = await sql`update locations l
    set name = r.name, placeholder = false, registered_voters = coalesce(r.registered, l.registered_voters)
    from register_units r where l.id = r.id
      and (l.name <> r.name or l.registered_voters is distinct from coalesce(r.registered, l.registered_voters))`.execute(
    tx,
  );
  const unitsAdded =
    await sql`insert into locations (id, type, name, code, parent_id, registered_voters, units, placeholder)
    select id, 'polling_unit', name, code, ${areaColumn('id', 'ward')}, registered, 1, ${asPlaceholders}::boolean
    from register_units r
    where not exists (select from locations l where l.id = r.id) order by id`.execute(tx);
  return {
    added: { wards: affected(wardsAdded), pollingUnits: affected(unitsAdded) },
    changed: { wards: affected(wardsChanged), pollingUnits: affected(unitsChanged) },
    ...(placeholders && { placeholders }),
  };
}

/** Counts the placeholders that the register names and those of its states that it does not; undefined where there are none. */
async function takeOverPlaceholders(tx: Tx): Promise<Changes['placeholders']> {
  const { rows } = await sql<{ type: string; named: boolean; count: number }>`
    with states as materialized (select distinct ${areaColumn('id', 'state')} as first from register_wards)
    select l.type, l.id in (select id from register_wards) or l.id in (select id from register_units) as named, count(*)
    from locations l where l.placeholder
      and exists (select from states s where l.id between s.first and ${lastIn(sql.ref('s.first'), 'state')})
    group by 1, 2`.execute(tx);
  if (rows.length === 0) return undefined;
  const count = (type: string, named: boolean) =>
    rows.find((row) => row.type === type && row.named === named)?.count ?? 0;
  const of = (named: boolean) => ({ wards: count('ward', named), pollingUnits: count('polling_unit', named) });
  // Those whose name the register confirms; the others lose the mark with their name.
  await sql`update locations l set placeholder = false from register_wards r
    where l.placeholder and l.id = r.id and l.name = r.name`.execute(tx);
  await sql`update locations l set placeholder = false from register_units r
    where l.placeholder and l.id = r.id and l.name = r.name`.execute(tx);
  return { takenOver: of(true), left: of(false) };
}

/** The first half of the advisory lock of an import's worker; the other half is the import's number. */
export const JOB_LOCK = 7_301_004;

/** Takes the import until the transaction ends; false while another worker holds it, in any process. */
export const lockImport = async (tx: Tx, id: string) => await lockJob(tx, JOB_LOCK, id);

export interface NewImport {
  id: string;
  kind?: ImportKind;
  startedBy: UserId | null;
  fileName: string;
  sha256: Buffer | null;
  now: Date;
}

export async function insertImport(
  db: Db,
  { id, kind = 'register', startedBy, fileName, sha256, now }: NewImport,
): Promise<void> {
  await db
    .insertInto('register_imports')
    .values({
      id,
      kind,
      state: 'reading',
      started_by: startedBy,
      file_name: fileName,
      file_sha256: sha256,
      created_at: now,
    })
    .execute();
}

/** Notes how far an import has come; the row is the import's own, outside its transaction, so others see it. */
export async function noteProgress(db: Db, id: string, step: Step): Promise<void> {
  await db.updateTable('register_imports').set(step).where('id', '=', id).execute();
}

export interface Checked {
  preview: RegisterPreview;
  treeChanges: number;
}

/** The file was checked: it waits for a decision. */
export async function noteWaiting(tx: Tx, id: string, { preview, treeChanges }: Checked): Promise<void> {
  await tx
    .updateTable('register_imports')
    .set({
      state: 'waiting',
      done: 1,
      rows: preview.counts.rows,
      preview: JSON.stringify(preview),
      tree_changes: treeChanges,
    })
    .where('id', '=', id)
    .execute();
}

export async function noteCompleted(tx: Tx, id: string, counts: ImportCounts, now: Date): Promise<void> {
  await tx
    .updateTable('register_imports')
    .set({ state: 'completed', done: 1, rows: counts.rows, counts: JSON.stringify(counts), ended_at: now })
    .where('id', '=', id)
    .execute();
}

export async function noteFailed(
  db: Db,
  id: string,
  error: ImportFailure,
  now: Date,
  preview: RegisterPreview | null = null,
): Promise<void> {
  await db
    .updateTable('register_imports')
    .set({
      state: 'failed',
      error: JSON.stringify(error),
      ended_at: now,
      ...(preview && { preview: JSON.stringify(preview), rows: preview.counts.rows }),
    })
    .where('id', '=', id)
    .execute();
}

/** The imports of the person that wait for a decision are given up; answers which they were. */
export async function discardWaiting(
  tx: Tx,
  startedBy: UserId,
  now: Date,
): Promise<{ id: string; fileName: string }[]> {
  return await tx
    .updateTable('register_imports')
    .set({ state: 'discarded', ended_at: now })
    .where('started_by', '=', startedBy)
    .where('state', '=', 'waiting')
    .where('ended_at', 'is', null)
    .returning(['id', 'file_name as fileName'])
    .execute();
}

export async function noteDiscarded(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('register_imports').set({ state: 'discarded', ended_at: now }).where('id', '=', id).execute();
}
