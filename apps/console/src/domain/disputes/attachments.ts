import type { FileId } from '@ec/contract/base/common';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import type { KeptPhoto } from '../../lib/device/drafts.ts';

/** Pictures that the server already has: a second attempt at the text does not upload the picture again. */
const received = new WeakMap<Blob, FileId>();

/** Sends a picture that goes with words about a dispute and gives its id; `onProgress` gets the share sent, 0 to 1. */
export async function sendPicture({ blob, name }: KeptPhoto, onProgress: (share: number) => void): Promise<FileId> {
  const known = received.get(blob);
  if (known) return known;
  const form = new FormData();
  form.append('file', blob, name);
  const { id } = await api.upload('POST /disputes/files', form, onProgress);
  received.set(blob, id);
  return id;
}

/** Call after a text with a picture was refused: a picture that the server no longer has is uploaded again. */
export function forgetPicture(photo: KeptPhoto | null, error: unknown): void {
  if (photo && error instanceof ApiError && error.code === 'ATTACHMENT_NOT_FOUND') received.delete(photo.blob);
}
