import type { PhotoFault } from '@ec/contract/photos/check';
import { useEffect, useRef, useState } from 'react';
import type { KeptPhoto } from './drafts.ts';
import { forget, keep, kept, keptUnder } from './device-store.ts';

/** The photos of one sheet that were attached on this phone: hashes, never the photos. */
interface Seen {
  slot: string;
  hashes: string[];
  at: number;
}

const MOST = 6;
const MONTH_MS = 30 * 24 * 3_600_000;
const keyOf = (slot: string) => `photo-seen:${slot}`;
const personOf = (slot: string) => slot.slice(0, slot.indexOf('/') + 1);

/** The hashes of photos of the person's other sheets on this phone: other contests, other units, of the last month. */
async function seenElsewhere(slot: string, now: number): Promise<string[]> {
  const all = await keptUnder<Seen>(keyOf(personOf(slot)));
  const [old, recent] = [all.filter(({ at }) => now - at > MONTH_MS), all.filter(({ at }) => now - at <= MONTH_MS)];
  await Promise.all(old.map((seen) => forget(keyOf(seen.slot))));
  return recent.filter((seen) => seen.slot !== slot).flatMap(({ hashes }) => hashes);
}

/** Notes that the photo is attached to the sheet. */
async function noteSeen(slot: string, hash: string, now: number): Promise<void> {
  const before = (await kept<Seen>(keyOf(slot)))?.hashes ?? [];
  const hashes = [hash, ...before.filter((other) => other !== hash)].slice(0, MOST);
  await keep(keyOf(slot), { slot, hashes, at: now } satisfies Seen);
}

/** Notes that the photo was taken away from the sheet before it was sent. */
async function noteRemoved(slot: string, hash: string, now: number): Promise<void> {
  const before = await kept<Seen>(keyOf(slot));
  if (before) await keep(keyOf(slot), { ...before, hashes: before.hashes.filter((other) => other !== hash), at: now });
}

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
