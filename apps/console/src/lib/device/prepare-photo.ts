import { COPY_LONG_SIDE, MAX_COPY_BYTES, MAX_SHEET_BYTES } from '@ec/contract/files/schemas';
import type { PhotoSending } from '@ec/contract/settings/schemas';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { KeptPhoto } from './drafts.ts';
import { paintJpeg } from './photo-choice.ts';

/** Bytes to be sent, and the SHA-256 that is declared for them. */
export interface DeclaredBlob {
  blob: Blob;
  sha256: string;
}

/** A photo to send: `original` is the photo as taken, if a copy of it is sent first. */
export interface PreparedPhoto {
  sheet: DeclaredBlob;
  original: DeclaredBlob | null;
}

/** Side and quality of the copy: the first that is small enough is taken, else the last. */
const ATTEMPTS = [
  [2000, 0.72],
  [1800, 0.7],
  [COPY_LONG_SIDE, 0.7],
  [COPY_LONG_SIDE, 0.55],
  [COPY_LONG_SIDE, 0.4],
  [COPY_LONG_SIDE, 0.3],
] as const;

/** Not crypto.subtle: a rehearsal by plain HTTP has none. */
async function declare(blob: Blob): Promise<DeclaredBlob> {
  return { blob, sha256: bytesToHex(sha256(new Uint8Array(await blob.arrayBuffer()))) };
}

/** The image upright, turned as the officer turned it; its long side is `longSide` pixels, or less where it has less. */
async function paintUpright(image: ImageBitmap, turn: number, longSide: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, longSide / Math.max(image.width, image.height));
  const [wide, high] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  const sideways = turn % 180 !== 0;
  const [width, height] = sideways ? [high, wide] : [wide, high];
  const paint = (context: CanvasRenderingContext2D) => {
    context.imageSmoothingQuality = 'high';
    context.translate(width / 2, height / 2);
    context.rotate((turn * Math.PI) / 180);
    context.drawImage(image, -wide / 2, -high / 2, wide, high);
  };
  return await paintJpeg({ width, height }, paint, quality);
}

/** Draws the photo with `paint`; null if the phone has too little memory. */
async function withImage(blob: Blob, paint: (image: ImageBitmap) => Promise<Blob | null>): Promise<Blob | null> {
  try {
    const image = await createImageBitmap(blob, { imageOrientation: 'from-image' });
    try {
      return await paint(image);
    } finally {
      image.close();
    }
  } catch {
    return null;
  }
}

/** A legible copy of at most 300 KB; null where the photo needs none or the phone cannot make one. */
async function copyOf({ blob, turn }: KeptPhoto): Promise<Blob | null> {
  if (blob.size <= MAX_COPY_BYTES && turn % 360 === 0) return null;
  return await withImage(blob, async (image) => {
    let copy: Blob | null = null;
    for (const [longSide, quality] of ATTEMPTS) {
      copy = await paintUpright(image, turn, longSide, quality);
      if (!copy || copy.size <= MAX_COPY_BYTES) break;
    }
    return copy;
  });
}

/** The photo as taken, byte for byte; where it was turned, a turned one of full size. */
async function wholeOf({ blob, turn }: KeptPhoto): Promise<Blob> {
  if (turn % 360 === 0) return blob;
  const turned = await withImage(blob, (image) => paintUpright(image, turn, Number.POSITIVE_INFINITY, 0.92));
  return turned && turned.size <= MAX_SHEET_BYTES ? turned : blob;
}

/** Prepares a photo for sending, by the organisation's setting. Without memory for a copy the original is sent. */
export async function preparePhoto(photo: KeptPhoto, sending: PhotoSending): Promise<PreparedPhoto> {
  const copy = sending === 'original' ? null : await copyOf(photo);
  if (copy === null || copy.size >= photo.blob.size)
    return { sheet: await declare(await wholeOf(photo)), original: null };
  return { sheet: await declare(copy), original: await declare(photo.blob) };
}
