import { useQuery, queryOptions } from '@tanstack/react-query';
import { latePart } from '../../components/page/late-part.tsx';
import { useCurrentMe } from '../../lib/session/session.ts';
import type { Me } from '@ec/contract/auth/schemas';
import { api } from '../../lib/http/api.ts';

/** Requested again whenever something changes that the answer depends on: the person, their role, their picture, the election mode. */
const pictureStatusQuery = ({ user, electionMode }: Me) =>
  queryOptions({
    queryKey: ['picture-status', user.id, user.role, user.profilePictureUrl, electionMode],
    queryFn: ({ signal }) => api.call('GET /users/profile-picture-status', { signal }),
    enabled: user.role !== 'super_admin' && user.profilePictureUrl === null,
    staleTime: Number.POSITIVE_INFINITY,
  });

const RequiredPictureModal = latePart(async () => (await import('./RequiredPictureModal.tsx')).RequiredPictureModal);

/** Checks whether the user must still add a picture; the code of the upload is loaded only then. */
export function PictureGate() {
  const { data, isEnabled } = useQuery(pictureStatusQuery(useCurrentMe()));
  return isEnabled && data?.requiresProfilePicture && <RequiredPictureModal />;
}
