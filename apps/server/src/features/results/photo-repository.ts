import type { ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import type { PhotoPart } from '@ec/contract/files/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { ResultStatus } from '@ec/contract/results/schemas';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** A photo that has just been stored, in the same transaction, which holds the lock of its content. */
export interface ArrivedPhoto {
  id: FileId;
  sha256: Buffer;
  userId: UserId;
}

/** A version that declared a photo, and whether it has it. */
export interface Declaration {
  resultId: ResultId;
  version: number;
  part: PhotoPart;
  electionId: ElectionId;
  source: Source;
  pollingUnitId: LocationId;
  status: ResultStatus;
  /** The version that stands. */
  newest: number;
  received: boolean;
}

/** The versions of the photo's sender that declared its SHA-256. */
export async function declarationsOf(tx: Tx, photo: ArrivedPhoto): Promise<Declaration[]> {
  const { rows } =
    await sql<Declaration>`/* results.declared */ select v.result_id as "resultId", v.version, d.part, r.election_id as "electionId",
      r.source, r.polling_unit_id as "pollingUnitId", r.status, r.version as newest, p.file_id is not null as received
    from result_versions v
    join results r on r.id = v.result_id
    cross join lateral (values ('sheet', v.sheet_sha256), ('original', v.original_sha256)) as d (part, sha256)
    left join version_photos p on p.result_id = v.result_id and p.version = v.version and p.part = d.part
    where v.submitted_by = ${photo.userId} and v.photo_declared and d.sha256 = ${photo.sha256}
    order by v.result_id, v.version, d.part`.execute(tx);
  return rows;
}

/** Notes that the person requested the version's original; false if it was requested before. */
export async function addOriginalRequest(
  tx: Tx,
  { resultId, version, by, at }: { resultId: ResultId; version: number; by: UserId; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('original_requests')
    .values({ result_id: resultId, version, asked_by: by, asked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Joins the photo to the version. */
export async function addPhoto(
  tx: Tx,
  { resultId, version, part }: Pick<Declaration, 'resultId' | 'version' | 'part'>,
  fileId: FileId,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('version_photos')
    .values({ result_id: resultId, version, part, file_id: fileId, received_at: at })
    .execute();
}
