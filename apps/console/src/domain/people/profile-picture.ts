import { filledText } from '@ec/contract/base/error-text';
import { FILE_ERRORS } from '@ec/contract/files/errors';
import { USER_ERRORS } from '@ec/contract/users/errors';
import { MAX_PICTURE_BYTES, type PictureAnswer } from '@ec/contract/pictures/schemas';
import { api } from '../../lib/http/api.ts';
import { imageKind, paintJpeg } from '../../lib/device/photo-choice.ts';

/** Smaller pictures are sent unchanged. */
const SMALL_BYTES = 300 * 1024;
/** Twice the server's size: no visible loss, and a small part of a camera's file. */
const SIDE = 1024;

/** The middle square of a large photo, small enough for a slow network; the photo itself where the device cannot do it. */
async function shrunk(file: Blob): Promise<Blob> {
  if (file.size <= SMALL_BYTES) return file;
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const from = Math.min(image.width, image.height);
    const to = Math.min(from, SIDE);
    const made = await paintJpeg(
      { width: to, height: to },
      (context) => {
        context.fillStyle = '#ffffff';
        context.fillRect(0, 0, to, to);
        context.drawImage(image, (image.width - from) / 2, (image.height - from) / 2, from, from, 0, 0, to, to);
      },
      0.88,
    );
    image.close();
    return made && made.size < file.size ? made : file;
  } catch {
    return file;
  }
}

export type PreparedPicture = { picture: Blob; problem: null } | { picture: null; problem: string };

/** What will be sent of a chosen file, or why it cannot be a picture. The server looks closer. */
export async function preparePicture(file: Blob): Promise<PreparedPicture> {
  if ((await imageKind(file)) === null) return { picture: null, problem: USER_ERRORS.PICTURE_NOT_IMAGE.text };
  const picture = await shrunk(file);
  if (picture.size <= MAX_PICTURE_BYTES) return { picture, problem: null };
  return {
    picture: null,
    problem: filledText(FILE_ERRORS.FILE_TOO_LARGE, { megabytes: MAX_PICTURE_BYTES / 1024 / 1024 }),
  };
}

/** Uploads a picture; `userId` is another user whom the sender may manage, absent for the sender's own. */
export async function uploadPicture(
  picture: Blob,
  userId: string | undefined,
  onProgress: (share: number) => void,
): Promise<PictureAnswer> {
  const form = new FormData();
  if (userId !== undefined) form.set('userId', userId);
  form.set('profilePicture', picture, 'picture');
  return await api.upload('POST /users/upload-profile-picture', form, onProgress);
}
