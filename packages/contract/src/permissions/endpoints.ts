import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import { PermissionAudit, PermissionRoleList, RolePermissions, UpdatePermissionsRequest } from './schemas.ts';

/** A role in any spelling. */
const WithRole = z.object({ roleId: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)) });

export const PERMISSION_ENDPOINTS = {
  'GET /permissions/roles': {
    summary: 'The roles whose levels are managed',
    answer: PermissionRoleList,
  },
  'GET /permissions/roles/:roleId': {
    summary: 'What a role may do in each module',
    params: WithRole,
    answer: RolePermissions,
  },
  'PUT /permissions/roles/:roleId': {
    summary: 'Set levels of a role',
    params: WithRole,
    body: UpdatePermissionsRequest,
    answer: RolePermissions,
  },
  'POST /permissions/roles/:roleId/reset': {
    summary: 'Bring a role back to the levels delivered',
    params: WithRole,
    answer: RolePermissions,
  },
  'GET /permissions/audit': {
    summary: 'The last changes of levels',
    answer: PermissionAudit,
  },
} satisfies Endpoints;
