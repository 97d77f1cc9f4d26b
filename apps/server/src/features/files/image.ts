import { MAX_IMAGE_PIXELS } from '@ec/contract/files';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { AppError } from '../../platform/errors.ts';

// One picture at a time a core: a burst of uploads must not starve the counting.
sharp.concurrency(1);
sharp.cache(false);

const TYPES = ['image/png', 'image/jpeg'] as const;
export type ImageType = (typeof TYPES)[number];

export interface InspectedImage {
  type: ImageType;
  width: number;
  height: number;
  /** Upright, at most 2,000 pixels either way, without metadata. */
  view: Buffer;
  thumbnail: Buffer;
}

const VIEW_PIXELS = 2000;
const THUMBNAIL_PIXELS = 240;

async function typeOf(content: Buffer): Promise<ImageType> {
  const detected = await fileTypeFromBuffer(content);
  const type = TYPES.find((known) => known === detected?.mime);
  if (!type) throw new AppError('FILE_NOT_IMAGE');
  return type;
}

/** Reads the image by its content, never by its name; refuses what is none, a bomb, or cut off. */
export async function inspectImage(content: Buffer): Promise<InspectedImage> {
  const type = await typeOf(content);
  const options = { failOn: 'truncated' as const, limitInputPixels: MAX_IMAGE_PIXELS };
  const { width, height } = await sharp(content, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new AppError('FILE_DAMAGED');
    });
  if (width * height > MAX_IMAGE_PIXELS) throw new AppError('IMAGE_TOO_LARGE', { megapixels: MAX_IMAGE_PIXELS / 1e6 });
  try {
    const upright = sharp(content, options).rotate();
    const view = await upright
      .clone()
      .resize({ width: VIEW_PIXELS, height: VIEW_PIXELS, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer();
    const thumbnail = await sharp(view)
      .resize({ width: THUMBNAIL_PIXELS, height: THUMBNAIL_PIXELS, fit: 'inside' })
      .jpeg({ quality: 70 })
      .toBuffer();
    return { type, width, height, view, thumbnail };
  } catch {
    throw new AppError('FILE_DAMAGED');
  }
}
