import type { Readable } from 'node:stream';
import type { FileId, UserId } from '@ec/contract/base/common';
import { UPLOAD_SHA256 } from '@ec/contract/uploads/schemas';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Platform } from '../../../platform/http/context.ts';
import { addPart, addUpload, findUpload, removeUpload } from './repository.ts';

/** So many bytes of a part are held until they are stored. */
const PIECE = 16 * 1024;
/** In the metadata that the store is handed: whose upload it is. Set by the server, never taken from a header. */
export const OWNER = 'owner';

/** What the library answers in the terms of the protocol. */
class ProtocolFault extends Error {
  readonly status_code: number;
  readonly body: string;

  constructor({ status_code, body }: { status_code: number; body: string }) {
    super(body);
    this.status_code = status_code;
    this.body = body;
  }
}

/**
 * Keeps uploads in the database, which all servers share. A part is stored piece by piece as it arrives, so a part that is cut
 * off keeps what came. Two parts for the same place cannot both be stored: the second is refused as one at a wrong offset.
 */
export class UploadStore extends DataStore {
  readonly #platform: Pick<Platform, 'database' | 'clock'>;

  constructor(platform: Pick<Platform, 'database' | 'clock'>) {
    super();
    this.#platform = platform;
    this.extensions = ['creation', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    await addUpload(this.#platform.database.db, {
      id: upload.id as FileId,
      userId: upload.metadata?.[OWNER] as UserId,
      sha256: Buffer.from(upload.metadata?.[UPLOAD_SHA256] ?? '', 'hex'),
      size: upload.size ?? 0,
      createdAt: this.#platform.clock.now(),
    });
    return upload;
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let at = offset;
    let held: Buffer[] = [];
    let size = 0;
    const store = async () => {
      if (size === 0) return;
      const piece = Buffer.concat(held);
      held = [];
      size = 0;
      if (!(await addPart(this.#platform.database.db, id as FileId, at, piece)))
        throw new ProtocolFault(ERRORS.INVALID_OFFSET);
      at += piece.length;
    };
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        held.push(chunk);
        size += chunk.length;
        if (size >= PIECE) await store();
      }
    } catch (error) {
      // The phone lost the network: what came is kept, and the next part begins behind it.
      if (!(error instanceof ProtocolFault)) await store();
      throw error;
    }
    await store();
    return at;
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await findUpload(this.#platform.database.db, id as FileId);
    if (!found) throw new ProtocolFault(ERRORS.FILE_NOT_FOUND);
    const { received: offset, size, sha256 } = found;
    return new Upload({ id, offset, size, metadata: { [UPLOAD_SHA256]: sha256.toString('hex') } });
  }

  override async remove(id: string): Promise<void> {
    await removeUpload(this.#platform.database.db, id as FileId);
  }
}
