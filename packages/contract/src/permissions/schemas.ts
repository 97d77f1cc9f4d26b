import * as z from 'zod/mini';
import { Timestamp, UserId } from '../base/common.ts';
import { LEVELS, MANAGED_ROLES, MODULE_CATEGORIES, MODULE_IDS } from './default-levels.ts';
import { ROLE_IDS } from './roles.ts';

/** Number of changes in the page's log. */
export const PERMISSION_AUDIT_LIMIT = 50;

const module = z.enum(MODULE_IDS, 'Module not found');
const level = z.enum(LEVELS);

/** A managed role: the number of its users, and of modules that differ from the defaults. */
export const PermissionRole = z.object({
  roleId: z.enum(MANAGED_ROLES),
  people: z.number(),
  changed: z.number(),
});
export type PermissionRole = z.infer<typeof PermissionRole>;
export const PermissionRoleList = z.object({ roles: z.array(PermissionRole), total: z.number() });
export type PermissionRoleList = z.infer<typeof PermissionRoleList>;

/** The role's level in one module; `default` is the original level. */
export const ModulePermission = z.object({
  moduleId: module,
  moduleName: z.string(),
  category: z.enum(MODULE_CATEGORIES),
  description: z.string(),
  permission: level,
  default: level,
});
export type ModulePermission = z.infer<typeof ModulePermission>;

/** All modules of one role, in their usual order. */
export const RolePermissions = z.object({
  roleId: z.enum(MANAGED_ROLES),
  permissions: z.array(ModulePermission),
  can: z.object({ edit: z.boolean() }),
});
export type RolePermissions = z.infer<typeof RolePermissions>;

/** One module's new level; `expected` is the level that the editor saw, so that no concurrent change is overwritten. */
export const PermissionChange = z.strictObject({ moduleId: module, permission: level, expected: level });
export type PermissionChange = z.infer<typeof PermissionChange>;

export const UpdatePermissionsRequest = z.strictObject({
  changes: z.array(PermissionChange).check(
    z.minLength(1, 'Nothing is changed'),
    z.maxLength(MODULE_IDS.length),
    z.refine(
      (changes) => new Set(changes.map(({ moduleId }) => moduleId)).size === changes.length,
      'A module is listed twice',
    ),
  ),
});
export type UpdatePermissionsRequest = z.infer<typeof UpdatePermissionsRequest>;

/** To a higher level is a grant, to none a revocation, from write to read a modification. */
export const PermissionAction = z.enum(['grant', 'revoke', 'modify']);
export type PermissionAction = z.infer<typeof PermissionAction>;

export const PermissionAuditEntry = z.object({
  id: z.string(),
  roleId: z.enum(ROLE_IDS),
  action: PermissionAction,
  moduleId: module,
  oldPermission: level,
  newPermission: level,
  /** Null for the system itself. */
  updatedBy: z.nullable(z.object({ id: UserId, name: z.string() })),
  timestamp: Timestamp,
});
export type PermissionAuditEntry = z.infer<typeof PermissionAuditEntry>;

/** The newest changes, newest first; `total` counts all. */
export const PermissionAudit = z.object({ entries: z.array(PermissionAuditEntry), total: z.number() });
export type PermissionAudit = z.infer<typeof PermissionAudit>;
