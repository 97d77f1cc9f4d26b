import type { MessageLink } from '@ec/contract/chat/schemas';
import type { FileId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Advisory lock id; must be unique. */
const SENDING = 7_254_002;

/** Waits until no other message of the user is being sent, so that the checks of key and rate see all earlier messages. */
export async function takeSendersTurn(tx: Tx, senderId: UserId): Promise<void> {
  await sql`/* chat.turn */ select pg_advisory_xact_lock(${SENDING}, hashtext(${senderId}::text))`.execute(tx);
}

/** The message that the user sent with this idempotency key. */
export async function findByKey(
  tx: Tx,
  senderId: UserId,
  key: string,
): Promise<{ id: number; requestHash: Buffer } | undefined> {
  return await tx
    .selectFrom('chat_messages')
    .select(['id', 'request_hash as requestHash'])
    .where('sender_id', '=', senderId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** The time of the user's message that many messages ago, if it is after the given time. */
export async function sentBefore(tx: Tx, senderId: UserId, count: number, after: Date): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('chat_messages')
    .select('created_at')
    .where('sender_id', '=', senderId)
    .where('created_at', '>', after)
    .orderBy('created_at', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** True for a picture that the user uploaded for a chat. */
export async function ownsPicture(tx: Tx, id: FileId, userId: UserId): Promise<boolean> {
  const row = await tx
    .selectFrom('files')
    .select('id')
    .where('id', '=', id)
    .where('uploaded_by', '=', userId)
    .where('purpose', '=', 'chat')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the channel until the transaction ends, so that messages are numbered in the order of their commits. */
async function holdChannel(tx: Tx, channel: LocationId): Promise<void> {
  const hold = () =>
    tx.selectFrom('chat_channels').select('id').where('id', '=', channel).forNoKeyUpdate().executeTakeFirst();
  if (await hold()) return;
  await tx
    .insertInto('chat_channels')
    .values({ id: channel })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await hold();
}

export interface NewMessage {
  channelId: LocationId;
  senderId: UserId;
  senderRole: Role;
  content: string;
  fileId: FileId | null;
  link: MessageLink | null;
  mentions: readonly UserId[];
  key: string;
  requestHash: Buffer;
  now: Date;
}

/** Stores a message; returns its number. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<number> {
  await holdChannel(tx, message.channelId);
  const { id } = await tx
    .insertInto('chat_messages')
    .values({
      channel_id: message.channelId,
      sender_id: message.senderId,
      sender_role: message.senderRole,
      content: message.content,
      file_id: message.fileId,
      link: message.link === null ? null : JSON.stringify(message.link),
      idempotency_key: message.key,
      request_hash: message.requestHash,
      created_at: message.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const mentions = message.mentions.map((userId) => ({
    user_id: userId,
    channel_id: message.channelId,
    message_id: id,
  }));
  await Promise.all([
    tx.updateTable('chat_channels').set({ last_message_id: id }).where('id', '=', message.channelId).execute(),
    mentions.length > 0 && tx.insertInto('chat_mentions').values(mentions).execute(),
  ]);
  return id;
}

/** Deletes the message's content; false if it was withdrawn or removed before. */
export async function endMessage(
  tx: Tx,
  id: number,
  end: { as: 'withdrawn' | 'removed'; by: UserId; reason: string | null; now: Date },
): Promise<boolean> {
  const ended = await tx
    .updateTable('chat_messages')
    .set({ content: '', link: null, ended_as: end.as, ended_by: end.by, ended_at: end.now, end_reason: end.reason })
    .where('id', '=', id)
    .where('ended_as', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!ended) return false;
  await tx.deleteFrom('chat_mentions').where('message_id', '=', id).execute();
  return true;
}

/** Moves the user's read mark to the message, never back and never past the newest. */
export async function markRead(tx: Tx, userId: UserId, channel: LocationId, upTo: number): Promise<void> {
  await sql`/* chat.read */ insert into chat_reads (user_id, channel_id, read_through)
    select ${userId}::uuid, id, least(${upTo}::bigint, last_message_id) from chat_channels where id = ${channel}::bigint
    on conflict (user_id, channel_id) do update set read_through = excluded.read_through
      where chat_reads.read_through < excluded.read_through`.execute(tx);
}

/** Mutes or unmutes the channel for the user; returns whether that changed anything. */
export async function setMuted(tx: Tx, userId: UserId, channel: LocationId, muted: boolean): Promise<boolean> {
  const changed = muted
    ? await tx
        .insertInto('chat_reads')
        .values({ user_id: userId, channel_id: channel, muted })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'channel_id']).doUpdateSet({ muted }).where('chat_reads.muted', '=', false),
        )
        .returning('muted')
        .executeTakeFirst()
    : await tx
        .updateTable('chat_reads')
        .set({ muted })
        .where('user_id', '=', userId)
        .where('channel_id', '=', channel)
        .where('muted', '=', true)
        .returning('muted')
        .executeTakeFirst();
  return changed !== undefined;
}
