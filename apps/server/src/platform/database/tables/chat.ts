import type { FileId, UserId } from '@ec/contract/base/common';
import type { MessageLink } from '@ec/contract/chat/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** The tables of chat. */
export interface ChatTables {
  chat_channels: { id: LocationId; last_message_id: Generated<number> };
  chat_messages: ChatMessagesTable;
  chat_mentions: { user_id: UserId; channel_id: LocationId; message_id: number };
  chat_reads: { user_id: UserId; channel_id: LocationId; read_through: Generated<number>; muted: Generated<boolean> };
}

export interface ChatMessagesTable {
  id: GeneratedAlways<number>;
  channel_id: LocationId;
  sender_id: UserId;
  sender_role: Role;
  content: string;
  file_id: FileId | null;
  link: JSONColumnType<MessageLink> | null;
  idempotency_key: string;
  request_hash: Buffer;
  created_at: Date;
  ended_as: 'withdrawn' | 'removed' | null;
  ended_by: UserId | null;
  ended_at: Date | null;
  end_reason: string | null;
}
