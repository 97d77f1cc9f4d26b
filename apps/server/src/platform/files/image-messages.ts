/** `sheet`: the whole image; `picture`: its central square; `logo`: the whole image in a small transparent square. */
export type Recipe = 'sheet' | 'picture' | 'logo';

/** A task for the image process, one at a time. */
export interface ImageTask {
  content: Buffer;
  recipe: Recipe;
}

/** The result of an upload: two JPEGs without metadata, for the full screen and for lists; of a logo one PNG, twice. */
export interface MadeImages {
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/svg+xml';
  /** Of the upload. */
  width: number;
  height: number;
  view: Buffer;
  thumbnail: Buffer;
  /** Of a sheet: 256 bits of what is written on it, in hexadecimal digits. */
  inkHash: string | null;
}

export type ImageRefusal = 'FILE_NOT_IMAGE' | 'FILE_IS_HEIC' | 'PICTURE_NOT_IMAGE' | 'LOGO_NOT_IMAGE' | 'FILE_DAMAGED';

/** An image whose header shows that it needs too much memory, and the limit in megapixels for its format. */
export interface TooLarge {
  width: number;
  height: number;
  megapixels: number;
}

export type ImageAnswer = { made: MadeImages } | { refusal: ImageRefusal } | { tooLarge: TooLarge };

/** The first message of the process. From then on, a crash is blamed on the image. */
export const READY = 'ready';
