import * as z from 'zod/mini';
import { FileId } from './common.ts';

/** 10 MB, as the submission page says; enforced on the server. */
export const MAX_SHEET_BYTES = 10 * 1024 * 1024;
/** A phone's camera stays well below; a bomb does not. */
export const MAX_IMAGE_PIXELS = 50_000_000;

export const StoredFile = z.object({
  id: FileId,
  sha256: z.string(),
  size: z.number(),
  type: z.enum(['image/png', 'image/jpeg']),
  width: z.number(),
  height: z.number(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** `view` is turned upright, at most 2,000 pixels wide and without metadata; `original` is what was received, byte for byte. */
export const FileVariant = z.enum(['view', 'thumbnail', 'original']);
export type FileVariant = z.infer<typeof FileVariant>;
