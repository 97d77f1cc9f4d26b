import type { AnnouncementId, AnnouncementPriority, AnnouncementRole } from '@ec/contract/announcements/schemas';
import type { FileId, SessionId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { MessageLink } from '@ec/contract/chat/schemas';

/** The tables of announcements. */
export interface AnnouncementsTables {
  announcements: AnnouncementsTable;
  announcement_sendings: { announcement_id: AnnouncementId; number: number; sent_by: UserId; sent_at: Date };
  announcement_reads: { announcement_id: AnnouncementId; user_id: UserId; read_at: Date; sending: number };
  announcement_notices: { announcement_id: AnnouncementId; user_id: UserId; urgent: boolean; sending: number };
}

export interface AnnouncementsTable {
  id: AnnouncementId;
  title: string;
  content: string;
  priority: AnnouncementPriority;
  roles: AnnouncementRole[];
  areas: LocationId[];
  author_areas: LocationId[];
  created_by: UserId;
  created_role: Role;
  created_at: Date;
  edited_at: Date | null;
  edited_by: UserId | null;
  expires_at: Date | null;
  pinned_at: Date | null;
  withdrawn_at: Date | null;
  withdrawn_by: UserId | null;
  withdraw_reason: string | null;
  changed_by: UserId;
  version: Generated<number>;
  sending: Generated<number>;
  told_through: UserId | null;
  idempotency_key: string;
  request_hash: Buffer;
}

/** The tables of notifications. */
export interface NotificationsTables {
  stream_tickets: { ticket_hash: Buffer; session_id: SessionId; expires_at: Date };
}

/** The tables of chat. */
export interface ChatTables {
  chat_channels: { id: LocationId; last_message_id: Generated<number> };
  chat_messages: ChatMessagesTable;
  chat_mentions: { user_id: UserId; channel_id: LocationId; message_id: number };
  chat_reads: { user_id: UserId; channel_id: LocationId; read_through: Generated<number>; muted: Generated<boolean> };
}

interface ChatMessagesTable {
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
