import type { FileId } from '@ec/contract/base/common';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import type { KeptPhoto } from '../../lib/device/drafts.ts';

/** The uploads of pictures that go with words; each gives files of its own purpose. */
type PictureCall = 'POST /disputes/files' | 'POST /approvals/files';
type Report = (share: number) => void;

/** Pictures that the server already has: a second attempt at the text does not upload the picture again. */
const received: Record<PictureCall, WeakMap<Blob, FileId>> = {
  'POST /disputes/files': new WeakMap(),
  'POST /approvals/files': new WeakMap(),
};

/** Sends a picture that goes with words and gives its id; `onProgress` gets the share sent, 0 to 1. */
export async function sendPicture(
  { blob, name }: KeptPhoto,
  onProgress: Report,
  call: PictureCall = 'POST /disputes/files',
): Promise<FileId> {
  const known = received[call].get(blob);
  if (known) return known;
  const form = new FormData();
  form.append('file', blob, name);
  const { id } = await api.upload(call, form, onProgress);
  received[call].set(blob, id);
  return id;
}

/** Sends several pictures, one after the other, and gives their ids; `onProgress` gets the share of all. */
export async function sendPictures(
  pictures: readonly KeptPhoto[],
  onProgress: Report,
  call: PictureCall,
): Promise<FileId[]> {
  const ids: FileId[] = [];
  for (const [index, picture] of pictures.entries()) {
    ids.push(await sendPicture(picture, (sent) => onProgress((index + sent) / pictures.length), call));
  }
  return ids;
}

/** Call after a text with a picture was refused: a picture that the server no longer has is uploaded again. */
export function forgetPicture(photo: KeptPhoto | null, error: unknown): void {
  if (!photo || !(error instanceof ApiError) || error.code !== 'ATTACHMENT_NOT_FOUND') return;
  for (const known of Object.values(received)) known.delete(photo.blob);
}
