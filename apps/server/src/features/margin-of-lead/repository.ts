import type { ElectionId, FileId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { AffectedKind } from '@ec/contract/margin-of-lead/kinds';
import type { AffectedUnitEntry, AffectedUnitId } from '@ec/contract/margin-of-lead/schemas';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

interface Recorded {
  kind: AffectedKind;
  ground: string;
  pvcCollected: number | null;
  fileIds: readonly FileId[];
}

export interface Entry extends Recorded {
  id: AffectedUnitId;
  change: AffectedUnitEntry['change'];
  reason: string | null;
  by: UserId;
  at: Date;
}

/** The unit's code, its registered voters, and whether the election covers it; undefined where there is no such unit. */
export async function findUnitOf(tx: Tx, unit: LocationId): Promise<{ code: string } | undefined> {
  return await tx
    .selectFrom('locations')
    .select('code')
    .where('id', '=', unit)
    .where('type', '=', 'polling_unit')
    .executeTakeFirst();
}

export async function insertAffected(
  tx: Tx,
  { id, electionId, pollingUnitId }: { id: AffectedUnitId; electionId: ElectionId; pollingUnitId: LocationId },
  { kind, ground, pvcCollected, by, at }: Entry,
): Promise<void> {
  await tx
    .insertInto('affected_units')
    .values({
      id,
      election_id: electionId,
      polling_unit_id: pollingUnitId,
      kind,
      ground,
      pvc_collected: pvcCollected,
      recorded_by: by,
      recorded_at: at,
      updated_at: at,
    })
    .execute();
}

/** Locks the record until the transaction ends. */
export async function lockAffected(
  tx: Tx,
  id: AffectedUnitId,
): Promise<{ version: number; withdrawn: boolean } | undefined> {
  const { rows } = await sql<{ version: number; withdrawn: boolean }>`
    select version, withdrawn_at is not null as withdrawn from affected_units where id = ${id}::uuid for update`.execute(
    tx,
  );
  return rows[0];
}

/** Locks the records of the units until the transaction ends, in one order. */
export async function lockAffectedAt(tx: Tx, electionId: ElectionId, units: readonly LocationId[]): Promise<void> {
  await sql`select from affected_units where election_id = ${electionId}::uuid and withdrawn_at is null
    and polling_unit_id = any (${`{${units.join(',')}}`}::bigint[]) order by id for update`.execute(tx);
}

/** The next version of a record, or its withdrawal. */
export async function updateAffected(tx: Tx, { id, change, kind, ground, pvcCollected, at }: Entry): Promise<void> {
  await tx
    .updateTable('affected_units')
    .set((eb) => ({
      kind,
      ground,
      pvc_collected: pvcCollected,
      version: eb('version', '+', 1),
      updated_at: at,
      withdrawn_at: change === 'withdrawn' ? at : null,
    }))
    .where('id', '=', id)
    .execute();
}

export async function insertEntry(tx: Tx, entry: Entry): Promise<void> {
  const { id, change, kind, ground, pvcCollected, reason, by, at, fileIds } = entry;
  const row = await tx
    .insertInto('affected_unit_entries')
    .values({
      affected_unit_id: id,
      change,
      kind,
      ground,
      pvc_collected: pvcCollected,
      reason,
      by_user_id: by,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (fileIds.length === 0) return;
  await tx
    .insertInto('affected_unit_files')
    .values(fileIds.map((file_id) => ({ entry_id: row.id, file_id })))
    .execute();
}
