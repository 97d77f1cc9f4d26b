import type { SaveSettingsRequest } from '@ec/contract/settings/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { refetchMe } from '../../lib/session/session.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.call('GET /settings', { signal }),
});

/** Saves all settings. After a conflict, the current state is loaded before the failure is shown. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  const { queryKey } = settingsQuery;
  return useMutation({
    mutationFn: (body: SaveSettingsRequest) => api.call('PUT /settings', { body }),
    onSuccess: async (answer) => {
      // A reading from before the change must not come after it.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, answer);
      void refetchMe(queryClient);
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'SETTINGS_CHANGED') {
        await queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
