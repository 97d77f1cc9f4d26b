import type { FileId, UserId } from '@ec/contract/common';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type {} from '../../platform/tables.ts';
import type { ImageType } from './image.ts';
import type { UnsentPicture } from './queries.ts';

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

/** Any number that nothing else locks by. */
const CONTENT = 7_254_031;

/** Holds a content until the transaction ends: nobody takes it away while somebody names it, or the other way round. */
async function holdContent(tx: Tx, sha256: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CONTENT}::int, hashtext(encode(${sha256}::bytea, 'hex')))`.execute(tx);
}

export async function insertFile(tx: Tx, { uploadedBy, ...file }: NewFile): Promise<void> {
  await holdContent(tx, file.sha256);
  await tx
    .insertInto('files')
    .values({ ...file, uploaded_by: uploadedBy })
    .execute();
}

/** Forgets the picture unless a message has come to hold it; answers whether it did, and whether no other file has its content. */
export async function forgetUnsent(
  tx: Tx,
  { id, sha256 }: UnsentPicture,
): Promise<{ forgotten: boolean; contentFree: boolean }> {
  await holdContent(tx, sha256);
  const { numDeletedRows } = await tx
    .deleteFrom('files')
    .where('id', '=', id)
    .where(sql<boolean>`not exists (select from chat_messages where file_id = ${id})`)
    .executeTakeFirst();
  const other = await tx.selectFrom('files').select('id').where('sha256', '=', sha256).executeTakeFirst();
  return { forgotten: numDeletedRows === 1n, contentFree: other === undefined };
}
