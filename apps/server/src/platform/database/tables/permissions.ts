import type { UserId } from '@ec/contract/base/common';
import type { Level, Module } from '@ec/contract/permissions/default-levels';
import type { PermissionAction } from '@ec/contract/permissions/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of permissions. */
export interface PermissionsTables {
  permission_changes: PermissionChangesTable;
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
