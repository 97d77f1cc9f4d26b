import type { Me } from '@ec/contract/auth/schemas';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';

/** Requested again whenever something changes that the answer depends on: the person, their role, their picture, the election mode. */
export const pictureStatusQuery = ({ user, electionMode }: Me) =>
  queryOptions({
    queryKey: ['picture-status', user.id, user.role, user.profilePictureUrl, electionMode],
    queryFn: ({ signal }) => api.call('GET /users/profile-picture-status', { signal }),
    enabled: user.role !== 'super_admin' && user.profilePictureUrl === null,
    staleTime: Number.POSITIVE_INFINITY,
  });
