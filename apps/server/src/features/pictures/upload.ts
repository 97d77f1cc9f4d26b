import type { UserId } from '@ec/contract/base/common';
import { PictureForm } from '@ec/contract/pictures/endpoints';
import { MAX_PICTURE_BYTES } from '@ec/contract/pictures/schemas';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/errors.ts';
import { bufferOf, readForm } from '../../platform/http/input/form.ts';

const FILE_FIELD = 'profilePicture';

export interface ReceivedPicture {
  content: Buffer;
  /** The user whose picture it is; undefined for one's own. */
  userId: UserId | undefined;
}

/** Reads the picture and the user of a multipart request, in any order; larger than 5 MB is cut off and refused. */
export async function receivePicture(request: FastifyRequest): Promise<ReceivedPicture> {
  const { file, fields } = await readForm(
    request,
    { form: PictureForm, maxBytes: MAX_PICTURE_BYTES },
    async (part) => ({
      field: part.fieldname,
      content: await bufferOf(part, MAX_PICTURE_BYTES),
    }),
  );
  if (file.field !== FILE_FIELD || file.content.length === 0) throw new AppError('FILE_MISSING');
  return { content: file.content, userId: fields.userId || undefined };
}
