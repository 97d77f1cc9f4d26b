import { Readable } from 'node:stream';
import type { FileId, UserId } from '@ec/contract/base/common';
import { MAX_SHEET_BYTES, Sha256Hex } from '@ec/contract/files/schemas';
import { UPLOAD_SHA256 } from '@ec/contract/uploads/schemas';
import { type Locker, Server } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { fileTooLarge } from '../../../platform/http/input/form.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { findUpload } from './repository.ts';
import { OWNER, UploadStore } from './upload-store.ts';

/** Takes no lock: the store refuses a part at a wrong offset, whichever server it came to. */
const NO_LOCK: Locker = { newLock: () => ({ lock: async () => undefined, unlock: async () => undefined }) };

/** Headers of the library's answers that go on. */
const HEADERS = ['tus-resumable', 'upload-offset', 'upload-length', 'location', 'cache-control'];

/** The library's request: the same method and headers, and the body as it arrives. */
function toWeb(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const body = request.body instanceof Readable ? (Readable.toWeb(request.body) as ReadableStream) : null;
  const init = { method: request.method, headers, body, ...(body && { duplex: 'half' as const }) };
  return new Request(new URL(request.url, 'http://uploads'), init);
}

/** The SHA-256 that the header announces; throws UPLOAD_REFUSED without one. */
function announced(metadata: Record<string, string | null> | undefined): string {
  const { success, data } = Sha256Hex.safeParse(metadata?.[UPLOAD_SHA256]);
  if (!success) throw new AppError('UPLOAD_REFUSED', { fault: 'Upload-Metadata names no sha256' });
  return data;
}

/** Speaks the tus protocol for one call of the person; answers by headers alone. */
export type Speak = (request: FastifyRequest, reply: FastifyReply, userId: UserId) => Promise<FastifyReply>;

/** Throws UPLOAD_NOT_FOUND, UPLOAD_ELSEWHERE, UPLOAD_REFUSED and FILE_TOO_LARGE in the place of the library's texts. */
export function createProtocol(platform: Pick<Platform, 'database' | 'clock'>): Speak {
  const owners = new WeakMap<Request, UserId>();
  const refusals = new WeakMap<Request, AppError>();
  const tus = new Server({
    path: '/api/uploads',
    relativeLocation: true,
    datastore: new UploadStore(platform),
    locker: NO_LOCK,
    maxSize: MAX_SHEET_BYTES,
    namingFunction: () => newId<FileId>(),
    onUploadCreate: async (request, upload) => {
      try {
        return { metadata: { [UPLOAD_SHA256]: announced(upload.metadata), [OWNER]: owners.get(request) ?? null } };
      } catch (error) {
        refusals.set(request, error as AppError);
        throw error;
      }
    },
  });

  async function refusalOf(answer: Response, id: string | undefined): Promise<AppError> {
    const upload = id === undefined ? undefined : await findUpload(platform.database.db, id as FileId);
    if (answer.status === 404 || answer.status === 410) return new AppError('UPLOAD_NOT_FOUND');
    if (answer.status === 413) return fileTooLarge(MAX_SHEET_BYTES);
    if (answer.status === 409 && upload) {
      return new AppError('UPLOAD_ELSEWHERE', { received: upload.received, size: upload.size });
    }
    return new AppError('UPLOAD_REFUSED', { fault: (await answer.text()).trim().toLowerCase() });
  }

  return async (request, reply, userId) => {
    const asked = toWeb(request);
    owners.set(asked, userId);
    const answer = await tus.handleWeb(asked);
    const { id } = request.params as { id?: string };
    reply.header('tus-resumable', '1.0.0');
    // The rest of a refused part is not waited for: a phone would send all of it on a slow network.
    if (answer.status >= 400) reply.header('connection', 'close');
    const own = refusals.get(asked);
    if (own) throw own;
    if (answer.status >= 500) throw new Error(`upload: ${await answer.text()}`);
    if (answer.status >= 400) throw await refusalOf(answer, id);
    for (const name of HEADERS) {
      const value = answer.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    return await reply.code(answer.status).send();
  };
}
