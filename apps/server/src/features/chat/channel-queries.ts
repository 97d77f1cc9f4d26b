import { MOST_UNREAD } from '@ec/contract/chat/limits';
import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { bigintArray, type Db } from '../../platform/database/database.ts';

export interface ChannelPlace {
  id: LocationId;
  name: string;
}

/** The existing places among `places`, and the children of the parents. */
export async function listPlaces(
  db: Db,
  { places, parents }: { places: readonly LocationId[]; parents: readonly LocationId[] },
): Promise<ChannelPlace[]> {
  const { rows } = await sql<ChannelPlace>`/* chat.places */ select id, name from locations
    where id = any (${bigintArray(places)}::bigint[]) or parent_id = any (${bigintArray(parents)}::bigint[])`.execute(
    db,
  );
  return rows;
}

const LAST_LENGTH = 160;

export interface ChannelState {
  id: LocationId;
  readThrough: number;
  muted: boolean;
  /** Up to MOST_UNREAD. */
  unread: number;
  mentions: number;
  /** The newest message that was not withdrawn or removed; null if there is none. */
  lastId: number | null;
  content: string | null;
  fileId: string | null;
  sentAt: Date | null;
  senderName: string | null;
}

/** The state of each channel for the user. Unread are other users' messages after the read mark, without withdrawn and removed ones. */
export async function channelStates(db: Db, userId: UserId, channels: readonly LocationId[]): Promise<ChannelState[]> {
  const { rows } = await sql<ChannelState>`/* chat.states */ select c.id, coalesce(r.read_through, 0) as "readThrough",
      coalesce(r.muted, false) as muted, n.unread, t.mentions,
      l.id as "lastId", l.content, l.file_id as "fileId", l.created_at as "sentAt", s.name as "senderName"
    from unnest(${bigintArray(channels)}::bigint[]) as c (id)
    left join chat_reads r on r.user_id = ${userId}::uuid and r.channel_id = c.id
    cross join lateral (select count(*) as unread from (
      select from chat_messages m where m.channel_id = c.id and m.id > coalesce(r.read_through, 0)
        and m.ended_as is null and m.sender_id <> ${userId}::uuid limit ${MOST_UNREAD}::int) x) n
    cross join lateral (select count(*) as mentions from chat_mentions t
      where t.user_id = ${userId}::uuid and t.channel_id = c.id and t.message_id > coalesce(r.read_through, 0)) t
    left join lateral (select m.id, m.sender_id, left(m.content, ${LAST_LENGTH}::int) as content, m.file_id, m.created_at
      from chat_messages m where m.channel_id = c.id and m.ended_as is null order by m.id desc limit 1) l on true
    left join users s on s.id = l.sender_id`.execute(db);
  return rows;
}

/** The user's read mark in each channel; never opened channels are omitted. */
export async function readThroughAll(
  db: Db,
  userId: UserId,
  channels: readonly LocationId[],
): Promise<Map<LocationId, number>> {
  const { rows } = await sql<{
    id: LocationId;
    mark: number;
  }>`/* chat.marks */ select channel_id as id, read_through as mark
    from chat_reads where user_id = ${userId}::uuid and channel_id = any (${bigintArray(channels)}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, mark }) => [id, mark]));
}
