import { edgesOf } from './edges.ts';
import { type GreyPicture, lightOf } from './light.ts';
import { inkDistance, inkHash, SAME_PHOTO_BITS } from './ink-hash.ts';

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
function sharpnessOf(picture: GreyPicture): number {
  const { width } = picture;
  return Math.min(...[1, width, width + 1, width - 1].map((step) => sharpnessAlong(picture, step)));
}

/** The long side, in pixels, of the picture that the check looks at. */
export const CHECK_LONG_SIDE = 512;

export type PhotoFault = 'dark' | 'bright' | 'blurred' | 'cut' | 'small' | 'repeated';

/** What is said of each fault, with what to do. Taking the photo again is advice: the officer may always go on. */
export const PHOTO_FAULTS: Record<PhotoFault, { title: string; advice: string }> = {
  dark: { title: 'The photo is dark.', advice: 'Take it again in better light, or go on.' },
  bright: {
    title: 'The light washes out the writing.',
    advice: 'Take the photo again without flash and out of the sun, or go on.',
  },
  blurred: { title: 'The photo is blurred.', advice: 'Hold the phone still and take it again, or go on.' },
  cut: {
    title: 'The sheet is cut off at the edge of the photo.',
    advice: 'Take it again with the whole sheet in the photo, or go on.',
  },
  small: {
    title: 'The photo has few pixels.',
    advice: 'Figures may be hard to read. Take it again with the camera, or go on.',
  },
  repeated: {
    title: 'This is the same photo as before.',
    advice: 'It was attached to another sheet on this phone. Take a photo of this sheet, or go on.',
  },
};

/** Thresholds, chosen on one half of the drawn photos and tried on the other (README.md). */
const LIMITS = {
  /** Paper darker than this, of 255. */
  dark: 105,
  /** Ink less dark than this share of the paper. */
  contrast: 0.13,
  sharpness: 0.75,
  /** Strokes that run into one side. */
  strokes: 3,
  /** The border of the sheet is seen along less than the first share of one side, and more than the second of another. */
  borderHidden: 0.4,
  borderSeen: 0.7,
  shortSide: 700,
  longSide: 1000,
} as const;

function isCut(grey: GreyPicture, paper: number): boolean {
  const edges = edgesOf(grey, paper);
  if (edges.some(({ strokes }) => strokes >= LIMITS.strokes)) return true;
  const borders = edges.map(({ border }) => border);
  return Math.min(...borders) <= LIMITS.borderHidden && Math.max(...borders) >= LIMITS.borderSeen;
}

export interface CheckedPhoto {
  faults: PhotoFault[];
  /** By which the same photo is known again; null of a photo on which hardly anything is written. */
  hash: string | null;
}

/**
 * Looks for faults for which a photo of a sheet should be taken again. `grey` is the upright photo at CHECK_LONG_SIDE, `pixels` the size of the
 * photo itself, `earlier` the hashes of photos of other sheets. Pure; it proves nothing and refuses nothing.
 */
export function checkPhoto(
  grey: GreyPicture,
  pixels: { width: number; height: number },
  earlier: readonly string[],
): CheckedPhoto {
  const { paper, contrast } = lightOf(grey);
  const hash = inkHash(grey);
  const isSmall =
    Math.min(pixels.width, pixels.height) < LIMITS.shortSide || Math.max(pixels.width, pixels.height) < LIMITS.longSide;
  const found: Record<PhotoFault, boolean> = {
    dark: paper < LIMITS.dark,
    bright: paper >= LIMITS.dark && contrast < LIMITS.contrast,
    blurred: contrast >= LIMITS.contrast && sharpnessOf(grey) < LIMITS.sharpness,
    cut: isCut(grey, paper),
    small: isSmall,
    repeated: hash !== null && earlier.some((other) => inkDistance(hash, other) <= SAME_PHOTO_BITS),
  };
  const faults = (Object.keys(found) as PhotoFault[]).filter((fault) => found[fault]);
  return { faults, hash };
}
