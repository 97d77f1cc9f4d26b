import type { UserId } from '@ec/contract/common';
import type { ImportCounts, ImportProgress } from '@ec/contract/locations';
import type { Generated, JSONColumnType } from 'kysely';

declare module '../../platform/database.ts' {
  interface Tables {
    register_imports: RegisterImportsTable;
  }
}

export interface RegisterImportsTable {
  id: string;
  state: ImportProgress['state'];
  done: Generated<number>;
  rows: Generated<number>;
  counts: JSONColumnType<ImportCounts> | null;
  error: JSONColumnType<NonNullable<ImportProgress['error']>> | null;
  started_by: UserId | null;
  created_at: Generated<Date>;
  ended_at: Date | null;
}
