import type { PhotoFault } from '@ec/contract/photos/check';
import { useEffect, useRef, useState } from 'react';
import type { KeptPhoto } from './drafts.ts';
import { noteRemoved, noteSeen, seenElsewhere } from './seen-photos.ts';

/** What the check says of the attached photo; nothing while it looks, and where it cannot. */
interface Advice {
  faults: readonly PhotoFault[];
  /** True once the officer chose to go on. */
  settled: boolean;
}

const NONE: Advice = { faults: [], settled: false };

/** Looks for faults of an attached photo, on this phone alone. What it finds is said, never sent and never in the way. */
export function usePhotoCheck(slot: string, photo: KeptPhoto | null) {
  const [advice, setAdvice] = useState(NONE);
  const noted = useRef<string | null>(null);
  const isAttached = photo !== null;
  useEffect(() => {
    let gone = false;
    setAdvice(NONE);
    const look = async () => {
      const before = noted.current;
      noted.current = null;
      if (before !== null) await noteRemoved(slot, before, Date.now());
      if (!photo) return;
      const { checkKeptPhoto } = await import('./check-photo.ts');
      const checked = await checkKeptPhoto(photo, await seenElsewhere(slot, Date.now()));
      if (gone || !checked) return;
      noted.current = checked.hash;
      setAdvice({ faults: checked.faults, settled: false });
      if (checked.hash !== null) await noteSeen(slot, checked.hash, Date.now());
    };
    if (isAttached || noted.current !== null) void look().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [slot, photo, isAttached]);
  return { ...advice, goOn: () => setAdvice({ ...advice, settled: true }) };
}
