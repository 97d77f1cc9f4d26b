import type { ResultId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { ReceiptContent } from './receipt.ts';

const FIGURES = [
  'votes',
  'void_votes',
  'total_votes',
  'accredited',
  'registered',
  'leading_party',
  'flags',
  'submitted_by',
  'submitted_at',
] as const;
const DECIDED = ['status', 'decided_by', 'decided_at', 'reason'] as const;

/** A column of a result that says something else than its newest version and the last decision on that version. */
export interface RecordDifference {
  resultId: ResultId;
  electionName: string | null;
  unitCode: string | null;
  source: Source;
  /** `election`: there is none with its id. `record`: it has no version. */
  what: 'election' | 'record' | 'version' | (typeof FIGURES)[number] | (typeof DECIDED)[number];
  says: string | null;
  recorded: string | null;
  /** The newest version. */
  version: number | null;
}

const NAMES = ['version', ...FIGURES, ...DECIDED] as const;
const rowOf = (table: string) => sql`(${sql.join(NAMES.map((name) => sql.ref(`${table}.${name}`)))})`;
const columns = sql.join(
  NAMES.map((name) => sql`(${sql.lit(name)}, ${sql.ref(`r.${name}`)}::text, ${sql.ref(`t.${name}`)}::text)`),
);

/** What all results say otherwise than the view `results_as_recorded`, in one statement, so at one moment. */
export async function findRecordDifferences(db: Db): Promise<RecordDifference[]> {
  const { rows } =
    await sql<RecordDifference>`select r.id as "resultId", e.name as "electionName", u.code as "unitCode", r.source,
      c.what, c.says, c.recorded, t.version
    from results r
    left join results_as_recorded t on t.id = r.id
    left join elections e on e.id = r.election_id
    left join locations u on u.id = r.polling_unit_id
    cross join lateral (
      select 'election' as what, r.election_id::text as says, null as recorded where e.id is null
      union all select 'record', r.version::text, null where e.id is not null and t.id is null
      union all select * from (values ${columns}) as x (what, says, recorded)
        where t.id is not null and says is distinct from recorded
    ) c
    where t.id is null or ${rowOf('r')} is distinct from ${rowOf('t')}
    order by u.code, r.source, r.election_id, c.what`.execute(db);
  return rows;
}

/** A version with everything that its receipt's digest is made over, and the digest that it was given. */
interface StoredVersion extends ReceiptContent {
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
