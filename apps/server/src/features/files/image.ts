import sharp from 'sharp';
import { openImage, undamaged } from '../../platform/images.ts';

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

/** Reads the image by its content, never by its name; refuses what is none, a bomb, or cut off. */
export async function inspectImage(content: Buffer): Promise<InspectedImage> {
  const { type, width, height, upright } = await openImage(content, TYPES, 'FILE_NOT_IMAGE');
  const view = await undamaged(
    upright
      .resize({ width: VIEW_PIXELS, height: VIEW_PIXELS, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer(),
  );
  const thumbnail = await undamaged(
    sharp(view)
      .resize({ width: THUMBNAIL_PIXELS, height: THUMBNAIL_PIXELS, fit: 'inside' })
      .jpeg({ quality: 70 })
      .toBuffer(),
  );
  return { type, width, height, view, thumbnail };
}
