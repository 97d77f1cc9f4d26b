import { errorText } from '@ec/contract/base/errors';
import { MAX_SHEET_BYTES } from '@ec/contract/files/schemas';
import { imageKind, isHeic } from './image-files.ts';

/** Why a file cannot be a photo that is sent, by its first bytes and its size; null if it can. The server looks closer. */
export async function photoProblem(file: Blob): Promise<string | null> {
  if (file.size > MAX_SHEET_BYTES) return errorText('FILE_TOO_LARGE', { megabytes: MAX_SHEET_BYTES / 1024 / 1024 });
  const kind = await imageKind(file);
  if (kind === 'png' || kind === 'jpeg') return null;
  return errorText((await isHeic(file)) ? 'FILE_IS_HEIC' : 'FILE_NOT_IMAGE');
}
