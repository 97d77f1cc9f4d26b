import { useQuery } from '@tanstack/react-query';
import { latePart } from '../../components/page/late-part.tsx';
import { useCurrentMe } from '../../lib/session/session.ts';
import { pictureStatusQuery } from './api.ts';

const RequiredPictureModal = latePart(async () => (await import('./RequiredPictureModal.tsx')).RequiredPictureModal);

/** Checks whether the user must still add a picture; the code of the upload is loaded only then. */
export function PictureGate() {
  const { data, isEnabled } = useQuery(pictureStatusQuery(useCurrentMe()));
  return isEnabled && data?.requiresProfilePicture && <RequiredPictureModal />;
}
