import * as z from 'zod/mini';
import { UserId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import { PictureAnswer, PictureStatus, PictureVariant } from './schemas.ts';

/** The user whose picture it is; empty or absent for one's own. */
export const PictureForm = z.strictObject({
  userId: z.optional(z.union([UserId, z.literal('')], 'This is not the id of a person')),
});

export const PICTURE_ENDPOINTS = {
  'POST /users/upload-profile-picture': {
    summary: 'A new profile picture (multipart: profilePicture, a PNG, JPG or GIF of at most 5 MB; userId for whose)',
    form: PictureForm,
    answer: PictureAnswer,
  },
  'GET /users/profile-picture-status': {
    summary: 'Whether a picture is needed before the person goes on',
    answer: PictureStatus,
  },
  'GET /profile-pictures/:name': {
    summary: 'A profile picture, as a square JPEG',
    params: z.object({ name: z.string() }),
    query: z.object({ variant: z._default(PictureVariant, 'full') }),
  },
} satisfies Endpoints;
