import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { SettableStatus } from '@ec/contract/users/schemas';
import type { FileId, UserId } from '@ec/contract/base/common';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Level, Module } from '@ec/contract/permissions/default-levels';
import type { PermissionAction } from '@ec/contract/permissions/schemas';
import type { FileImportRole, UserImport } from '@ec/contract/users/import';
import type { ApprovalEntry, ApprovalId, ApprovalStatus, ApprovalType, Priority } from '@ec/contract/approvals/schemas';
import type { WallId } from '@ec/contract/walls/schemas';

/** What is stored of a person's data and office; a request keeps it as it is to be, and as it was. */
export interface PersonData {
  name: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string;
  role: Role;
  status: SettableStatus;
  area: LocationId | null;
  personalArea: LocationId | null;
}

/** The tables of auth. */
export interface AuthTables {
  sign_in_attempts: {
    phone: string;
    /** Where the attempts came from (attempt-rules.ts). */
    source: Generated<string>;
    failures: Generated<number>;
    last_failure_at: Generated<Date>;
    locked_until: Date | null;
  };
  one_time_codes: OneTimeCodesTable;
  recovery_codes: { user_id: UserId; code_hash: Buffer; used_at: Date | null };
}

export type CodePurpose = 'sign_in' | 'reset';

interface OneTimeCodesTable {
  id: string;
  user_id: UserId;
  purpose: CodePurpose;
  code_hash: Buffer;
  /** The only device that may try the code: the one that requested it; null for clients without a device key. */
  device: Buffer | null;
  source: string | null;
  tries: Generated<number>;
  expires_at: Date;
  used_at: Date | null;
  created_at: Generated<Date>;
}

/** The tables of permissions. */
export interface PermissionsTables {
  permission_changes: PermissionChangesTable;
}

interface PermissionChangesTable {
  id: GeneratedAlways<number>;
  role: Role;
  module: Module;
  action: PermissionAction;
  old_level: Level;
  new_level: Level;
  changed_by: UserId | null;
  created_at: Generated<Date>;
}

/** The tables of user import. */
export interface UserImportTables {
  user_imports: UserImportsTable;
  user_import_refusals: { import_id: string; line: number; content: string[]; reason: string };
}

export interface UserImportsTable {
  id: string;
  file_name: string;
  role: FileImportRole;
  headings: Generated<string[]>;
  state: UserImport['state'];
  done: Generated<number>;
  rows: Generated<number>;
  accepted: Generated<number>;
  refused: Generated<number>;
  error: JSONColumnType<NonNullable<UserImport['error']>> | null;
  started_by: UserId;
  created_at: Generated<Date>;
  ended_at: Date | null;
}

/** A person to be stored, checked except for what only the database can check at that moment. */
export interface NewPerson {
  id: UserId;
  name: string;
  phone: string;
  email: string | null;
  role: Role;
  area: LocationId;
  /** Name of the place of their office. */
  place: string;
  personalArea: LocationId | null;
  /** The code with which they set their password; null if they have a first password. */
  inviteCode: string | null;
}

/** A row of a file that cannot be imported, as it stood there, and why. */
export interface Refusal {
  line: number;
  content: readonly string[];
  reason: string;
}

/** The tables of approvals. */
export interface ApprovalsTables {
  approval_requests: ApprovalRequestsTable;
  approval_entries: ApprovalEntriesTable;
  approval_entry_files: ApprovalEntryFilesTable;
}

interface ApprovalRequestsTable {
  id: ApprovalId;
  type: ApprovalType;
  status: Generated<ApprovalStatus>;
  priority: Priority;
  requester_id: UserId;
  requester_role: Role;
  requester_area_id: LocationId | null;
  target_user_id: UserId;
  area_id: LocationId | null;
  user_data: JSONColumnType<PersonData>;
  previous_data: JSONColumnType<PersonData> | null;
  justification: string;
  required_info: JSONColumnType<string[]> | null;
  info_comment: string | null;
  decided_by: UserId | null;
  decided_at: Date | null;
  decision_comment: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface ApprovalEntriesTable {
  id: GeneratedAlways<number>;
  request_id: ApprovalId;
  kind: ApprovalEntry['kind'];
  by_user_id: UserId | null;
  comment: string | null;
  required_info: JSONColumnType<string[]> | null;
  created_at: Generated<Date>;
}

interface ApprovalEntryFilesTable {
  file_id: FileId;
  entry_id: number;
}

/** The tables of walls. */
export interface WallsTables {
  wall_screens: WallScreensTable;
}

export interface WallScreensTable {
  id: WallId;
  token_hash: Buffer;
  name: string;
  user_id: UserId;
  expires_at: Date;
  last_seen_at: Date | null;
  ended_at: Date | null;
  created_at: Generated<Date>;
}
