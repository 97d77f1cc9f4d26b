import type { UserId } from '@ec/contract/base/common';
import type { CollationId, CollationSource } from '@ec/contract/collations/schemas';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { FormContent } from './receipt.ts';

const OF_VERSION = ['form_code', 'submitted_by', 'submitted_at'] as const;
const DECIDED = ['status', 'decided_by', 'decided_at', 'reason', 'out_of_date_at'] as const;

/** A column of a form that says something else than its newest version, the decisions on that version and its pages. */
export interface FormDifference {
  id: CollationId;
  formCode: string;
  areaCode: string;
  source: CollationSource;
  electionName: string;
  /** `record`: it has no version. */
  what: 'record' | 'version' | (typeof OF_VERSION)[number] | (typeof DECIDED)[number];
  says: string | null;
  recorded: string | null;
  /** The newest version. */
  version: number | null;
}

const NAMES = ['version', ...OF_VERSION, ...DECIDED] as const;
const columns = sql.join(
  NAMES.map((name) => sql`(${sql.lit(name)}, ${sql.ref(`c.${name}`)}::text, ${sql.ref(`t.${name}`)}::text)`),
);

/** What all forms say otherwise than the view `collations_as_recorded`, in one statement, so at one moment. */
export async function findFormDifferences(db: Db): Promise<FormDifference[]> {
  const { rows } = await sql<FormDifference>`select c.id, c.form_code as "formCode", l.code as "areaCode", c.source,
      e.name as "electionName", d.what, d.says, d.recorded, t.version
    from collations c
    left join collations_as_recorded t on t.id = c.id
    join elections e on e.id = c.election_id
    join locations l on l.id = c.area_id
    cross join lateral (
      select 'record' as what, c.version::text as says, null as recorded where t.id is null
      union all select * from (values ${columns}) as x (what, says, recorded)
        where t.id is not null and says is distinct from recorded
    ) d
    order by l.code, c.form_code, c.source, c.election_id, d.what`.execute(db);
  return rows;
}

/** A version of a form with everything that its receipt's digest is made over, and what it was given. */
interface StoredForm extends Omit<FormContent, 'formCode'> {
  id: CollationId;
  submissionId: string;
  digest: Buffer;
}

/** Those of a part are held in memory with all their rows. */
const PART = 50;
const FIRST = '00000000-0000-0000-0000-000000000000';

const FIGURES = (of: 'v' | 'r') =>
  sql.join(
    ['registered', 'accredited', 'votes', 'valid', 'rejected', 'total'].flatMap((name) => [
      sql.lit(name),
      sql.ref(`${of}.${name}`),
    ]),
  );

/** All versions of all forms, a part at a time. */
export async function* storedForms(db: Db): AsyncGenerator<StoredForm> {
  for (let after = { id: FIRST, version: 0 }; ; ) {
    const { rows }: { rows: (StoredForm & { pages: Buffer[] })[] } = await sql<
      StoredForm & { pages: Buffer[] }
    >`select v.collation_id as id, v.version, c.election_id as "electionId", c.level, c.area_id as "areaId",
        c.constituency_id as "constituencyId", c.source, v.parties, json_build_object(${FIGURES('v')}) as stated,
        (select coalesce(json_agg(json_build_object('childId', r.child_id, ${FIGURES('r')}) order by r.position), '[]')
          from collation_rows r where r.collation_id = v.collation_id and r.version = v.version) as rows,
        array(select p.sha256 from collation_photos p where p.collation_id = v.collation_id and p.version = v.version
          and p.added_at is null order by p.page) as pages,
        v.submitted_by as "submittedBy", v.submitted_at as "submittedAt", v.submission_id as "submissionId", v.digest
      from collation_versions v join collations c on c.id = v.collation_id
      where (v.collation_id, v.version) > (${after.id}::uuid, ${after.version}::int)
      order by v.collation_id, v.version limit ${PART}`.execute(db);
    for (const { pages, ...form } of rows) yield { ...form, photos: pages.map((sha256) => ({ sha256 })) };
    const last = rows.at(-1);
    if (!last || rows.length < PART) return;
    after = { id: last.id, version: last.version };
  }
}

/** A version of a form, a page of one, or decisions of one person on one, of which the audit log says something else. */
export interface FormNotAsAudited {
  what: 'version' | 'page' | 'decision';
  id: string;
  version: string;
  /** The version's number; null where neither has it. */
  submissionId: string | null;
  /** Of a page its number, of decisions their outcome. */
  which: string | null;
  by: UserId | null;
  stored: number;
  audited: number;
}

/**
 * Forms, the pages that were added to them and the decisions on them that the audit log does not have, and those that it alone has. That a form is out
 * of date follows from another entry, so it has none.
 */
export async function formsNotAsAudited(db: Db): Promise<FormNotAsAudited[]> {
  const { rows } = await sql<FormNotAsAudited>`with audited as materialized (
      select 'version' as what, resource_id as id, new_values->>'version' as version, null as which, null as by,
        new_values->>'digest' as content, new_values->>'submissionId' as submission_id
      from audit_entries where event = 'collation.entered'
      union all select 'page', resource_id, new_values->>'version', p.page->>'page', user_id::text, p.page->>'sha256', null
      from audit_entries cross join lateral jsonb_array_elements(
        case jsonb_typeof(new_values->'pages') when 'array' then new_values->'pages' else jsonb_build_array(new_values->'pages') end) p (page)
      where event = 'collation.pages_added'
      union all select 'decision', resource_id, new_values->>'version', substr(event, 11), user_id::text, null, null
      from audit_entries where event in ('collation.verified', 'collation.returned', 'collation.disputed', 'collation.acknowledged')
    ), kept as (
      select 'version' as what, collation_id::text as id, version::text as version, null as which, null as by,
        encode(digest, 'hex') as content, submission_id
      from collation_versions
      union all select 'page', collation_id::text, version::text, page::text, added_by::text, encode(sha256, 'hex'), null
      from collation_photos where added_at is not null
      union all select 'decision', collation_id::text, version::text, action, decided_by::text, null, null
      from collation_decisions where action <> 'out_of_date'
    ), counted as (
      select what, id, version, which, by, content, max(submission_id) as submission_id, count(*) filter (where of_store)::int as stored,
        count(*) filter (where not of_store)::int as audited
      from (select true as of_store, * from kept union all select false, * from audited) x
      group by what, id, version, which, by, content
    )
    select what, id, version, which, by, stored, audited, coalesce(submission_id, (select v.submission_id from collation_versions v
      where v.collation_id::text = id and v.version::text = counted.version)) as "submissionId"
    from counted where stored <> audited order by id, version, what desc, which, by, stored desc`.execute(db);
  return rows;
}
