import type { AlertBatchId } from '@ec/contract/alerts/bulk';
import type { AlertId, AlertPriority } from '@ec/contract/alerts/schemas';
import type { UserId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { uuidArray } from '../../platform/database/sql-parts.ts';
import type { AlertsTables } from '../../platform/database/tables/alerts.ts';

type Batch = AlertsTables['alert_batches'];

/** Stores the change of many with the alerts as they stand now. */
export async function insertBatch(
  tx: Tx,
  batch: Pick<Batch, 'id' | 'action' | 'user_id' | 'created_at'>,
  ids: readonly AlertId[],
): Promise<void> {
  await tx
    .insertInto('alert_batches')
    .values({ ...batch, changed: ids.length, undone_at: null })
    .execute();
  await sql`insert into alert_batch_items (batch_id, alert_id, previous)
    select ${batch.id}, a.id, jsonb_build_object('acknowledgedBy', a.acknowledged_by, 'acknowledgedAt', a.acknowledged_at,
      'ownerId', a.owner_id, 'note', a.note,
      'until', (select s.until from alert_snoozes s where s.user_id = ${batch.user_id} and s.alert_id = a.id))
    from alerts a where a.id = any (${uuidArray(ids)})`.execute(tx);
}

/** Gives the alerts to the owner; those that are not acknowledged are acknowledged by `by`. */
export async function storeOwners(
  tx: Tx,
  ids: readonly AlertId[],
  taken: { by: UserId; ownerId: UserId; note: string | null; at: Date; batchId: AlertBatchId },
): Promise<void> {
  await sql`update alerts set acknowledged_by = coalesce(acknowledged_by, ${taken.by}),
      acknowledged_at = coalesce(acknowledged_at, ${taken.at}), owner_id = ${taken.ownerId},
      note = coalesce(${taken.note}, note), batch_id = ${taken.batchId}
    where id = any (${uuidArray(ids)})`.execute(tx);
}

export async function storeResolutions(
  tx: Tx,
  ids: readonly AlertId[],
  done: { by: UserId; note: string | null; at: Date; batchId: AlertBatchId },
): Promise<void> {
  await sql`update alerts set resolved_at = ${done.at}, resolved_by = ${done.by}, note = coalesce(${done.note}, note),
      batch_id = ${done.batchId}
    where id = any (${uuidArray(ids)})`.execute(tx);
}

export async function storeSnoozes(
  tx: Tx,
  ids: readonly AlertId[],
  { userId, until, batchId }: { userId: UserId; until: Date; batchId: AlertBatchId },
): Promise<void> {
  await sql`insert into alert_snoozes (user_id, alert_id, until, batch_id)
    select ${userId}, id, ${until}, ${batchId} from unnest(${uuidArray(ids)}) as t (id)
    on conflict (user_id, alert_id) do update set until = excluded.until, batch_id = excluded.batch_id`.execute(tx);
}

export async function endSnoozes(tx: Tx, userId: UserId, ids: readonly AlertId[]): Promise<void> {
  await sql`delete from alert_snoozes where user_id = ${userId} and alert_id = any (${uuidArray(ids)})`.execute(tx);
}

/** The user's own batch, locked until the transaction ends. */
export async function lockBatch(tx: Tx, id: AlertBatchId, userId: UserId): Promise<Batch | undefined> {
  return await tx
    .selectFrom('alert_batches')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Puts the alerts back to how they stood before the batch. */
export async function restore(
  tx: Tx,
  { id, user_id: userId, action }: Batch,
  ids: readonly AlertId[],
  at: Date,
): Promise<void> {
  await tx.updateTable('alert_batches').set({ undone_at: at }).where('id', '=', id).execute();
  const items = sql`alert_batch_items i where i.batch_id = ${id} and i.alert_id = any (${uuidArray(ids)})`;
  if (action !== 'snooze') {
    await sql`update alerts a set acknowledged_by = (i.previous ->> 'acknowledgedBy')::uuid,
        acknowledged_at = (i.previous ->> 'acknowledgedAt')::timestamptz, owner_id = (i.previous ->> 'ownerId')::uuid,
        note = i.previous ->> 'note', resolved_at = null, resolved_by = null, batch_id = null
      from ${items} and a.id = i.alert_id`.execute(tx);
    return;
  }
  await sql`update alert_snoozes s set until = (i.previous ->> 'until')::timestamptz
    from ${items} and s.user_id = ${userId} and s.alert_id = i.alert_id and i.previous ->> 'until' is not null`.execute(
    tx,
  );
  await sql`delete from alert_snoozes s using ${items} and s.user_id = ${userId} and s.alert_id = i.alert_id
    and i.previous ->> 'until' is null`.execute(tx);
}

export interface EndedSnooze {
  userId: UserId;
  alertId: AlertId;
  priority: AlertPriority;
}

/** Ends the snoozes that are over; returns those whose alerts still wait for care. */
export async function takeEndedSnoozes(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ ended: number; back: EndedSnooze[] }> {
  const { rows } = await sql<EndedSnooze & { waits: boolean }>`
    delete from alert_snoozes s using alerts a where a.id = s.alert_id and (s.user_id, s.alert_id) in (
      select user_id, alert_id from alert_snoozes where until <= ${now} order by until limit ${limit} for update skip locked)
    returning s.user_id as "userId", s.alert_id as "alertId", a.priority, a.resolved_at is null as waits`.execute(tx);
  return { ended: rows.length, back: rows.filter(({ waits }) => waits) };
}
