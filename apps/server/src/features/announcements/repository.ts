import type { AnnouncementId } from '@ec/contract/announcements/schemas';
import type { UserId } from '@ec/contract/base/common';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { bigintArray, type Tx } from '../../platform/database/database.ts';
import type { AnnouncementsTable } from '../../platform/database/tables/messages.ts';

const textArray = (values: readonly string[]): string => `{${values.join(',')}}`;

/** Serialises the announcements of one author until the transaction ends, so that none passes the limit. */
export async function lockAuthor(tx: Tx, id: UserId): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** The announcement that the user sent with this idempotency key. */
export async function findByKey(
  tx: Tx,
  authorId: UserId,
  key: string,
): Promise<{ id: AnnouncementId; requestHash: Buffer } | undefined> {
  return await tx
    .selectFrom('announcements')
    .select(['id', 'request_hash as requestHash'])
    .where('created_by', '=', authorId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** The times of the user's sendings since the given moment. */
export async function sentSince(tx: Tx, userId: UserId, since: Date, limit: number): Promise<Date[]> {
  const rows = await tx
    .selectFrom('announcement_sendings')
    .select('sent_at')
    .where('sent_by', '=', userId)
    .where('sent_at', '>', since)
    .orderBy('sent_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ sent_at: at }) => at);
}

/** Records a sending of the announcement, first or repeated. */
export async function insertSending(
  tx: Tx,
  id: AnnouncementId,
  sending: { number: number; by: UserId; at: Date },
): Promise<void> {
  await tx
    .insertInto('announcement_sendings')
    .values({ announcement_id: id, number: sending.number, sent_by: sending.by, sent_at: sending.at })
    .execute();
}

export async function insertAnnouncement(tx: Tx, row: Insertable<AnnouncementsTable>): Promise<void> {
  await tx
    .insertInto('announcements')
    .values({
      ...row,
      roles: sql`${textArray(row.roles)}::text[]`,
      areas: sql`${bigintArray(row.areas)}::bigint[]`,
      author_areas: sql`${bigintArray(row.author_areas)}::bigint[]`,
    })
    .execute();
}

/** The columns that the notification job reads. */
export type LockedAnnouncement = Pick<
  Selectable<AnnouncementsTable>,
  | 'title'
  | 'content'
  | 'priority'
  | 'roles'
  | 'areas'
  | 'created_by'
  | 'expires_at'
  | 'withdrawn_at'
  | 'sending'
  | 'told_through'
>;

/** Locks the announcement until the transaction ends; readers do not wait. */
export async function lockAnnouncement(tx: Tx, id: AnnouncementId): Promise<LockedAnnouncement | undefined> {
  return await tx
    .selectFrom('announcements')
    .select([
      'title',
      'content',
      'priority',
      'roles',
      'areas',
      'created_by',
      'expires_at',
      'withdrawn_at',
      'sending',
      'told_through',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Changes the given columns and increments the version. */
export async function changeAnnouncement(
  tx: Tx,
  id: AnnouncementId,
  by: UserId,
  changes: Omit<Updateable<AnnouncementsTable>, 'id' | 'version' | 'changed_by'>,
): Promise<void> {
  const { roles, areas, ...plain } = changes;
  await tx
    .updateTable('announcements')
    .set({
      ...plain,
      ...(roles !== undefined && { roles: sql`${textArray(roles)}::text[]` }),
      ...(areas !== undefined && { areas: sql`${bigintArray(areas)}::bigint[]` }),
      changed_by: by,
    })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Records that the user read this sending; false if already recorded. */
export async function insertRead(
  tx: Tx,
  { id, sending }: { id: AnnouncementId; sending: number },
  userId: UserId,
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('announcement_reads')
    .values({ announcement_id: id, user_id: userId, read_at: at, sending })
    .onConflict((conflict) =>
      conflict
        .columns(['announcement_id', 'user_id'])
        .doUpdateSet({ read_at: at, sending })
        .where('announcement_reads.sending', '<', sending),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Records that the users are notified of this sending; returns those not yet notified, or not yet of an urgent one. */
export async function noteNotices(
  tx: Tx,
  id: AnnouncementId,
  userIds: readonly UserId[],
  { urgent, sending }: { urgent: boolean; sending: number },
): Promise<UserId[]> {
  const { rows } = await sql<{
    userId: UserId;
  }>`insert into announcement_notices as n (announcement_id, user_id, urgent, sending)
    select ${id}, user_id, ${urgent}, ${sending}::int from unnest(${textArray(userIds)}::uuid[]) as user_id
    on conflict (announcement_id, user_id) do update set urgent = excluded.urgent, sending = excluded.sending
      where n.sending < excluded.sending or (excluded.urgent and not n.urgent)
    returning user_id as "userId"`.execute(tx);
  return rows.map(({ userId }) => userId);
}

export async function saveNotifiedThrough(tx: Tx, id: AnnouncementId, userId: UserId): Promise<void> {
  await tx.updateTable('announcements').set({ told_through: userId }).where('id', '=', id).execute();
}
