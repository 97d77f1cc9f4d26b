import { MAX_SHEET_BYTES } from '@ec/contract/files';
import { errorText } from '@ec/contract/errors';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** Why a file cannot be a sheet photo, by its first bytes and its size; null if it can. The server looks closer. */
export async function photoProblem(file: Blob): Promise<string | null> {
  if (file.size > MAX_SHEET_BYTES) return errorText('FILE_TOO_LARGE', { megabytes: MAX_SHEET_BYTES / 1024 / 1024 });
  const head = new Uint8Array(await file.slice(0, PNG.length).arrayBuffer());
  const begins = (bytes: number[]) => bytes.every((byte, i) => head[i] === byte);
  return begins(PNG) || begins(JPEG) ? null : errorText('FILE_NOT_IMAGE');
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
    const canvas = document.createElement('canvas');
    canvas.width = sideways ? image.height : image.width;
    canvas.height = sideways ? image.width : image.height;
    const context = canvas.getContext('2d');
    if (!context) return blob;
    context.translate(canvas.width / 2, canvas.height / 2);
    context.rotate((degrees * Math.PI) / 180);
    context.drawImage(image, -image.width / 2, -image.height / 2);
    image.close();
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
    return made && made.size <= MAX_SHEET_BYTES ? made : blob;
  } catch {
    return blob;
  }
}
