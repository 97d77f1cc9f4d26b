import { MAX_SHEET_BYTES } from '@ec/contract/files';
import { errorText } from '@ec/contract/errors';
import { imageKind, paintJpeg } from '../../lib/image-files.ts';

/** Why a file cannot be a sheet photo, by its first bytes and its size; null if it can. The server looks closer. */
export async function photoProblem(file: Blob): Promise<string | null> {
  if (file.size > MAX_SHEET_BYTES) return errorText('FILE_TOO_LARGE', { megabytes: MAX_SHEET_BYTES / 1024 / 1024 });
  const kind = await imageKind(file);
  return kind === 'png' || kind === 'jpeg' ? null : errorText('FILE_NOT_IMAGE');
}

/**
 * The photo turned by quarter turns. A photo that was not turned leaves as it was taken, byte for byte; where the phone has no
 * memory for turning a large one, the photo as taken is still the better evidence.
 */
export async function turned(blob: Blob, degrees: number): Promise<Blob> {
  if (degrees % 360 === 0) return blob;
  try {
    const image = await createImageBitmap(blob, { imageOrientation: 'from-image' });
    const sideways = degrees % 180 !== 0;
    const width = sideways ? image.height : image.width;
    const height = sideways ? image.width : image.height;
    const made = await paintJpeg(
      { width, height },
      (context) => {
        context.translate(width / 2, height / 2);
        context.rotate((degrees * Math.PI) / 180);
        context.drawImage(image, -image.width / 2, -image.height / 2);
      },
      0.92,
    );
    image.close();
    return made && made.size <= MAX_SHEET_BYTES ? made : blob;
  } catch {
    return blob;
  }
}
