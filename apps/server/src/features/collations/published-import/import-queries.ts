import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { PublishedCounts, PublishedState } from '@ec/contract/collations/published';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { MOST_LINES_LISTED, type RefusedLines } from '@ec/contract/geography/register-import';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { jobOf, loadJobs } from '../../../platform/database/advisory-locks.ts';
import { inAreas } from '../../../platform/database/places.ts';
import type { StoredStanding } from '../../../platform/jobs/import-standing.ts';
import { coversColumn } from '../../elections/queries.ts';

/** The first half of the advisory lock of an import's worker; the other half is the import's number. */
export const JOB_LOCK = 7_301_034;

/** What counts of the portal for the unit of line `l`, as `p`. */
export const NEWEST = (electionId: ElectionId) => sql`left join lateral (select p.* from published_sheets p
  where p.election_id = ${electionId}::uuid and p.polling_unit_id = l.unit_id order by p.id desc limit 1) p on true`;

/** Whether the line says something else than what counts. Blanks in lists are equal. */
export const DIFFERS = (
  parties: readonly string[],
) => sql`(p.state, p.registered, p.accredited, p.rejected, p.note, p.votes, p.parties)
  is distinct from (l.state, l.registered, l.accredited, l.rejected, l.note, l.votes, ${[...parties]}::text[])`;

/** The lines of units that the election does not cover or that lie outside the areas. */
export async function strangeLines(
  db: Db,
  { id, electionId, areas }: { id: string; electionId: ElectionId; areas: readonly LocationId[] },
): Promise<RefusedLines> {
  const { rows } = await sql<{ line: number; unit: LocationId; count: number }>`select l.line, l.unit_id as unit,
      count(*) over ()::int as count
    from published_import_lines l
    where l.import_id = ${id} and not (${inAreas('l.unit_id', areas)} and exists (select from locations u
      where u.id = l.unit_id and u.type = 'polling_unit' and ${coversColumn(electionId, 'u.id')}))
    order by l.line limit ${MOST_LINES_LISTED}`.execute(db);
  const words = 'is no polling unit of this election in your area';
  return {
    count: rows[0]?.count ?? 0,
    lines: rows.map(({ line, unit }) => ({ line, message: `${codeOf(unit)} ${words}` })),
  };
}

/** What storing the lines would do now. */
export async function countLines(
  db: Db,
  { id, electionId, parties }: { id: string; electionId: ElectionId; parties: readonly string[] },
): Promise<Omit<PublishedCounts, 'absent'> & { rows: number; last: number }> {
  const { rows } = await sql<{ state: PublishedState; rows: number; added: number; changed: number; last: number }>`
    select l.state, count(*)::int as rows, (count(*) filter (where p.id is null))::int as added,
      (count(*) filter (where p.id is not null and ${DIFFERS(parties)}))::int as changed, max(l.line) as last
    from published_import_lines l ${NEWEST(electionId)} where l.import_id = ${id} group by 1`.execute(db);
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  const [all, added, changed] = [sum((row) => row.rows), sum((row) => row.added), sum((row) => row.changed)];
  const states = { absent: 0, blurred: 0, wrong_unit: 0, figures: 0 };
  for (const { state, rows: count } of rows) states[state] = count;
  return {
    rows: all,
    states,
    added,
    changed,
    unchanged: all - added - changed,
    last: Math.max(0, ...rows.map((row) => row.last)),
  };
}

export interface StoredImport extends StoredStanding {
  id: string;
  electionId: ElectionId;
  electionName: string;
  parties: string[];
  sha256: Buffer;
  counts: PublishedCounts | null;
  startedBy: UserId;
}

const COLUMNS = sql`i.id, i.election_id as "electionId", e.name as "electionName", i.parties, i.file_name as "fileName",
  i.file_sha256 as sha256, i.state, i.done, i.rows, i.counts, i.started_by as "startedBy", i.created_at as "createdAt",
  i.ended_at as "endedAt", i.counts is not null as checked, ${jobOf(sql`i.id`)} as job`;
const FROM = sql`from published_imports i join elections e on e.id = i.election_id`;

const load = async (db: Db, what: RawBuilder<unknown>) => await loadJobs<StoredImport>(db, JOB_LOCK, what);

/** An import of the person. */
export async function findImport(db: Db, startedBy: UserId, id: string): Promise<StoredImport | undefined> {
  const what = sql`select ${COLUMNS}, i.error ${FROM} where i.id = ${id} and i.started_by = ${startedBy}`;
  return (await load(db, what))[0];
}

/** The latest imports of the person, newest first; without the lines that were refused. */
export async function listImports(db: Db, startedBy: UserId, limit: number): Promise<StoredImport[]> {
  return await load(
    db,
    sql`select ${COLUMNS}, case when i.error is not null then jsonb_set(i.error, '{lines}', '[]') end as error
      ${FROM} where i.started_by = ${startedBy} order by i.created_at desc, i.id desc limit ${limit}`,
  );
}
