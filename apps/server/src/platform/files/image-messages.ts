/** `sheet`: the whole image; `picture`: a square of its middle. */
export type Recipe = 'sheet' | 'picture';

/** What the server asks of the process that opens images, one at a time. */
export interface ImageTask {
  content: Buffer;
  recipe: Recipe;
}

/** What is made of an upload: two JPEGs without metadata, for the whole screen and for lists. */
export interface MadeImages {
  type: 'image/png' | 'image/jpeg' | 'image/gif';
  /** Of the upload. */
  width: number;
  height: number;
  view: Buffer;
  thumbnail: Buffer;
}

export type ImageRefusal = 'FILE_NOT_IMAGE' | 'FILE_IS_HEIC' | 'PICTURE_NOT_IMAGE' | 'FILE_DAMAGED';

/** An image whose header says that it takes too much memory, and how many megapixels of its form are taken. */
export interface TooLarge {
  width: number;
  height: number;
  megapixels: number;
}

export type ImageAnswer = { made: MadeImages } | { refusal: ImageRefusal } | { tooLarge: TooLarge };

/** The first message of the process: from now on, what ends it is its picture. */
export const READY = 'ready';
