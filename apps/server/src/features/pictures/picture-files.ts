import type { FileId } from '@ec/contract/base/common';
import { PictureVariant } from '@ec/contract/pictures/schemas';
import type { FileStore } from '../../platform/files/file-store.ts';
import { sha256 } from '../../platform/runtime/ids.ts';
import { pictureKey } from '../files/keys.ts';

/** The side length of a picture in pixels. */
const FULL_PIXELS = 512;

/** A stored picture: two square JPEGs without metadata. */
export interface ProfilePicture {
  full: Buffer;
  thumbnail: Buffer;
}

export async function putPicture(store: FileStore, id: FileId, picture: ProfilePicture): Promise<void> {
  await Promise.all(PictureVariant.options.map((variant) => store.put(pictureKey(id, variant), picture[variant])));
}

export async function removePicture(store: FileStore, id: FileId): Promise<void> {
  await Promise.all(PictureVariant.options.map((variant) => store.remove(pictureKey(id, variant))));
}

/** The row columns that describe a picture's content. */
export function describePicture({ full, thumbnail }: ProfilePicture) {
  return {
    sha256: sha256(full),
    view_sha256: null,
    thumbnail_sha256: sha256(thumbnail),
    size: full.length,
    type: 'image/jpeg' as const,
    width: FULL_PIXELS,
    height: FULL_PIXELS,
    purpose: 'profile_picture' as const,
  };
}
