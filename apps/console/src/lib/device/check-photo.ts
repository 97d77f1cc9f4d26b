import { MAX_IMAGE_PIXELS } from '@ec/contract/files/schemas';
import { CHECK_LONG_SIDE, type CheckedPhoto, checkPhoto } from '@ec/contract/photos/check';
import { greyOfPixels, type GreyPicture } from '@ec/contract/photos/grey';
import type { KeptPhoto } from './drafts.ts';
import { imageSize } from './image-size.ts';

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
