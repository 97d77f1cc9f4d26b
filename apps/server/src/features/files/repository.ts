import type { FileId, UserId } from '@ec/contract/common';
import type { Tx } from '../../platform/database.ts';
import type {} from '../../platform/tables.ts';
import type { ImageType } from './image.ts';

export interface NewFile {
  id: FileId;
  sha256: Buffer;
  size: number;
  type: ImageType;
  width: number;
  height: number;
  uploadedBy: UserId;
  purpose: 'sheet' | 'chat';
}

export async function insertFile(tx: Tx, { uploadedBy, ...file }: NewFile): Promise<void> {
  await tx
    .insertInto('files')
    .values({ ...file, uploaded_by: uploadedBy })
    .execute();
}
