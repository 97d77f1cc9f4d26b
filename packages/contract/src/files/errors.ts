import * as z from 'zod/mini';

const none = z.object({});

/** The errors of files and pictures (see base/errors.ts). */
export const FILE_ERRORS = {
  FILE_MISSING: { status: 400, text: 'No file was received.', details: none },
  FILE_TOO_LARGE: {
    status: 413,
    text: 'The file is larger than {megabytes} MB.',
    details: z.object({ megabytes: z.number() }),
  },
  FILE_NOT_ANNOUNCED: {
    status: 409,
    text: 'What arrived is not the photo that the phone announced: its SHA-256 differs. Nothing was stored. It is sent again from the beginning.',
    details: none,
  },
  FILE_NOT_IMAGE: { status: 415, text: 'The file is not a PNG or JPG image.', details: none },
  LOGO_NOT_IMAGE: {
    status: 415,
    text: 'The file is not a PNG, JPG or SVG image. Save the logo as one of these and choose it again.',
    details: none,
  },
  LOGO_TOO_LARGE: {
    status: 413,
    text: 'The logo is {width} x {height} pixels. Save it with at most {megapixels} megapixels, such as 1,000 x 1,000, and choose it again.',
    details: z.object({ width: z.number(), height: z.number(), megapixels: z.number() }),
  },
  FILE_IS_HEIC: {
    status: 415,
    text: 'This photo is a HEIC or AVIF file, which cannot be opened here. Set the camera of the phone to JPEG ("Most compatible") and take it again.',
    details: none,
  },
  FILE_HARMFUL: {
    status: 400,
    text: 'Something harmful was found in the file, so it was not stored. Take the photo anew, or send it from another device.',
    details: none,
  },
  SCANNER_AWAY: {
    status: 503,
    text: 'Files cannot be checked for harmful content at the moment, so none is taken. Keep the file and try again in a few minutes.',
    details: none,
  },
  FILE_DAMAGED: {
    status: 400,
    text: 'The image is damaged or was cut off on the way. Take it again or attach it again.',
    details: none,
  },
  IMAGE_TOO_LARGE: {
    status: 413,
    text: 'The photo is too large to open here ({width} x {height} pixels). Set the camera to at most {megapixels} megapixels and take it again.',
    /** `megapixels`: the limit for an image of this format (colours, depth, progressive or not). */
    details: z.object({ width: z.number(), height: z.number(), megapixels: z.number() }),
  },
  IMAGE_NOT_OPENED: {
    status: 400,
    text: 'The photo could not be opened: it takes more memory than a photo of its size may. It was not stored. Take it again, or send it from another device.',
    details: none,
  },
  IMAGES_BUSY: {
    status: 503,
    text: 'Many photos are coming in at the moment. This one was not stored. Keep it and send it again in a few seconds.',
    details: none,
  },
  PHOTO_NOT_READY: {
    status: 503,
    text: 'This photo is being prepared. Try again in a few seconds.',
    details: none,
  },
  TOO_MANY_UPLOADS: {
    status: 429,
    text: 'More than {limit} uploads were begun within a minute. This one was not stored. Keep it and send it again in {seconds} seconds.',
    details: z.object({ limit: z.number(), seconds: z.number() }),
  },
  FILE_CHANGED: {
    status: 409,
    text: 'This photo is not the one that was received, so it is not shown. The administrators are notified. Do not decide by it.',
    details: none,
  },
  FILE_LOST: {
    status: 409,
    text: 'This photo was received, but it is no longer in the store. The administrators are notified. Do not decide without it.',
    details: none,
  },
} as const;
