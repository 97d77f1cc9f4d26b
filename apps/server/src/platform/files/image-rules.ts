import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '@ec/contract/files/schemas';
import type { TooLarge } from './image-messages.ts';

/** What the header of an image contains. */
export interface ImageHeader {
  width: number;
  height: number;
  channels: number;
  /** The name in libvips of the numeric type of a channel. */
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

/** Bytes per pixel while the image is decoded; an unknown depth counts as the largest. */
function pixelBytes({ channels, depth, isProgressive, type }: ImageHeader): number {
  // A progressive JPEG is held as coefficients of 16 bits until its last scan.
  const scans = type === 'image/jpeg' && isProgressive ? 2 : 1;
  return channels * (WIDE[depth] ?? 16) * scans;
}

/** Bytes of memory that the image needs while it is decoded. */
export function openedBytes(header: ImageHeader): number {
  return header.width * header.height * pixelBytes(header);
}

/** The pixel limit for images of this format, in whole megapixels; at least one. */
function mostMegapixels(header: ImageHeader, most: number): number {
  return Math.max(1, Math.floor(Math.min(most, MAX_IMAGE_BYTES / pixelBytes(header)) / 1e6));
}

/** The details of the refusal of an image that would need too much memory, from its header; null if it is accepted. */
export function tooLargeBy(header: ImageHeader, most: number = MAX_IMAGE_PIXELS): TooLarge | null {
  const { width, height } = header;
  if (width * height <= most && openedBytes(header) <= MAX_IMAGE_BYTES) return null;
  return { width, height, megapixels: mostMegapixels(header, most) };
}
