import { PERMISSION_EDITORS } from '@ec/contract/permissions/levels';
import {
  PermissionAudit,
  PermissionRoleList,
  RolePermissions,
  UpdatePermissionsRequest,
} from '@ec/contract/permissions/schemas';
import * as z from 'zod/mini';
import type { Router } from '../../platform/http/router.ts';
import { changePermissions, permissionAudit, permissionRoles, resetPermissions, rolePermissions } from './service.ts';

const READERS = { roles: PERMISSION_EDITORS, module: 'settings', level: 'read' } as const;
const EDITORS = { roles: PERMISSION_EDITORS, module: 'settings', level: 'write' } as const;
/** A role in any spelling. */
const WithRole = z.object({ roleId: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)) });

export function permissionRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/permissions/roles',
      summary: 'The roles whose levels are managed',
      access: READERS,
      answer: PermissionRoleList,
    },
    async (context) => await permissionRoles(context),
  );

  router.read(
    {
      method: 'GET',
      path: '/permissions/roles/:roleId',
      summary: 'What a role may do in each module',
      access: READERS,
      params: WithRole,
      answer: RolePermissions,
    },
    async (context) => await rolePermissions(context, context.actor, context.params.roleId),
  );

  router.write(
    {
      method: 'PUT',
      path: '/permissions/roles/:roleId',
      summary: 'Set levels of a role',
      access: EDITORS,
      audit: ['permission.changed'],
      params: WithRole,
      body: UpdatePermissionsRequest,
      answer: RolePermissions,
    },
    async (context) => {
      const { actor, params, body } = context;
      await changePermissions(context, actor, params.roleId, body.changes);
      return await rolePermissions(context, actor, params.roleId);
    },
  );

  router.write(
    {
      method: 'POST',
      path: '/permissions/roles/:roleId/reset',
      summary: 'Bring a role back to the levels delivered',
      access: EDITORS,
      audit: ['permission.reset'],
      params: WithRole,
      answer: RolePermissions,
    },
    async (context) => {
      const { actor, params } = context;
      await resetPermissions(context, actor, params.roleId);
      return await rolePermissions(context, actor, params.roleId);
    },
  );

  router.read(
    {
      method: 'GET',
      path: '/permissions/audit',
      summary: 'The last changes of levels',
      access: READERS,
      answer: PermissionAudit,
    },
    async (context) => await permissionAudit(context),
  );
}
