import { errorText } from '@ec/contract/errors';
import { MAX_SHEET_BYTES } from '@ec/contract/files';
import { imageKind } from './image-files.ts';

/** Why a file cannot be a photo that is sent, by its first bytes and its size; null if it can. The server looks closer. */
export async function photoProblem(file: Blob): Promise<string | null> {
  if (file.size > MAX_SHEET_BYTES) return errorText('FILE_TOO_LARGE', { megabytes: MAX_SHEET_BYTES / 1024 / 1024 });
  const kind = await imageKind(file);
  return kind === 'png' || kind === 'jpeg' ? null : errorText('FILE_NOT_IMAGE');
}
