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
function shareOf(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const BLOCK = 32;

interface Block {
  /** The brightness of its paper, or of what lies there. */
  paper: number;
  /** The brightness of its darkest strokes. */
  ink: number;
}

function blocksOf({ data, width, height }: GreyPicture): Block[] {
  const blocks: Block[] = [];
  const counts = new Uint32Array(256);
  const level = (share: number, count: number) => {
    let left = share * count;
    for (let value = 0; value < 256; value += 1) {
      left -= counts[value] ?? 0;
      if (left < 0) return value;
    }
    return 255;
  };
  for (let top = 0; top + BLOCK <= height; top += BLOCK) {
    for (let left = 0; left + BLOCK <= width; left += BLOCK) {
      counts.fill(0);
      for (let y = top; y < top + BLOCK; y += 1) {
        for (let x = left; x < left + BLOCK; x += 1) {
          const value = data[y * width + x] ?? 0;
          counts[value] = (counts[value] ?? 0) + 1;
        }
      }
      blocks.push({ paper: level(0.8, BLOCK * BLOCK), ink: level(0.02, BLOCK * BLOCK) });
    }
  }
  return blocks;
}

export interface Light {
  /** The brightness of the sheet, 0 to 255. */
  paper: number;
  /** How much darker its ink is than its paper, 0 to 1. */
  contrast: number;
}

/** The light on the sheet, which is the brightest of what is in the photo. */
export function lightOf(picture: GreyPicture): Light {
  const blocks = blocksOf(picture);
  const paper = shareOf(
    blocks.map((block) => block.paper),
    0.75,
  );
  const onPaper = blocks.filter((block) => block.paper > 0.6 * paper);
  const contrasts = onPaper.map((block) => 1 - block.ink / Math.max(1, block.paper));
  return { paper, contrast: shareOf(contrasts, 0.75) };
}
