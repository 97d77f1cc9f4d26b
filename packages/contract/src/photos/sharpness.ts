import type { GreyPicture } from './grey.ts';

/** The share of pixels at which a stroke or a border is strongest. */
const STRONGEST = 0.02;
const STEPS = 511;
/** Every fourth row is enough to know how strong the strongest are, every second to look at them. */
const ROWS = 4;

/**
 * How sharp edges along one direction are: the energy of the second difference over that of the first, at the strongest edges alone. A variance of
 * the Laplacian depends on light, contrast, and how much is written; this does not.
 */
function sharpnessAlong({ data, width, height }: GreyPicture, step: number): number {
  const counts = new Uint32Array(STEPS);
  let seen = 0;
  for (let y = 2; y < height - 2; y += ROWS) {
    seen += width - 4;
    for (let at = y * width + 2; at < y * width + width - 2; at += 1) {
      const slope = Math.abs((data[at + step] ?? 0) - (data[at - step] ?? 0));
      counts[slope] = (counts[slope] ?? 0) + 1;
    }
  }
  let least = STEPS - 1;
  for (let left = seen * STRONGEST; least > 1; least -= 1) {
    left -= counts[least] ?? 0;
    if (left <= 0) break;
  }
  let bend = 0;
  let slope = 0;
  for (let y = 2; y < height - 2; y += 2) {
    for (let at = y * width + 2; at < y * width + width - 2; at += 1) {
      const first = (data[at + step] ?? 0) - (data[at - step] ?? 0);
      if (Math.abs(first) < least) continue;
      slope += first * first;
      // The bend is greatest beside the place where the slope is.
      const here = data[at] ?? 0;
      const before = (data[at - 2 * step] ?? 0) - 2 * (data[at - step] ?? 0) + here;
      const after = here - 2 * (data[at + step] ?? 0) + (data[at + 2 * step] ?? 0);
      bend += before * before + after * after;
    }
  }
  return slope === 0 ? 0 : Math.sqrt(bend / slope);
}

/** The sharpness of the least sharp of four directions: a phone that moved blurs one and leaves the others. */
export function sharpnessOf(picture: GreyPicture): number {
  const { width } = picture;
  return Math.min(...[1, width, width + 1, width - 1].map((step) => sharpnessAlong(picture, step)));
}
