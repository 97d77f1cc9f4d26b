import { MAX_IMAGE_PIXELS } from '@ec/contract/files';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { AppError } from './errors.ts';

// One picture at a time a core: a burst of uploads must not starve the counting.
sharp.concurrency(1);
sharp.cache(false);

export interface OpenedImage<T extends string> {
  type: T;
  width: number;
  height: number;
  /** Turned as it was taken; nothing of its metadata reaches what is made of it. */
  upright: Sharp;
}

/**
 * Opens an image by its content, never by its name. Refuses what is of none of the types (with the given code), what
 * cannot be read (FILE_DAMAGED), and a bomb of pixels (IMAGE_TOO_LARGE).
 */
export async function openImage<T extends string>(
  content: Buffer,
  types: readonly T[],
  refusal: 'FILE_NOT_IMAGE' | 'PICTURE_NOT_IMAGE',
): Promise<OpenedImage<T>> {
  const detected = await fileTypeFromBuffer(content);
  const type = types.find((known) => known === detected?.mime);
  if (type === undefined) throw new AppError(refusal);
  const options = { failOn: 'truncated' as const, limitInputPixels: MAX_IMAGE_PIXELS };
  const { width, height } = await undamaged(sharp(content, { ...options, limitInputPixels: false }).metadata());
  if (width * height > MAX_IMAGE_PIXELS) throw new AppError('IMAGE_TOO_LARGE', { megapixels: MAX_IMAGE_PIXELS / 1e6 });
  return { type, width, height, upright: sharp(content, options).rotate() };
}

/** What is made of an opened image; an image that breaks off on the way answers FILE_DAMAGED. */
export async function undamaged<T>(made: Promise<T>): Promise<T> {
  try {
    return await made;
  } catch {
    throw new AppError('FILE_DAMAGED');
  }
}
