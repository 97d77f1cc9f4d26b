import { useEffect } from 'react';
import { photoOutbox } from '../../domain/sending/photo-outbox.ts';
import type { Desk } from './api.ts';

/** Sends the originals that a reviewer requested and that this phone still keeps, on whatever network there is. */
export function useAskedOriginals(userId: string, desk: Desk | undefined): void {
  useEffect(() => {
    const versions = desk?.elections.flatMap(({ result }) => result?.versions ?? []) ?? [];
    for (const { originalAskedAt, originalFileId, originalSha256 } of versions) {
      if (originalAskedAt !== null && originalFileId === null && originalSha256 !== null) {
        void photoOutbox.releaseIfHeld(userId, originalSha256);
      }
    }
  }, [userId, desk]);
}
