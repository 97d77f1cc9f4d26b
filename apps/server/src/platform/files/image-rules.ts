import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '@ec/contract/files/schemas';
import type { TooLarge } from './image-messages.ts';

/** What a header says of an image. */
export interface ImageHeader {
  width: number;
  height: number;
  channels: number;
  /** The name that libvips has for the numbers of one colour. */
  depth: string;
  isProgressive: boolean;
  type: string;
}

const WIDE: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  double: 8,
  complex: 8,
  dpcomplex: 16,
};

/** Bytes that a pixel takes while the image is opened; a depth that is not known counts as the largest. */
function pixelBytes({ channels, depth, isProgressive, type }: ImageHeader): number {
  // A progressive JPEG is held as coefficients of 16 bits until its last scan.
  const scans = type === 'image/jpeg' && isProgressive ? 2 : 1;
  return channels * (WIDE[depth] ?? 16) * scans;
}

/** Bytes that the image takes while it is opened. */
export function openedBytes(header: ImageHeader): number {
  return header.width * header.height * pixelBytes(header);
}

/** The most pixels that are taken of an image of this form, in whole millions: some, whatever the form. */
function mostMegapixels(header: ImageHeader): number {
  return Math.max(1, Math.floor(Math.min(MAX_IMAGE_PIXELS, MAX_IMAGE_BYTES / pixelBytes(header)) / 1e6));
}

/** What the refusal of an image says that takes too much, by its header; null for one that is opened. */
export function tooLargeBy(header: ImageHeader): TooLarge | null {
  const { width, height } = header;
  if (width * height <= MAX_IMAGE_PIXELS && openedBytes(header) <= MAX_IMAGE_BYTES) return null;
  return { width, height, megapixels: mostMegapixels(header) };
}
