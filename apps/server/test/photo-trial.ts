import { CHECK_LONG_SIDE, type CheckedPhoto, checkPhoto, type PhotoFault } from '@ec/contract/photos/check';
import { between, drawnPhoto, goodShot, heldCut, type Random, seeded, type Shot, smallGrey } from './drawn-photos.ts';

/** Thresholds were chosen on photos of even numbers; the trial takes those of odd ones. */
const oddNumbers = (count: number) => Array.from({ length: count }, (_, index) => index * 2 + 1);
export const GOOD = oddNumbers(100);
export const FAULTY = oddNumbers(40);
const PIXELS = { width: 2250, height: 3000 };

/** Faults as they are drawn: clear enough that a careful person takes the photo again. */
export const DRAWN_FAULTS: Record<string, { fault: PhotoFault; shot: (random: Random) => Partial<Shot> }> = {
  'too dark': { fault: 'dark', shot: (random) => ({ exposure: between(random, 14, 80) }) },
  'washed out': {
    fault: 'bright',
    shot: (random) => ({ haze: between(random, 0.85, 0.96), exposure: between(random, 200, 330) }),
  },
  'out of focus': { fault: 'blurred', shot: (random) => ({ blur: between(random, 4, 12) }) },
  'blurred by motion': { fault: 'blurred', shot: (random) => ({ motion: between(random, 18, 45) }) },
  'cut at an edge': { fault: 'cut', shot: (random) => ({ corners: heldCut(random) }) },
};

/** The photo of this number, with the change of a fault. */
export async function photoOf(seed: number, change: (random: Random) => Partial<Shot> = () => ({})): Promise<Buffer> {
  const random = seeded(seed);
  return await drawnPhoto(seed, seed, { ...goodShot(random), ...change(random) });
}

export const lookAt = async (photo: Buffer, pixels = PIXELS, earlier: readonly string[] = []): Promise<CheckedPhoto> =>
  checkPhoto(await smallGrey(photo, CHECK_LONG_SIDE), pixels, earlier);

export const percent = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10;

/** What the check says of good photos. */
export async function tryGood(): Promise<CheckedPhoto[]> {
  const checked: CheckedPhoto[] = [];
  for (const seed of GOOD) checked.push(await lookAt(await photoOf(seed)));
  return checked;
}

/** The percentage of the photos with the fault of which the check says it. */
export async function tryFault(name: string): Promise<number> {
  const drawn = DRAWN_FAULTS[name];
  if (!drawn) throw new Error(`no fault ${name}`);
  let found = 0;
  for (const seed of FAULTY) {
    const { faults } = await lookAt(await photoOf(seed + 1000, drawn.shot));
    if (faults.includes(drawn.fault)) found += 1;
  }
  return percent(found, FAULTY.length);
}
