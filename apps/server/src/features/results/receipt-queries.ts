import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { ReceiptContent } from './receipt.ts';

/** A version with everything that its receipt's digest is made over, and the digest that it was given. */
export interface StoredVersion extends ReceiptContent {
  resultId: string;
  submissionId: string;
  digest: Buffer;
}

const PART = 2000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** All versions of all results, a part at a time. */
export async function* storedVersions(db: Db): AsyncGenerator<StoredVersion> {
  for (let after = { id: FIRST, version: 0 }; ; ) {
    const { rows }: { rows: StoredVersion[] } = await sql<StoredVersion>`select v.result_id as "resultId", v.version,
        r.election_id as "electionId", u.code as "pollingUnit", r.source, e.parties, v.votes, v.void_votes as "voidVotes",
        v.accredited as "accreditedVoters", v.registered as "registeredVoters", v.boxes, v.sheet_file_id as "sheetFileId",
        v.submitted_by as "submittedBy", v.submitted_at as "submittedAt", v.sheet_sha256 as "sheetSha256",
        v.photo_declared as "photoDeclared", v.original_sha256 as "originalSha256", v.submission_id as "submissionId", v.digest
      from result_versions v join results r on r.id = v.result_id join elections e on e.id = r.election_id
      join locations u on u.id = r.polling_unit_id
      where (v.result_id, v.version) > (${after.id}::uuid, ${after.version}::int)
      order by v.result_id, v.version limit ${PART}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PART) return;
    after = { id: last.resultId, version: last.version };
  }
}
