import type { ManagedRole } from '@ec/contract/permissions/default-levels';
import type { PermissionChange, RolePermissions } from '@ec/contract/permissions/schemas';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { ApiError } from '../../lib/http/api-error.ts';

export const PERMISSIONS_KEY = ['permissions'] as const;

export const rolesQuery = queryOptions({
  queryKey: [...PERMISSIONS_KEY, 'roles'],
  queryFn: ({ signal }) => api.call('GET /permissions/roles', { signal }),
});

export const roleQuery = (roleId: ManagedRole) =>
  queryOptions({
    queryKey: [...PERMISSIONS_KEY, 'role', roleId],
    queryFn: ({ signal }) => api.call('GET /permissions/roles/:roleId', { params: { roleId }, signal }),
  });

export const auditQuery = queryOptions({
  queryKey: [...PERMISSIONS_KEY, 'audit'],
  queryFn: ({ signal }) => api.call('GET /permissions/audit', { signal }),
});

/** Takes over what the server answered to a change; a reading from before the change must not come after it. */
async function takeAnswer(queryClient: QueryClient, answer: RolePermissions): Promise<void> {
  const { queryKey } = roleQuery(answer.roleId);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, answer);
  void queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: auditQuery.queryKey });
}

/** Saves changes of the role. After a conflict, the current state is loaded before the failure is shown. */
export function useSavePermissions(roleId: ManagedRole) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: PermissionChange[]) =>
      api.call('PUT /permissions/roles/:roleId', { params: { roleId }, body: { changes } }),
    onSuccess: (answer) => takeAnswer(queryClient, answer),
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return;
      await queryClient.invalidateQueries({ queryKey: roleQuery(roleId).queryKey });
    },
  });
}

export function useResetPermissions(roleId: ManagedRole) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('POST /permissions/roles/:roleId/reset', { params: { roleId } }),
    onSuccess: (answer) => takeAnswer(queryClient, answer),
  });
}
