import type { FileId } from '@ec/contract/common';
import { PictureVariant } from '@ec/contract/pictures';
import type { FileStore } from '../../platform/file-store.ts';
import { sha256 } from '../../platform/ids.ts';
import { FULL_PIXELS, type ProfilePicture } from './image.ts';

/** The key of a picture, by its id and not by its content: two people may have like pictures, and one of them a new one. */
export function pictureKey(id: FileId, variant: PictureVariant): string {
  return `picture-${variant}/${id.slice(-2)}/${id}`;
}

export async function putPicture(store: FileStore, id: FileId, picture: ProfilePicture): Promise<void> {
  await Promise.all(PictureVariant.options.map((variant) => store.put(pictureKey(id, variant), picture[variant])));
}

export async function removePicture(store: FileStore, id: FileId): Promise<void> {
  await Promise.all(PictureVariant.options.map((variant) => store.remove(pictureKey(id, variant))));
}

/** What the row of a picture says of its content. */
export function describePicture({ full }: ProfilePicture) {
  return {
    sha256: sha256(full),
    size: full.length,
    type: 'image/jpeg' as const,
    width: FULL_PIXELS,
    height: FULL_PIXELS,
    purpose: 'profile_picture' as const,
  };
}
