import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useCurrentMe } from '../../lib/session/session.ts';
import { pictureStatusQuery } from './api.ts';

const RequiredPictureModal = lazy(async () => ({
  default: (await import('./RequiredPictureModal.tsx')).RequiredPictureModal,
}));

/** Asks whether the person still owes a picture; the code that takes one is loaded for them alone. */
export function PictureGate() {
  const { data, isEnabled } = useQuery(pictureStatusQuery(useCurrentMe()));
  return <Suspense>{isEnabled && data?.requiresProfilePicture && <RequiredPictureModal />}</Suspense>;
}
