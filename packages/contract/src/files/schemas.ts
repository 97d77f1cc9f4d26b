import * as z from 'zod/mini';
import { FileId } from '../base/common.ts';

/** 10 MB, as the submission page says; enforced by the server. */
export const MAX_SHEET_BYTES = 10 * 1024 * 1024;
/** The largest photo of a phone's camera has 64 million pixels. */
export const MAX_IMAGE_PIXELS = 70_000_000;
/** Memory limit of a decoded image in bytes: the largest photo in three 8-bit channels. */
export const MAX_IMAGE_BYTES = 3 * MAX_IMAGE_PIXELS;
/** All uploads of a user together. */
export const UPLOADS_PER_MINUTE = 10;

export const StoredFile = z.object({
  id: FileId,
  sha256: z.string(),
  size: z.number(),
  type: z.enum(['image/png', 'image/jpeg']),
  width: z.number(),
  height: z.number(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** `view`: rotated upright, at most 2,000 pixels on each side, without metadata. `original`: the received bytes. */
export const FileVariant = z.enum(['view', 'thumbnail', 'original']);
export type FileVariant = z.infer<typeof FileVariant>;
