import * as z from 'zod/mini';
import type { FileId } from '../base/common.ts';

/** 5 MB, as the hint beside the control says; enforced on the server. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** `full` is a square of 512 pixels, `thumbnail` one of 96. */
export const PictureVariant = z.enum(['thumbnail', 'full']);
export type PictureVariant = z.infer<typeof PictureVariant>;

/** Where the browser finds a person's picture; null for none. */
export function pictureUrl(id: FileId): string;
export function pictureUrl(id: FileId | null): string | null;
export function pictureUrl(id: FileId | null): string | null {
  return id && `/api/profile-pictures/${id}.jpg`;
}

/** The spellings under which a picture may be found, that of the address itself first. */
export function alternateNames(url: string): string[] {
  const [, base, extension] = /^(.*)(\.(?:jpe?g|png))$/i.exec(url) ?? [];
  if (base === undefined || extension === undefined) return [url];
  const others = ['.jpg', '.jpeg', '.png', '.JPG', '.JPEG', '.PNG'].filter((other) => other !== extension);
  return [extension, ...others].map((ending) => `${base}${ending}`);
}

export const PictureAnswer = z.object({ profilePictureUrl: z.string() });
export type PictureAnswer = z.infer<typeof PictureAnswer>;

/** Whether the person has to upload a picture before they go on. */
export const PictureStatus = z.object({ requiresProfilePicture: z.boolean() });
export type PictureStatus = z.infer<typeof PictureStatus>;
