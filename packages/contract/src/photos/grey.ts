/** A picture of brightness alone: one byte a pixel, row by row. */
export interface GreyPicture {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

/** The brightness of pixels as a canvas has them: red, green, blue and alpha. */
export function greyOfPixels(pixels: Uint8ClampedArray, width: number, height: number): GreyPicture {
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 1) {
    const from = at * 4;
    data[at] = (77 * (pixels[from] ?? 0) + 150 * (pixels[from + 1] ?? 0) + 29 * (pixels[from + 2] ?? 0)) >> 8;
  }
  return { data, width, height };
}

/** The value below which this share of the values lies. */
export function shareOf(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
