import { chainOfType, type CollationLevel } from '@ec/contract/collations/chain';
import type { CollationId } from '@ec/contract/collations/schemas';
import { KIND_OF_ELECTION } from '@ec/contract/elections/constituency-kind';
import type { LocationId } from '@ec/contract/geography/location-id';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { areaColumn, inAreas, lastIn } from '../../../platform/database/place-columns.ts';
import { COUNTED, COUNTS_FIRST } from '../gap-queries.ts';
import type { CollatedElection } from '../queries.ts';
import { areaTypeOf, childTypeOf, levelBelow } from '../rules.ts';

type Column = 'registered' | 'accredited' | 'valid' | 'rejected' | 'total';

/**
 * Whether a field of the row `f` differs from the other figures, by the rule of differingFields (contract collations/figures.ts): what the other side
 * does not know is not compared, and a blank differs from every figure but zero.
 */
function fieldsDiffer(f: string, own: Record<Column, RawBuilder<unknown>>): RawBuilder<boolean> {
  const fields = Object.entries(own).map(([name, other]) => sql`coalesce(${sql.ref(`${f}.${name}`)}, 0) <> ${other}`);
  return sql<boolean>`(${sql.join(fields, sql` or `)})`;
}

/** The same of votes in one order. */
const votesDiffer = (form: string, own: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(form)}::bigint[] is distinct from ${sql.ref(own)}::bigint[] and exists (
    select from unnest(${sql.ref(form)}, ${sql.ref(own)}) as x (form, own) where coalesce(x.form, 0) <> x.own))`;

const columnsOf = (alias: string): Record<Column, RawBuilder<unknown>> => ({
  registered: sql.ref(`${alias}.registered`),
  accredited: sql.ref(`${alias}.accredited`),
  valid: sql.ref(`${alias}.valid`),
  rejected: sql.ref(`${alias}.rejected`),
  total: sql.ref(`${alias}.total`),
});

/** A form of a ward: a counted sheet of ours that its row does not equal, or that is left out of it. */
const OF_WARDS = (
  election: CollatedElection,
) => sql`select f.id from forms f where f.level = 'ward' and f.has_rows and exists (
    select from results o where o.election_id = ${election.id} and o.source = 'official' and o.${COUNTED}
      and o.polling_unit_id between f.area_id and ${lastIn(sql.ref<LocationId>('f.area_id'), 'ward')}
      and not exists (select from collation_rows r
        where r.collation_id = f.id and r.version = f.version and r.child_id = o.polling_unit_id
          and not coalesce(${fieldsDiffer('r', {
            registered: sql`o.registered`,
            accredited: sql`o.accredited`,
            valid: sql`o.total_votes - o.void_votes`,
            rejected: sql`o.void_votes`,
            total: sql`o.total_votes`,
          })}, false) and not ${votesDiffer('r.votes', 'o.votes')}))`;

/** A form above the wards: a row that is not what its own form states, or not the sum of all our sheets, or a place left out. */
function ofLevel(election: CollatedElection, level: CollationLevel): RawBuilder<unknown> {
  const below = levelBelow(election.type, level);
  const child = childTypeOf(election.type, level);
  const area = areaTypeOf(election.type, level);
  const ofForm = (alias: string) => sql`${sql.ref(`${alias}.constituency_id`)} is not distinct from f.constituency_id`;
  const rows = sql`forms f join rows_above r on r.id = f.id and f.level = ${level}`;
  const left = (child: string) => sql`f.has_rows and not exists (
    select from rows_above r where r.id = f.id and r.child_id = ${sql.ref(child)})`;
  // Joins in place of a search for each form: the nation has thousands of rows on each side.
  const carried = below
    ? sql`select f.id from ${rows} join forms b on b.level = ${below} and b.area_id = r.child_id and ${ofForm('b')}
        where coalesce(${fieldsDiffer('r', columnsOf('b'))}, false) or exists (
          select from unnest(b.parties, b.votes) as x (party, vote) join unnest(f.parties, r.votes) as y (party, vote) using (party)
          where coalesce(y.vote, 0) <> x.vote)
      union select f.id from forms f join forms b on f.level = ${level} and b.level = ${below}
          and ${areaColumn('b.area_id', area)} = f.area_id and ${ofForm('b')}
        where ${left('b.area_id')} union`
    : sql``;
  return sql`${carried} select f.id from ${rows} join own o on o.type = ${child} and o.child = r.child_id
        and o.constituency is not distinct from f.constituency_id
      where o.held = o.units and (coalesce(${fieldsDiffer('r', columnsOf('o'))}, false) or ${votesDiffer('r.votes', 'o.votes')})
    union select f.id from forms f join own o on f.level = ${level} and o.type = ${child}
        and ${areaColumn('o.child', area)} = f.area_id and o.constituency is not distinct from f.constituency_id
      where ${left('o.child')}`;
}

/**
 * The forms that count in the areas and differ in what no missing sheet can explain (`isFault`, alerts/form-rules.ts), by the comparison itself: a test
 * holds it against compare-service.ts. The statement has no name, for its text depends on the type of election and on how many areas are asked.
 */
export async function differingForms(
  db: Db,
  election: CollatedElection,
  areas: readonly LocationId[],
): Promise<CollationId[]> {
  const kind = KIND_OF_ELECTION[election.type];
  const constituency = kind ? sql`w.constituency_id` : sql`null::text`;
  const parts = kind ? sql`join constituency_wards w on w.ward_id = l.id and w.kind = ${kind}` : sql``;
  const levels = chainOfType(election.type).map((level) =>
    level === 'ward' ? OF_WARDS(election) : ofLevel(election, level),
  );
  const { rows } = await sql<{ id: CollationId }>`with forms as materialized (
      select distinct on (c.level, c.area_id, c.constituency_id) c.id, c.version, c.level, c.area_id, c.constituency_id, v.parties,
        v.registered, v.accredited, v.votes, v.valid, v.rejected, v.total,
        v.flags @> '[{"code": "COLUMN_SUM"}]' as sums_differ,
        exists (select from collation_rows r where r.collation_id = c.id and r.version = c.version) as has_rows
      from collations c join collation_versions v on v.collation_id = c.id and v.version = c.version
      where c.election_id = ${election.id} and c.status <> 'returned' and ${inAreas('c.area_id', areas)}
      order by c.level, c.area_id, c.constituency_id, ${COUNTS_FIRST}
    ), rows_above as materialized (
      select f.id, r.child_id, r.registered, r.accredited, r.votes, r.valid, r.rejected, r.total
      from forms f join collation_rows r on r.collation_id = f.id and r.version = f.version where f.level <> 'ward'
      -- A declaration without rows states what it took from the one form below.
      union all select f.id, f.area_id, f.registered, f.accredited, f.votes, f.valid, f.rejected, f.total
      from forms f where f.level = 'declaration' and not f.has_rows
    ), wards as materialized (
      select l.id as ward, ${constituency} as constituency, l.units from locations l ${parts}
      where l.type = 'ward' and ${inAreas('l.id', areas)} and exists (select from forms)
    ), places as materialized (
      select w.ward, p.type, p.child, w.constituency, w.units
      from wards w cross join lateral (values ('ward', ${areaColumn('w.ward', 'ward')}), ('lga', ${areaColumn('w.ward', 'lga')}),
        ('state', ${areaColumn('w.ward', 'state')}), ('national', ${areaColumn('w.ward', 'national')})) as p (type, child)
    ), counted as materialized (
      select t.area_id as ward, t.units, t.votes, t.void_votes, t.accredited, t.registered from tallies t
      where t.election_id = ${election.id} and t.source = 'official' and t.level = 'ward' and t.${COUNTED} and t.units > 0
        and ${inAreas('t.area_id', areas)}
    ), units as (
      select type, child, constituency, sum(units)::bigint as units from places group by 1, 2, 3
    ), sums as (
      select p.type, p.child, p.constituency, sum(c.units)::bigint as held, sum(c.void_votes)::bigint as rejected,
        sum(c.accredited)::bigint as accredited, sum(c.registered)::bigint as registered
      from places p join counted c using (ward) group by 1, 2, 3
    ), votes as (
      select type, child, constituency, array_agg(votes order by i) as votes, sum(votes)::bigint as valid from (
        select p.type, p.child, p.constituency, x.i, sum(x.vote)::bigint as votes
        from places p join counted c using (ward) cross join lateral unnest(c.votes) with ordinality as x (vote, i)
        group by 1, 2, 3, 4) each group by 1, 2, 3
    ), own as materialized (
      select s.type, s.child, s.constituency, u.units, s.held, s.rejected, s.accredited, s.registered, v.votes, v.valid,
        v.valid + s.rejected as total
      from sums s
      join units u on u.type = s.type and u.child = s.child and u.constituency is not distinct from s.constituency
      join votes v on v.type = s.type and v.child = s.child and v.constituency is not distinct from s.constituency
    )
    select id from forms where sums_differ union ${sql.join(levels, sql` union `)}`.execute(db);
  return rows.map(({ id }) => id);
}
