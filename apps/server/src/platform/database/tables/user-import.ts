import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { FileImportRole, UserImport } from '@ec/contract/users/import';
import type { Generated, JSONColumnType } from 'kysely';

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
