import type { PhotoSending } from '@ec/contract/settings/schemas';
import { useEffect, useRef, useState } from 'react';
import type { KeptPhoto } from '../../lib/device/drafts.ts';
import type { PreparedPhoto } from '../../lib/device/prepare-photo.ts';
import { atRest } from '../../lib/device/when-idle.ts';
import { photoOutbox } from '../../domain/sending/photo-outbox.ts';

/** Loads what an attached photo takes while the officer types: on a slow network it is seconds of its way. */
function loadPreparation(): void {
  const unimportant = () => undefined;
  import('../../lib/device/prepare-photo.ts').catch(unimportant);
  import('../../lib/device/upload-parts.ts').catch(unimportant);
  import('../../lib/device/check-photo.ts').catch(unimportant);
}

/**
 * Makes of an attached photo what is sent, and begins to send it: the network has the time in which the officer types. `whole`
 * resolves with it, or with null where this phone cannot; a photo that is taken away again is not sent any further.
 */
export function usePreparedPhoto(userId: string, photo: KeptPhoto | null, sending: PhotoSending) {
  const [prepared, setPrepared] = useState<PreparedPhoto | null>(null);
  const making = useRef<Promise<PreparedPhoto | null>>(Promise.resolve(null));
  const begun = useRef<string | null>(null);
  useEffect(() => atRest(loadPreparation), []);
  useEffect(() => {
    let gone = false;
    const make = async (): Promise<PreparedPhoto | null> => {
      if (!photo) return null;
      const { preparePhoto } = await import('../../lib/device/prepare-photo.ts');
      return await preparePhoto(photo, sending);
    };
    const made = make().catch(() => null);
    making.current = made;
    setPrepared(null);
    void made.then(async (next) => {
      if (gone) return;
      const sha256 = next?.sheet.sha256 ?? null;
      if (begun.current !== null && begun.current !== sha256) await photoOutbox.drop(userId, begun.current);
      begun.current = sha256;
      setPrepared(next);
      if (next) await photoOutbox.post(userId, next.sheet);
    });
    return () => {
      gone = true;
    };
  }, [userId, photo, sending]);
  return { prepared, whole: () => making.current };
}
