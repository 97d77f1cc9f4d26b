import type { UserId } from '@ec/contract/common';
import type { Level, Module } from '@ec/contract/permissions';
import type { PermissionAction } from '@ec/contract/role-permissions';
import type { Role } from '@ec/contract/roles';
import type { Generated, GeneratedAlways } from 'kysely';

declare module '../../platform/database.ts' {
  interface Tables {
    permission_changes: PermissionChangesTable;
  }
}

export interface PermissionChangesTable {
  id: GeneratedAlways<number>;
  role: Role;
  module: Module;
  action: PermissionAction;
  old_level: Level;
  new_level: Level;
  changed_by: UserId | null;
  created_at: Generated<Date>;
}
