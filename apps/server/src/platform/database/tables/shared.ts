import type { DomainEvent } from '@ec/contract/events/schemas';
import type { LocationId, LocationType } from '@ec/contract/geography/location-id';
import type { FileId, SessionId, UserId } from '@ec/contract/base/common';
import type { NotificationTopic } from '@ec/contract/notifications/schemas';
import type { Level, Module } from '@ec/contract/permissions/default-levels';
import type { Privilege } from '@ec/contract/permissions/privileges';
import type { ControlAct } from '@ec/contract/results/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import type { Settings } from '@ec/contract/settings/schemas';
import type { UserStatus } from '@ec/contract/auth/schemas';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** The tables of shared. */
export interface SharedTables {
  locations: LocationsTable;
  users: UsersTable;
  sessions: SessionsTable;
  settings: SettingsTable;
  election_mode: { only_row: Generated<boolean>; is_on: boolean; changed_at: Date | null; changed_by: UserId | null };
  national_office: { only_row: Generated<boolean>; may_begin: boolean; first_user_id: UserId | null };
  role_permissions: { role: Role; module: Module; level: Level };
  audit_entries: AuditEntriesTable;
  events: { id: GeneratedAlways<number>; payload: JSONColumnType<DomainEvent>; created_at: Generated<Date> };
  notifications: NotificationsTable;
  files: FilesTable;
  photo_hashes: { file_id: FileId; hash: string | null; bands: number[] };
  messages: MessagesTable;
  moderator_privileges: ModeratorPrivilegesTable;
  account_controls: AccountControlsTable;
  known_devices: { user_id: UserId; device: Buffer; first_used_at: Date; last_used_at: Date };
}

export interface SettingsTable {
  only_row: Generated<boolean>;
  /** As they were saved; an older version may lack some (stored-settings.ts). */
  value: JSONColumnType<Settings>;
  /** Grows with each save; 0 until the first. */
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: UserId | null;
}

export interface LocationsTable {
  id: LocationId;
  type: LocationType;
  name: string;
  code: string;
  parent_id: LocationId | null;
  registered_voters: number | null;
  units: Generated<number>;
  /** Created by INEC's counts, before the register is there. */
  placeholder: Generated<boolean>;
  /** The name in lower case, which lists look through and are sorted by. */
  search: GeneratedAlways<string>;
  created_at: Generated<Date>;
}

export interface UsersTable {
  id: UserId;
  phone: string;
  name: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  role: Role;
  status: Generated<UserStatus>;
  area_id: LocationId | null;
  personal_area_id: LocationId | null;
  password_hash: string | null;
  must_change_password: Generated<boolean>;
  transcriber: Generated<boolean>;
  two_factor_enabled: Generated<boolean>;
  totp_secret: string | null;
  totp_last_step: number | null;
  profile_picture_id: FileId | null;
  invite_code: string | null;
  invited_at: Date | null;
  /** Who gave the invite code that is open. */
  invited_by: UserId | null;
  /** The status of a user before their deletion was requested; it stays in effect until the decision. */
  status_before: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED' | null;
  totp_pending_secret: string | null;
  totp_pending_at: Date | null;
  preferences: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  search: GeneratedAlways<string>;
  last_login_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface SessionsTable {
  id: SessionId;
  user_id: UserId;
  access_hash: Buffer;
  access_expires_at: Date;
  refresh_hash: Buffer;
  refresh_family: Buffer | null;
  previous_refresh_hash: Buffer | null;
  /** When and from where the session was last renewed; null until the first renewal. */
  refreshed_at: Date | null;
  refreshed_ip: string | null;
  refreshed_user_agent: string | null;
  /** When the access token of that renewal was first used; null before. */
  access_used_at: Date | null;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  ip: string | null;
  user_agent: string | null;
  /** SHA-256 of the browser's key. */
  device: Generated<Buffer | null>;
  ended_at: Date | null;
  end_reason: string | null;
}

export interface AuditEntriesTable {
  id: GeneratedAlways<number>;
  event: string;
  resource_id: string | null;
  user_id: UserId | null;
  area_id: LocationId | null;
  ip: string | null;
  user_agent: string | null;
  previous_values: JSONColumnType<Record<string, unknown>> | null;
  new_values: JSONColumnType<Record<string, unknown>> | null;
  created_at: Generated<Date>;
}

export interface NotificationsTable {
  id: GeneratedAlways<number>;
  user_id: UserId;
  type: 'error' | 'warning' | 'success' | 'info';
  topic: NotificationTopic;
  title: string;
  message: string;
  action_url: string | null;
  read_at: Date | null;
  /** Of the transaction that saved it; as text, for it may outgrow a number. */
  saved_by: GeneratedAlways<string>;
  created_at: Generated<Date>;
  held: Generated<boolean>;
}

export interface ModeratorPrivilegesTable {
  user_id: UserId;
  granted: Privilege[];
  areas: Generated<LocationId[]>;
  managed_roles: Generated<Role[]>;
  valid_until: Date | null;
  granted_by: UserId | null;
  /** Granted before some privileges existed, and not saved since. */
  needs_review: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Append-only. */
export interface AccountControlsTable {
  id: GeneratedAlways<number>;
  user_id: UserId;
  by_user_id: UserId;
  act: ControlAct;
  at: Generated<Date>;
}

/** What a file was uploaded for: each feature takes and shows those of its own purpose. */
export type FilePurpose = 'sheet' | 'profile_picture' | 'chat' | 'collation' | 'logo' | 'approval';

export interface FilesTable {
  id: FileId;
  sha256: Buffer;
  size: number;
  type: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  uploaded_by: UserId | null;
  purpose: Generated<FilePurpose>;
  /** Of the pictures made of it; null in rows from before these were noted. */
  view_sha256: Buffer | null;
  thumbnail_sha256: Buffer | null;
  created_at: Generated<Date>;
}

export interface MessagesTable {
  id: string;
  channel: 'sms' | 'email';
  recipient: string;
  subject: string | null;
  /** Null once it was wiped. */
  body: string | null;
  status: Generated<'waiting' | 'sent' | 'logged' | 'failed' | 'expired'>;
  attempts: Generated<number>;
  last_error: string | null;
  secret: Generated<boolean>;
  urgent: Generated<boolean>;
  expires_at: Date | null;
  next_attempt_at: Date | null;
  claim: string | null;
  locked_until: Date | null;
  tried_at: Date | null;
  gateway: string | null;
  /** The address of the page that it is about. */
  about: string | null;
  created_at: Generated<Date>;
  sent_at: Date | null;
}
