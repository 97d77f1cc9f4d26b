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
export async function seenElsewhere(slot: string, now: number): Promise<string[]> {
  const all = await keptUnder<Seen>(keyOf(personOf(slot)));
  const [old, recent] = [all.filter(({ at }) => now - at > MONTH_MS), all.filter(({ at }) => now - at <= MONTH_MS)];
  await Promise.all(old.map((seen) => forget(keyOf(seen.slot))));
  return recent.filter((seen) => seen.slot !== slot).flatMap(({ hashes }) => hashes);
}

/** Notes that the photo is attached to the sheet. */
export async function noteSeen(slot: string, hash: string, now: number): Promise<void> {
  const before = (await kept<Seen>(keyOf(slot)))?.hashes ?? [];
  const hashes = [hash, ...before.filter((other) => other !== hash)].slice(0, MOST);
  await keep(keyOf(slot), { slot, hashes, at: now } satisfies Seen);
}

/** Notes that the photo was taken away from the sheet before it was sent. */
export async function noteRemoved(slot: string, hash: string, now: number): Promise<void> {
  const before = await kept<Seen>(keyOf(slot));
  if (before) await keep(keyOf(slot), { ...before, hashes: before.hashes.filter((other) => other !== hash), at: now });
}
