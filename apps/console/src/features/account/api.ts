import type { OptInRequest, ProofRequest } from '@ec/contract/auth/account';
import type { SessionId } from '@ec/contract/base/common';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Delivery, DeliveryChannel, NotificationTopic, Timing } from '@ec/contract/notifications/schemas';
import { api } from '../../lib/http/api.ts';
import { notifyError } from '../../lib/hooks/notify.ts';

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

const KEY = ['account', 'delivery'];

export const deliveryQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => api.call('GET /notifications/preferences', { signal }),
});

interface Choice {
  topic: NotificationTopic;
  channel: DeliveryChannel;
  on: boolean;
}

function withChoice(delivery: Delivery, { topic, channel, on }: Choice): Delivery {
  const { choices } = delivery;
  return { ...delivery, choices: { ...choices, [topic]: { ...choices[topic], [channel]: on } } };
}

/** Saves each choice as it is made; the screen shows it at once and takes it back where it could not be saved. */
export function useChooseDelivery() {
  const queryClient = useQueryClient();
  const show = (change: (delivery: Delivery) => Delivery) =>
    queryClient.setQueryData<Delivery>(KEY, (delivery) => delivery && change(delivery));
  const mutation = useMutation({
    mutationKey: KEY,
    // One after another: two of them must not arrive in the other order than they were made.
    scope: { id: 'delivery' },
    mutationFn: ({ topic, channel, on }: Choice) =>
      api.call('PATCH /notifications/preferences', {
        body: { choices: { [topic]: { [channel]: on } } },
      }),
    onMutate: async (choice) => {
      await queryClient.cancelQueries({ queryKey: KEY });
      show((delivery) => withChoice(delivery, choice));
    },
    onSuccess: ({ choices }) => {
      // While others are under way the answer does not know of them yet.
      if (queryClient.isMutating({ mutationKey: KEY }) === 1) show((delivery) => ({ ...delivery, choices }));
    },
    onError: (error, choice) => {
      show((delivery) => withChoice(delivery, { ...choice, on: !choice.on }));
      notifyError(error, 'Your choice could not be saved');
    },
  });
  const state = mutation.isPending ? 'Saving' : mutation.isSuccess ? 'Saved.' : mutation.isError ? 'Not saved.' : '';
  return {
    choose: (topic: NotificationTopic, channel: DeliveryChannel, on: boolean) =>
      mutation.mutate({ topic, channel, on }),
    state,
  };
}

/** Saves quiet hours and digest as they are chosen, as above. */
export function useChooseTiming() {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationKey: KEY,
    scope: { id: 'delivery' },
    mutationFn: (body: Partial<Timing>) => api.call('PATCH /notifications/preferences', { body }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData<Delivery>(KEY, (delivery) => delivery && { ...delivery, ...change });
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: KEY });
      notifyError(error, 'Your choice could not be saved');
    },
  });
  return mutation.mutate;
}
