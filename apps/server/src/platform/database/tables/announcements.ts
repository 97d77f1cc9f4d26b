import type { AnnouncementId, AnnouncementPriority, AnnouncementRole } from '@ec/contract/announcements/schemas';
import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { Generated } from 'kysely';

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
