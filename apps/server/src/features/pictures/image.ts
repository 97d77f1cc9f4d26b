import sharp, { type Sharp } from 'sharp';
import { openImage, undamaged } from '../../platform/images.ts';

const TYPES = ['image/png', 'image/jpeg', 'image/gif'] as const;

export const FULL_PIXELS = 512;
const THUMBNAIL_PIXELS = 96;

/** A picture as it is kept: two JPEGs, square and without metadata. */
export interface ProfilePicture {
  full: Buffer;
  thumbnail: Buffer;
}

/** Makes both sizes of an image that is upright: the middle square, on white where the image is transparent. */
export async function drawPicture(image: Sharp): Promise<ProfilePicture> {
  const full = await image
    .flatten({ background: '#ffffff' })
    .resize(FULL_PIXELS, FULL_PIXELS, { fit: 'cover' })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
  const thumbnail = await sharp(full)
    .resize(THUMBNAIL_PIXELS, THUMBNAIL_PIXELS)
    .jpeg({ quality: 78, mozjpeg: true })
    .toBuffer();
  return { full, thumbnail };
}

/** Makes a profile picture of what was uploaded; refuses what is no image, a bomb, or cut off. */
export async function readPicture(content: Buffer): Promise<ProfilePicture> {
  const { upright } = await openImage(content, TYPES, 'PICTURE_NOT_IMAGE');
  return await undamaged(drawPicture(upright));
}
