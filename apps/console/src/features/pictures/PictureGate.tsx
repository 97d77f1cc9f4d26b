import { useQuery } from '@tanstack/react-query';
import { latePart } from '../../components/page/late-part.tsx';
import { useCurrentMe } from '../../lib/session/session.ts';
import { pictureStatusQuery } from './api.ts';

const RequiredPictureModal = latePart(async () => (await import('./RequiredPictureModal.tsx')).RequiredPictureModal);

/** Asks whether the person still owes a picture; the code that takes one is loaded for them alone. */
export function PictureGate() {
  const { data, isEnabled } = useQuery(pictureStatusQuery(useCurrentMe()));
  return isEnabled && data?.requiresProfilePicture && <RequiredPictureModal />;
}
