import { LOGO_PIXELS, MAX_IMAGE_PIXELS, MAX_LOGO_PIXELS } from '@ec/contract/files/schemas';
import { CHECK_LONG_SIDE } from '@ec/contract/photos/check';
import { inkHash } from '@ec/contract/photos/ink-hash';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import type { ImageAnswer, ImageRefusal, MadeImages, Recipe } from './image-messages.ts';
import { tooLargeBy } from './image-rules.ts';

// One thread per image, and no cache between images.
sharp.concurrency(1);
sharp.cache(false);

/** The side of a profile picture, which is square. */
export const PICTURE_PIXELS = 512;
const PICTURE_THUMBNAIL_PIXELS = 96;
const VIEW_PIXELS = 2000;
const THUMBNAIL_PIXELS = 240;

type Drawn = Pick<MadeImages, 'view' | 'thumbnail'> & { inkHash?: string | null };

/** Of the upright picture, as the phone computes it of a photo (packages/contract/src/photos/README.md). */
async function inkHashOf(view: Buffer): Promise<string | null> {
  const { data, info } = await sharp(view)
    .resize(CHECK_LONG_SIDE, CHECK_LONG_SIDE, { fit: 'inside' })
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return inkHash({ data, width: info.width, height: info.height });
}

/** Rotated as it was taken, at most 2,000 pixels on each side. */
async function drawSheet(image: Sharp): Promise<Drawn> {
  const view = await image
    .resize({ width: VIEW_PIXELS, height: VIEW_PIXELS, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 82 })
    .toBuffer();
  const thumbnail = await sharp(view)
    .resize({ width: THUMBNAIL_PIXELS, height: THUMBNAIL_PIXELS, fit: 'inside' })
    .jpeg({ quality: 70 })
    .toBuffer();
  return { view, thumbnail, inkHash: await inkHashOf(view) };
}

/** The central square, on white if the image is transparent. */
export async function drawPicture(image: Sharp): Promise<Drawn> {
  const view = await image
    .flatten({ background: '#ffffff' })
    .resize(PICTURE_PIXELS, PICTURE_PIXELS, { fit: 'cover' })
    .jpeg({ quality: 84 })
    .toBuffer();
  const thumbnail = await sharp(view)
    .resize(PICTURE_THUMBNAIL_PIXELS, PICTURE_THUMBNAIL_PIXELS)
    .jpeg({ quality: 78 })
    .toBuffer();
  return { view, thumbnail };
}

/** The whole image in a transparent square: what is served is this PNG, never what was sent. */
async function drawLogo(image: Sharp): Promise<Drawn> {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const view = await image
    .resize(LOGO_PIXELS, LOGO_PIXELS, { fit: 'contain', background: clear })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
  return { view, thumbnail: view };
}

const MOST = MAX_IMAGE_PIXELS;
const RECIPES = {
  sheet: { types: ['image/png', 'image/jpeg'], refusal: 'FILE_NOT_IMAGE', draw: drawSheet, most: MOST },
  picture: {
    types: ['image/png', 'image/jpeg', 'image/gif'],
    refusal: 'PICTURE_NOT_IMAGE',
    draw: drawPicture,
    most: MOST,
  },
  logo: {
    types: ['image/png', 'image/jpeg', 'image/svg+xml'],
    refusal: 'LOGO_NOT_IMAGE',
    draw: drawLogo,
    most: MAX_LOGO_PIXELS,
  },
} as const satisfies Record<Recipe, unknown>;

/** The format in which phones save photos unless set to JPEG. */
const HEIC: readonly string[] = [
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
  'image/avif',
];

/** The library looks no further either. */
const SVG_BEGINS = 1000;

class Refused extends Error {
  override name = 'Refused';
  readonly refusal: ImageRefusal;

  constructor(refusal: ImageRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

async function undamaged<T>(made: Promise<T>): Promise<T> {
  try {
    return await made;
  } catch {
    throw new Refused('FILE_DAMAGED');
  }
}

/**
 * An SVG is text, which is known by no first bytes. The drawing library runs no script in it and opens no address; what is not well-formed,
 * refers to entities outside or unfolds without end is refused.
 */
async function isSvg(content: Buffer): Promise<boolean> {
  if (!content.subarray(0, SVG_BEGINS).includes('<svg')) return false;
  const header = await undamaged(sharp(content, { limitInputPixels: false }).metadata());
  return header.format === 'svg';
}

async function typeOf(content: Buffer, recipe: Recipe): Promise<MadeImages['type']> {
  const { types, refusal }: { types: readonly MadeImages['type'][]; refusal: ImageRefusal } = RECIPES[recipe];
  // Where no SVG is taken, nothing of one is read.
  const drawn = types.includes('image/svg+xml') && (await isSvg(content));
  const detected = drawn ? { mime: 'image/svg+xml' } : await fileTypeFromBuffer(content);
  const type = types.find((known) => known === detected?.mime);
  if (type !== undefined) return type;
  throw new Refused(detected && HEIC.includes(detected.mime) ? 'FILE_IS_HEIC' : refusal);
}

async function openImage(content: Buffer, recipe: Recipe): Promise<ImageAnswer> {
  const { draw, most } = RECIPES[recipe];
  const type = await typeOf(content, recipe);
  const header = await undamaged(sharp(content, { limitInputPixels: false }).metadata());
  const { width, height } = header;
  const tooLarge = tooLargeBy({ ...header, type }, most);
  if (tooLarge) return { tooLarge };
  const upright = sharp(content, { failOn: 'truncated', limitInputPixels: most }).rotate();
  return { made: { type, width, height, inkHash: null, ...(await undamaged<Drawn>(draw(upright))) } };
}

/**
 * Decodes an image by its content, never by its name. Refuses other types than the recipe's, images that cannot be read to the end (FILE_DAMAGED)
 * and, by the header alone, images that would need too much memory (IMAGE_TOO_LARGE).
 */
export async function makeImages(content: Buffer, recipe: Recipe): Promise<ImageAnswer> {
  try {
    return await openImage(content, recipe);
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal };
    throw error;
  }
}
