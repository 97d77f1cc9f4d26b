import * as z from 'zod/mini';
import type { FileId } from '../base/common.ts';

/** 5 MB, as the form's hint says; enforced by the server. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** `full` is a square of 512 pixels, `thumbnail` one of 96. */
export const PictureVariant = z.enum(['thumbnail', 'full']);
export type PictureVariant = z.infer<typeof PictureVariant>;

/** The URL of a user's picture; null if there is none. */
export function pictureUrl(id: FileId): string;
export function pictureUrl(id: FileId | null): string | null;
export function pictureUrl(id: FileId | null): string | null {
  return id && `/api/profile-pictures/${id}.jpg`;
}

/** The names under which a picture's URL may be cached, its own first. */
export function alternateNames(url: string): string[] {
  const [, base, extension] = /^(.*)(\.(?:jpe?g|png))$/i.exec(url) ?? [];
  if (base === undefined || extension === undefined) return [url];
  const others = ['.jpg', '.jpeg', '.png', '.JPG', '.JPEG', '.PNG'].filter((other) => other !== extension);
  return [extension, ...others].map((ending) => `${base}${ending}`);
}

export const PictureAnswer = z.object({ profilePictureUrl: z.string() });
export type PictureAnswer = z.infer<typeof PictureAnswer>;

/** Whether the user must upload a picture before they continue. */
export const PictureStatus = z.object({ requiresProfilePicture: z.boolean() });
export type PictureStatus = z.infer<typeof PictureStatus>;
