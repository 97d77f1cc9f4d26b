import { MAX_IMAGE_PIXELS } from '@ec/contract/files/schemas';
import { CHECK_LONG_SIDE, type CheckedPhoto, checkPhoto } from '@ec/contract/photos/check';
import { greyOfPixels, type GreyPicture } from '@ec/contract/photos/light';
import type { KeptPhoto } from './drafts.ts';

const HEAD_BYTES = 262_144;

/** The marker of a JPEG's frame: its size. Others of these numbers are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The pixels that the head of a PNG or JPEG says it has, before anything is decoded; null where it does not say. */
async function imageSize(blob: Blob): Promise<{ width: number; height: number } | null> {
  const head = new DataView(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  if (head.byteLength < 24) return null;
  if (head.getUint32(0) === 0x89_50_4e_47) return { width: head.getUint32(16), height: head.getUint32(20) };
  if (head.getUint16(0) !== 0xff_d8) return null;
  for (let at = 2; at + 9 < head.byteLength && head.getUint8(at) === 0xff; at += 2 + head.getUint16(at + 2)) {
    if (isFrame(head.getUint8(at + 1))) return { width: head.getUint16(at + 7), height: head.getUint16(at + 5) };
  }
  return null;
}

/** Made small where it is decoded, beside the page: a canvas would do it in the page's own time. */
const SMALL = { imageOrientation: 'from-image', resizeWidth: CHECK_LONG_SIDE, resizeQuality: 'medium' } as const;

/** Upright, as the officer turned it, and small. */
function smallGrey(image: ImageBitmap, turn: number): GreyPicture | null {
  const scale = CHECK_LONG_SIDE / Math.max(image.width, image.height);
  const [wide, high] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  const [width, height] = turn % 180 === 0 ? [wide, high] : [high, wide];
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.translate(width / 2, height / 2);
  context.rotate((turn * Math.PI) / 180);
  context.drawImage(image, -wide / 2, -high / 2, wide, high);
  return greyOfPixels(context.getImageData(0, 0, width, height).data, width, height);
}

/**
 * Looks for faults of an attached photo, on the phone alone; `earlier` are the hashes of photos of other sheets. Null where this phone cannot
 * open it: the server then says what is wrong with it.
 */
export async function checkKeptPhoto(photo: KeptPhoto, earlier: readonly string[]): Promise<CheckedPhoto | null> {
  try {
    const size = await imageSize(photo.blob);
    // Opened, it would take more memory than many phones have.
    if (!size || size.width * size.height > MAX_IMAGE_PIXELS) return null;
    const image = await createImageBitmap(photo.blob, SMALL);
    try {
      const grey = smallGrey(image, photo.turn);
      return grey && checkPhoto(grey, size, earlier);
    } finally {
      image.close();
    }
  } catch {
    return null;
  }
}
