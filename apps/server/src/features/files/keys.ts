import type { FileId } from '@ec/contract/base/common';
import type { PictureVariant } from '@ec/contract/pictures/schemas';

/** Digests of a file and of the pictures made of it; null in rows from before these were noted. */
export interface FileDigests {
  sha256: Buffer;
  viewSha256: Buffer | null;
  thumbnailSha256: Buffer | null;
}

/** First number of the lock by content; any that nothing else locks by. */
export const CONTENT_LOCK = 7_254_031;

export const PREVIEWS = ['view', 'thumbnail'] as const;
export type Preview = (typeof PREVIEWS)[number];

const OWN_DIGITS = 16;

/** The key of an original by its content: spread over folders by the first two digits of its digest. */
export function keyOf(sha256: Buffer, variant: 'original' | Preview): string {
  const hex = sha256.toString('hex');
  return `${variant}/${hex.slice(0, 2)}/${hex}`;
}

/** The key of a picture made of it, by its own content too: another version of the program may make another one of the same photo. */
export function previewKey(sha256: Buffer, variant: Preview, own: Buffer | null): string {
  const key = keyOf(sha256, variant);
  return own === null ? key : `${key}-${own.toString('hex').slice(0, OWN_DIGITS)}`;
}

/** Every key of a file, with the digest that its content must have; null where none was noted. */
export function partsOf({
  sha256,
  viewSha256,
  thumbnailSha256,
}: FileDigests): { key: string; digest: Buffer | null }[] {
  return [
    { key: keyOf(sha256, 'original'), digest: sha256 },
    { key: previewKey(sha256, 'view', viewSha256), digest: viewSha256 },
    { key: previewKey(sha256, 'thumbnail', thumbnailSha256), digest: thumbnailSha256 },
  ];
}

/** The key of a profile picture, by its id and not by its content: two people may have like pictures, and one of them a new one. */
export function pictureKey(id: FileId, variant: PictureVariant): string {
  return `picture-${variant}/${id.slice(-2)}/${id}`;
}
