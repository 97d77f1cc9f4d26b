import type { FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { MessageLink } from '@ec/contract/chat/schemas';
import type { Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { ResultStatus } from '@ec/contract/results/schemas';
import { type RawBuilder, sql } from 'kysely';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { likeEscaped } from '../../platform/database/sql-parts.ts';
import { isDesk } from '../elections/queries.ts';

interface NamedPerson {
  id: UserId;
  name: string;
  role: Role;
}

/** A stored message; a withdrawn or removed one has no content. */
export interface MessageRow {
  id: number;
  channelId: LocationId;
  senderId: UserId;
  senderName: string;
  senderRole: Role;
  /** Where the sender belongs now. */
  senderArea: LocationId | null;
  /** Null without a picture and of deleted users. */
  pictureId: FileId | null;
  content: string;
  fileId: FileId | null;
  link: MessageLink | null;
  mentions: NamedPerson[];
  key: string;
  createdAt: Date;
  endedAs: 'withdrawn' | 'removed' | null;
  endedBy: NamedPerson | null;
  reason: string | null;
}

const COLUMNS = sql`m.id, m.channel_id as "channelId", m.sender_id as "senderId", s.name as "senderName",
  m.sender_role as "senderRole", s.area_id as "senderArea",
  case when s.status <> 'DELETED' then s.profile_picture_id end as "pictureId", m.content, m.file_id as "fileId", m.link, m.idempotency_key as key,
  m.created_at as "createdAt", m.ended_as as "endedAs", m.end_reason as reason,
  case when e.id is not null then json_build_object('id', e.id, 'name', e.name, 'role', e.role) end as "endedBy",
  (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'role', p.role) order by p.name), '[]')
    from chat_mentions n join users p on p.id = n.user_id where n.message_id = m.id) as mentions`;

/** The messages that `found` selects, with all displayed columns, in the order of sending. */
async function messages(db: Db, found: RawBuilder<unknown>): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`select ${COLUMNS} from (${found}) f join chat_messages m on m.id = f.id
    join users s on s.id = m.sender_id left join users e on e.id = m.ended_by order by m.id`.execute(db);
  return rows;
}

/** Up to `limit` messages of the channel before the number, or the newest. */
export async function messagesBefore(
  db: Db,
  channel: LocationId,
  before: number | undefined,
  limit: number,
): Promise<MessageRow[]> {
  return await messages(
    db,
    sql`select id from chat_messages where channel_id = ${channel}::bigint
      and id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint order by id desc limit ${limit}::int`,
  );
}

/** Up to `limit` messages of the channel after the number. */
export async function messagesAfter(db: Db, channel: LocationId, after: number, limit: number): Promise<MessageRow[]> {
  return await messages(
    db,
    sql`select id from chat_messages where channel_id = ${channel}::bigint and id > ${after}::bigint
      order by id limit ${limit}::int`,
  );
}

/** One message of any channel. */
export async function findMessage(db: Db, id: number): Promise<MessageRow | undefined> {
  return (await messages(db, sql`select ${id}::bigint as id`))[0];
}

/** The newest messages of the channels that contain the words, before the number if given; newest first. */
export async function searchMessages(
  db: Db,
  channels: readonly LocationId[],
  { q, before, limit }: { q: string; before: number | undefined; limit: number },
): Promise<MessageRow[]> {
  const found = await messages(
    db,
    sql`select id from chat_messages where channel_id = any (${bigintArray(channels)}::bigint[]) and ended_as is null
      and lower(content) like lower(${`%${likeEscaped(q)}%`}) and id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint
      order by id desc limit ${limit}::int`,
  );
  return found.toReversed();
}

/** A picture uploaded for a chat, and the messages that contain it. */
export interface ChatPicture {
  id: FileId;
  sha256: Buffer;
  viewSha256: Buffer | null;
  thumbnailSha256: Buffer | null;
  size: number;
  type: 'image/png' | 'image/jpeg';
  uploadedBy: UserId | null;
  sent: { channelId: LocationId; standing: boolean }[];
}

export async function findChatPicture(db: Db, id: FileId): Promise<ChatPicture | undefined> {
  const { rows } = await sql<ChatPicture>`select f.id, f.sha256, f.view_sha256 as "viewSha256",
      f.thumbnail_sha256 as "thumbnailSha256", f.size, f.type, f.uploaded_by as "uploadedBy",
      (select coalesce(json_agg(json_build_object('channelId', m.channel_id, 'standing', m.ended_as is null)), '[]')
        from chat_messages m where m.file_id = f.id) as sent
    from files f where f.id = ${id} and f.purpose = 'chat'`.execute(db);
  return rows[0];
}

/** The displayed facts of a linked result. */
export interface ResultFacts {
  id: ResultId;
  unitId: LocationId;
  unitName: string;
  unitCode: string;
  election: string;
  source: Source;
  status: ResultStatus;
  totalVotes: number;
  leading: string | null;
  desk: boolean;
}

export async function resultFacts(db: Db, ids: readonly ResultId[]): Promise<ResultFacts[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ResultFacts>`select r.id, r.polling_unit_id as "unitId", u.name as "unitName",
      u.code as "unitCode", e.name as election, r.source, r.status, r.total_votes as "totalVotes",
      r.leading_party as leading, ${isDesk('r')} as desk
    from results r join elections e on e.id = r.election_id join locations u on u.id = r.polling_unit_id
    where r.id = any (${`{${ids.join(',')}}`}::uuid[])`.execute(db);
  return rows;
}

export interface UnitFacts {
  id: LocationId;
  name: string;
  code: string;
}

export async function unitFacts(db: Db, ids: readonly LocationId[]): Promise<UnitFacts[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<UnitFacts>`select id, name, code from locations
    where id = any (${bigintArray(ids)}::bigint[]) and type = 'polling_unit'`.execute(db);
  return rows;
}
