import type { Me } from '@ec/contract/auth';
import type { ElectionMode } from '@ec/contract/elections';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { refetchMe } from '../../lib/session.ts';

/** Switches election mode for everybody; what the screen shows changes only after the server has agreed. */
export function useSetElectionMode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isElectionMode: boolean) => api.patch<ElectionMode>('/election-mode', { body: { isElectionMode } }),
    onSuccess: ({ isElectionMode }) => {
      queryClient.setQueriesData<Me>({ queryKey: ['me'] }, (me) => me && { ...me, electionMode: isElectionMode });
      void refetchMe(queryClient);
    },
  });
}
