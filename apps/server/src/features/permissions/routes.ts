import { PERMISSION_EDITORS } from '@ec/contract/permissions/default-levels';
import type { Router } from '../../platform/http/router.ts';
import { changePermissions, permissionAudit, permissionRoles, resetPermissions, rolePermissions } from './service.ts';

const READERS = { roles: PERMISSION_EDITORS, module: 'settings', level: 'read' } as const;
const EDITORS = { roles: PERMISSION_EDITORS, module: 'settings', level: 'write' } as const;

export function permissionRoutes(router: Router): void {
  router.read('GET /permissions/roles', { access: READERS }, async (context) => await permissionRoles(context));

  router.read(
    'GET /permissions/roles/:roleId',
    { access: READERS },
    async (context) => await rolePermissions(context, context.actor, context.params.roleId),
  );

  router.write(
    'PUT /permissions/roles/:roleId',
    { access: EDITORS, audit: ['permission.changed'] },
    async (context) => {
      const { actor, params, body } = context;
      await changePermissions(context, actor, params.roleId, body.changes);
      return await rolePermissions(context, actor, params.roleId);
    },
  );

  router.write(
    'POST /permissions/roles/:roleId/reset',
    { access: EDITORS, audit: ['permission.reset'] },
    async (context) => {
      const { actor, params } = context;
      await resetPermissions(context, actor, params.roleId);
      return await rolePermissions(context, actor, params.roleId);
    },
  );

  router.read('GET /permissions/audit', { access: READERS }, async (context) => await permissionAudit(context));
}
