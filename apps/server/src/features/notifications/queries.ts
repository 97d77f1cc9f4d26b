import type { SessionId, UserId } from '@ec/contract/base/common';
import type { Notification, NotificationQuery } from '@ec/contract/notifications/schemas';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { OrganisationState } from '../../platform/runtime/organisation.ts';
import { DEVICE, EFFECTIVE_STATUS, PERSON_COLUMNS, type PersonRow, toActor } from '../../platform/identity/person.ts';
import type { StreamPosition } from '../../platform/events/stream-hub.ts';
import type { NotificationsTable } from '../../platform/database/tables/shared.ts';
import { likeEscaped } from '../../platform/database/sql-parts.ts';

type Row = Pick<NotificationsTable, 'topic' | 'type' | 'title' | 'message' | 'action_url' | 'read_at'> & {
  id: number;
  created_at: Date;
};

const COLUMNS = ['id', 'topic', 'type', 'title', 'message', 'action_url', 'read_at', 'created_at'] as const;

function toNotification(row: Row): Notification {
  return {
    id: String(row.id),
    topic: row.topic,
    type: row.type,
    title: row.title,
    message: row.message,
    isRead: row.read_at !== null,
    createdAt: row.created_at.toISOString(),
    actionUrl: row.action_url,
  };
}

export async function countUnread(db: Db, userId: UserId): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** The user's own notifications, newest first; `total` counts the matches, `unread` all unread ones. */
export async function listNotifications(
  db: Db,
  userId: UserId,
  page: { limit: number; offset: number },
  { q, unread: onlyUnread, type, topic }: Pick<NotificationQuery, 'q' | 'unread' | 'type' | 'topic'> = {},
): Promise<{ notifications: Notification[]; total: number; unread: number }> {
  let own = db.selectFrom('notifications').where('user_id', '=', userId);
  if (onlyUnread) own = own.where('read_at', 'is', null);
  if (type) own = own.where('type', '=', type);
  if (topic) own = own.where('topic', '=', topic);
  if (q) {
    const words = `%${likeEscaped(q)}%`;
    own = own.where((eb) => eb.or([eb('title', 'ilike', words), eb('message', 'ilike', words)]));
  }
  const [rows, count, unread] = await Promise.all([
    own.select(COLUMNS).orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirst(),
    countUnread(db, userId),
  ]);
  return { notifications: rows.map(toNotification), total: count?.count ?? 0, unread };
}

/** Up to this many of the newest notifications may just have been delivered by another server while their events are still on the way here. */
const LATELY = 50;

/** The stream position of a user who has received everything so far, and the most recent numbers. */
export async function currentPosition(db: Db, userId: UserId): Promise<StreamPosition & { ids: string[] }> {
  const { rows } = await sql<{ horizon: string; ids: string[] }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, array(
      select id::text from notifications where user_id = ${userId} order by id desc limit ${LATELY}) as ids`.execute(
    db,
  );
  const { horizon = null, ids = [] } = rows[0] ?? {};
  return { newest: Number(ids[0] ?? 0), horizon, ids };
}

/** The newest notifications after the stream position, oldest first. */
export async function notificationsSince(
  db: Db,
  userId: UserId,
  { newest, horizon }: StreamPosition,
  limit: number,
): Promise<Notification[]> {
  const late = sql<boolean>`id < ${newest} and saved_by >= ${horizon}::text::xid8`;
  const rows = await db
    .selectFrom('notifications')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('held', '=', false)
    .where((eb) => eb.or([eb('id', '>', newest), ...(horizon === null ? [] : [late])]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toNotification).toReversed();
}

/** The user's addresses and choices. */
export async function addressesOf(
  db: Db,
  userId: UserId,
): Promise<{ phone: string; email: string | null; preferences: Record<string, unknown> } | undefined> {
  return await db
    .selectFrom('users')
    .select(['phone', 'email', 'preferences'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** The users of the valid ones of the sessions: not ended, not idle for too long, user active. */
export async function holdersOf(
  db: Db,
  sessionIds: readonly SessionId[],
  organisation: OrganisationState,
  now: Date,
): Promise<Map<SessionId, Actor>> {
  if (sessionIds.length === 0) return new Map();
  const idleSince = new Date(now.getTime() - organisation.settings.security.sessionTimeout * 60_000);
  const { rows } = await sql<PersonRow & { id: SessionId; user_id: UserId; device: string | null }>`
    select s.id, s.user_id, ${DEVICE} as device, ${PERSON_COLUMNS}
    from sessions s join users u on u.id = s.user_id left join moderator_privileges p on p.user_id = u.id
    where s.id = any (${`{${sessionIds.join(',')}}`}::uuid[]) and s.ended_at is null
      and s.last_seen_at >= ${idleSince} and ${EFFECTIVE_STATUS} = 'ACTIVE'`.execute(db);
  return new Map(
    rows.map((row) => {
      const { id: sessionId, user_id: userId, device } = row;
      return [sessionId, toActor(row, { userId, sessionId, device, levels: organisation.levels[row.role], now })];
    }),
  );
}

/** Whether the log already shows that the session opened a stream from this address today, in the organisation's time zone. */
export async function streamIsNoted(
  db: Db,
  { sessionId, ip, zone }: { sessionId: SessionId; ip: string | null; zone: string },
): Promise<boolean> {
  const { rows } = await sql<{ noted: boolean }>`select exists (select from audit_entries
    where resource_id = ${sessionId} and event = 'stream.opened' and ip is not distinct from ${ip}
      and created_at >= date_trunc('day', now(), ${zone})) as noted`.execute(db);
  return rows[0]?.noted ?? false;
}
