import type { GreyPicture } from './light.ts';

/** Of the hash of a photo's ink. */
export const INK_HASH_BITS = 256;
/** Photos whose hashes differ in at most so many bits are the same photo; README.md says how it was chosen. */
export const SAME_PHOTO_BITS = 24;

/** The ink is counted in so many fields each way. */
const FIELDS = 64;
/** Fields that differ less in their ink are those of an empty page and of grain: all such photos would be the same. */
const LEAST_INK = 0.006;
/** Frequencies each way: lower ones are the layout, which all sheets of a form share, and the light. */
const LOWEST = 6;
const FREQUENCIES = 16;

/** How much darker each pixel is than its surroundings, which leaves out light, shade and the desk; summed by field. */
function inkByField({ data, width, height }: GreyPicture): Float64Array {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row;
    }
  }
  const radius = Math.max(2, Math.round(Math.max(width, height) / 48));
  const ink = new Float64Array(FIELDS * FIELDS);
  const counts = new Float64Array(FIELDS * FIELDS);
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - radius) * stride;
    const bottom = Math.min(height, y + radius + 1) * stride;
    const row = Math.floor((y * FIELDS) / height) * FIELDS;
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - radius);
      const right = Math.min(width, x + radius + 1);
      const sum =
        (sums[bottom + right] ?? 0) - (sums[top + right] ?? 0) - (sums[bottom + left] ?? 0) + (sums[top + left] ?? 0);
      const around = sum / ((right - left) * ((bottom - top) / stride));
      const field = row + Math.floor((x * FIELDS) / width);
      counts[field] = (counts[field] ?? 0) + 1;
      const darker = around - (data[y * width + x] ?? 0) - 4;
      if (darker > 0) ink[field] = (ink[field] ?? 0) + darker / Math.max(20, around);
    }
  }
  return ink.map((value, field) => value / Math.max(1, counts[field] ?? 1));
}

const WAVES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float64Array.from({ length: FIELDS }, (_, at) =>
    Math.cos((Math.PI * (frequency + LOWEST) * (2 * at + 1)) / (2 * FIELDS)),
  ),
);

function spreadOf(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/**
 * 256 bits of what is written on a photo, as 64 hexadecimal digits: the signs of the middle frequencies of its ink (a discrete cosine transform).
 * The picture is about 512 pixels long and upright. Null where hardly anything is written on it.
 */
export function inkHash(picture: GreyPicture): string | null {
  const ink = inkByField(picture);
  if (spreadOf(ink) < LEAST_INK) return null;
  let hex = '';
  let digit = 0;
  for (const down of WAVES) {
    const row = new Float64Array(FIELDS);
    for (let x = 0; x < FIELDS; x += 1) {
      let sum = 0;
      for (let y = 0; y < FIELDS; y += 1) sum += (ink[y * FIELDS + x] ?? 0) * (down[y] ?? 0);
      row[x] = sum;
    }
    for (const [place, across] of WAVES.entries()) {
      let sum = 0;
      for (let x = 0; x < FIELDS; x += 1) sum += (row[x] ?? 0) * (across[x] ?? 0);
      digit = digit * 2 + (sum > 0 ? 1 : 0);
      if (place % 4 !== 3) continue;
      hex += digit.toString(16);
      digit = 0;
    }
  }
  return hex;
}

/** In how many of the 256 bits two hashes differ; 128 is chance. */
export function inkDistance(one: string, other: string): number {
  let bits = 0;
  for (let at = 0; at < one.length; at += 1) {
    let left = Number.parseInt(one[at] ?? '0', 16) ^ Number.parseInt(other[at] ?? '0', 16);
    for (; left > 0; left &= left - 1) bits += 1;
  }
  return bits;
}

const BANDS = 16;
const BAND_DIGITS = INK_HASH_BITS / 4 / BANDS;

/**
 * The hash in 16 parts, each with its number in the upper bits: two hashes that differ in at most 15 bits have one in common, those that differ in
 * SAME_PHOTO_BITS nearly always.
 */
export function inkBands(hash: string): number[] {
  return Array.from({ length: BANDS }, (_, band) => {
    const part = Number.parseInt(hash.slice(band * BAND_DIGITS, (band + 1) * BAND_DIGITS), 16);
    return band * 65_536 + part;
  });
}
