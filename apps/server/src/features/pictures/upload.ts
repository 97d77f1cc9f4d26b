import { UserId } from '@ec/contract/common';
import { MAX_PICTURE_BYTES } from '@ec/contract/pictures';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';

const FILE_FIELD = 'profilePicture';
const USER_FIELD = 'userId';

export interface ReceivedPicture {
  content: Buffer;
  /** Whose picture it is to be; undefined for the own. */
  userId: UserId | undefined;
}

function refusalOf(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof AppError || typeof code !== 'string') return error;
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new AppError('FILE_TOO_LARGE', { megabytes: MAX_PICTURE_BYTES / 1024 / 1024 });
  return new AppError('MALFORMED_REQUEST');
}

function userIdOf(value: unknown): UserId | undefined {
  if (value === undefined || value === '') return undefined;
  const parsed = UserId.safeParse(value);
  if (!parsed.success)
    throw new AppError('VALIDATION_FAILED').at({ path: USER_FIELD, message: 'This is not the id of a person' });
  return parsed.data;
}

/** The picture and the person of a multipart request, in whichever order they come; at most 5 MB, cut off and refused above. */
export async function receivePicture(request: FastifyRequest): Promise<ReceivedPicture> {
  if (!request.isMultipart()) throw new AppError('FILE_MISSING');
  let content: Buffer | undefined;
  let userId: unknown;
  try {
    for await (const part of request.parts({ limits: { fileSize: MAX_PICTURE_BYTES, files: 1, fields: 5 } })) {
      if (part.type === 'file') {
        const received = await part.toBuffer();
        if (part.fieldname === FILE_FIELD) content = received;
      } else if (part.fieldname === USER_FIELD) userId = part.value;
    }
  } catch (error) {
    throw refusalOf(error);
  }
  if (!content || content.length === 0) throw new AppError('FILE_MISSING');
  return { content, userId: userIdOf(userId) };
}
