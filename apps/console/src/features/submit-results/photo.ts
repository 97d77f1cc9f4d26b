import { MAX_SHEET_BYTES } from '@ec/contract/files/schemas';
import { paintJpeg } from '../../lib/device/image-files.ts';

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
