import type { ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { PhotoPart, StoredSheet } from '@ec/contract/files/schemas';
import type { Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { ResultStatus } from '@ec/contract/results/schemas';
import { sql } from 'kysely';
import type { WriteContext } from '../../platform/http/context.ts';

/** A photo that has just been stored, in the same transaction, which holds the lock of its content. */
export interface ArrivedPhoto {
  id: FileId;
  sha256: Buffer;
  userId: UserId;
}

interface Joined {
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

/**
 * Joins a photo to every version of its sender that declared its SHA-256 and still awaits it, replaced versions too, with an
 * audit entry each and an event for those who look at the result. Answers what the photo belongs to now, the versions included
 * that had it before. A submission of the same moment finds the file itself (submission-repository.ts).
 */
export async function joinPhoto(write: WriteContext, photo: ArrivedPhoto): Promise<StoredSheet['joined']> {
  const { tx, now } = write;
  const { rows } =
    await sql<Joined>`/* results.declared */ select v.result_id as "resultId", v.version, d.part, r.election_id as "electionId",
      r.source, r.polling_unit_id as "pollingUnitId", r.status, r.version as newest, p.file_id is not null as received
    from result_versions v
    join results r on r.id = v.result_id
    cross join lateral (values ('sheet', v.sheet_sha256), ('original', v.original_sha256)) as d (part, sha256)
    left join version_photos p on p.result_id = v.result_id and p.version = v.version and p.part = d.part
    where v.submitted_by = ${photo.userId} and v.photo_declared and d.sha256 = ${photo.sha256}
    order by v.result_id, v.version, d.part`.execute(tx);
  const awaited = rows.filter(({ received }) => !received);
  for (const { resultId, version, part, electionId, source, pollingUnitId, status, newest } of awaited) {
    await tx
      .insertInto('version_photos')
      .values({ result_id: resultId, version, part, file_id: photo.id, received_at: now })
      .execute();
    await write.audit({
      event: 'result.photo_received',
      resourceId: resultId,
      areaId: pollingUnitId,
      next: { version, part, fileId: photo.id, sha256: photo.sha256.toString('hex') },
    });
    await write.emit({
      type: 'result.changed',
      electionId,
      source,
      resultId,
      pollingUnitId,
      status,
      version: newest,
    });
  }
  return rows.map(({ resultId, version, part }) => ({ resultId, version, part }));
}
