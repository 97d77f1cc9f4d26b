import type { FileId, UserId } from '@ec/contract/base/common';
import { INK_HASH_BITS, inkBands } from '@ec/contract/photos/ink-hash';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { FilePurpose } from '../../platform/database/tables/shared.ts';
import { CONTENT_LOCK, type FileDigests } from './keys.ts';
import type { UnusedFile } from './queries.ts';

export interface NewFile {
  id: FileId;
  sha256: Buffer;
  viewSha256: Buffer;
  thumbnailSha256: Buffer;
  size: number;
  type: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  uploadedBy: UserId;
  purpose: Exclude<FilePurpose, 'profile_picture'>;
}

/** Locks a content until the transaction ends, so that it is never removed while a new row comes to name it, or the other way round. */
async function holdContent(tx: Tx, sha256: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CONTENT_LOCK}::int, hashtext(encode(${sha256}::bytea, 'hex')))`.execute(tx);
}

export async function insertFile(tx: Tx, { uploadedBy, viewSha256, thumbnailSha256, ...file }: NewFile): Promise<void> {
  await holdContent(tx, file.sha256);
  const made = { view_sha256: viewSha256, thumbnail_sha256: thumbnailSha256, uploaded_by: uploadedBy };
  await tx
    .insertInto('files')
    .values({ ...file, ...made })
    .execute();
}

/** Notes what is written on the photo, once for a file; null where hardly anything is, or where it cannot be opened. */
export async function insertPhotoHash(tx: Tx, fileId: FileId, hash: string | null): Promise<void> {
  const bits = hash === null ? null : BigInt(`0x${hash}`).toString(2).padStart(INK_HASH_BITS, '0');
  await sql`insert into photo_hashes (file_id, hash, bands)
    values (${fileId}, ${bits}::bit(256), ${hash === null ? [] : inkBands(hash)}::int[]) on conflict do nothing`.execute(
    tx,
  );
}

/** The constraints of those who refer to files: each refuses to let one go that it has come to refer to. */
const REFERENCES = [
  'result_versions_sheet',
  'version_photos_file',
  'affected_unit_files_file',
  'collation_photos_file',
  'published_sheets_file',
  'photo_hashes_file',
  'ballot_parties_logo',
  'dispute_entries_file',
  'approval_entry_files_file',
  'chat_messages_file',
  'users_profile_picture',
];

/** What PostgreSQL says of a deletion that a key restricts: foreign_key_violation, since 18 restrict_violation. */
const REFUSED = ['23503', '23001'];

/** True of the failure to delete a file that came to be referred to in the same moment. */
export function isReferred(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code !== undefined && REFUSED.includes(code) && constraint !== undefined && REFERENCES.includes(constraint);
}

/**
 * Deletes the row; fails with isReferred where something refers to it by now, also in a transaction that is still under way. Answers
 * whether there was one, and the other files that have the same content.
 */
export async function deleteFile(
  tx: Tx,
  { id, sha256 }: UnusedFile,
): Promise<{ deleted: boolean; alike: FileDigests[] }> {
  await holdContent(tx, sha256);
  await tx.deleteFrom('photo_hashes').where('file_id', '=', id).execute();
  const { numDeletedRows } = await tx.deleteFrom('files').where('id', '=', id).executeTakeFirst();
  const alike = await tx
    .selectFrom('files')
    .select(['sha256', 'view_sha256 as viewSha256', 'thumbnail_sha256 as thumbnailSha256'])
    .where('sha256', '=', sha256)
    .where('purpose', '!=', 'profile_picture')
    .execute();
  return { deleted: numDeletedRows === 1n, alike };
}

/** True where no file has the content any more, and none comes to have it before the transaction ends. */
export async function isContentFree(tx: Tx, sha256: Buffer): Promise<boolean> {
  await holdContent(tx, sha256);
  const row = await tx
    .selectFrom('files')
    .select('id')
    .where('sha256', '=', sha256)
    .where('purpose', '!=', 'profile_picture')
    .executeTakeFirst();
  return row === undefined;
}
