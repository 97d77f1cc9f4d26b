import type { UserId } from '@ec/contract/base/common';
import type {
  ImportCounts,
  ImportFailure,
  ImportKind,
  ImportState,
  RegisterPreview,
} from '@ec/contract/geography/register-import';
import type { Generated, JSONColumnType } from 'kysely';

/** The tables of geography. */
export interface GeographyTables {
  register_imports: RegisterImportsTable;
}

export interface RegisterImportsTable {
  id: string;
  kind: Generated<ImportKind>;
  state: ImportState;
  done: Generated<number>;
  rows: Generated<number>;
  counts: JSONColumnType<ImportCounts> | null;
  error: JSONColumnType<ImportFailure> | null;
  started_by: UserId | null;
  file_name: Generated<string>;
  file_sha256: Buffer | null;
  /** What the import would change, where the file was checked before it is stored. */
  preview: JSONColumnType<RegisterPreview> | null;
  /** The changes of the tree when the preview was made. */
  tree_changes: number | null;
  created_at: Generated<Date>;
  ended_at: Date | null;
}
