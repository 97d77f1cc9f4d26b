import * as z from 'zod/mini';
import { FileId, ResultId } from '../base/common.ts';

/** 10 MB, as the submission page says; enforced by the server. */
export const MAX_SHEET_BYTES = 10 * 1024 * 1024;
/** The copy of a photo that goes first over a slow network: its long side in pixels (of the photo, if that is smaller), its size in bytes. */
export const COPY_LONG_SIDE = 1600;
export const MAX_COPY_BYTES = 300 * 1024;
/** The largest photo of a phone's camera has 64 million pixels. */
export const MAX_IMAGE_PIXELS = 70_000_000;
/** Memory limit of a decoded image in bytes: the largest photo in three 8-bit channels. */
export const MAX_IMAGE_BYTES = 3 * MAX_IMAGE_PIXELS;
/** A logo of a party: as a file, and as the picture that its header says. */
export const MAX_LOGO_BYTES = 1024 * 1024;
export const MAX_LOGO_PIXELS = 16_000_000;
/** The side of the square in which the server draws it. */
export const LOGO_PIXELS = 96;
/** All uploads of a user together. */
export const UPLOADS_PER_MINUTE = 10;

/** SHA-256 as 64 hexadecimal digits. */
export const Sha256Hex = z.string().check(z.regex(/^[\da-f]{64}$/, 'Give the SHA-256 as 64 hexadecimal digits'));

export const StoredFile = z.object({
  id: FileId,
  sha256: z.string(),
  size: z.number(),
  type: z.enum(['image/png', 'image/jpeg']),
  width: z.number(),
  height: z.number(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** `sheet`: the photo that goes with the figures; `original`: the photo as taken, where that is a copy. */
export const PhotoPart = z.enum(['sheet', 'original']);
export type PhotoPart = z.infer<typeof PhotoPart>;

/** A stored sheet, and every version of its sender that had declared its SHA-256 and has it now. */
export const StoredSheet = z.extend(StoredFile, {
  joined: z.array(z.object({ resultId: ResultId, version: z.number(), part: PhotoPart })),
});
export type StoredSheet = z.infer<typeof StoredSheet>;

/** `view`: rotated upright, at most 2,000 pixels on each side, without metadata. `original`: the received bytes. */
export const FileVariant = z.enum(['view', 'thumbnail', 'original']);
export type FileVariant = z.infer<typeof FileVariant>;
