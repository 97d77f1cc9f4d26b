import type { OptInRequest, ProofRequest } from '@ec/contract/auth/account';
import type { SessionId } from '@ec/contract/base/common';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';

export const accountQuery = queryOptions({
  queryKey: ['account', 'own'],
  queryFn: ({ signal }) => api.call('GET /auth/account', { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => api.call('GET /auth/sessions', { signal }),
  refetchInterval: 60_000,
});

/** Calls that change the account; what the page shows of it is read again afterwards. */
export function useAccountChange<V, R>(change: (variables: V) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Not waited for: an answer that is shown only this once must not hang on another call.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['account'] }),
  });
}

export const startEnrolment = (password: string) => api.call('POST /auth/2fa/enroll', { body: { password } });
export const confirmEnrolment = (code: string) => api.call('POST /auth/2fa/confirm', { body: { code } });
export const removeAuthenticator = (body: ProofRequest) => api.call('POST /auth/2fa/disable', { body });
export const renewRecoveryCodes = (body: ProofRequest) => api.call('POST /auth/2fa/recovery-codes', { body });
export const optIn = (body: OptInRequest) => api.call('POST /auth/2fa/opt-in', { body });
export const endSession = (id: SessionId) => api.call('DELETE /auth/sessions/:id', { params: { id } });
export const endOtherSessions = () => api.call('POST /auth/sessions/end-others');
