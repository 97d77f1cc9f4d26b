import { chainOfType, type CollationLevel } from '@ec/contract/collations/chain';
import type { CollationId } from '@ec/contract/collations/schemas';
import { KIND_OF_ELECTION } from '@ec/contract/constituencies/kinds';
import { ballotOf } from '@ec/contract/elections/parties';
import { type LocationId, locationType } from '@ec/contract/geography/location-id';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { areaColumn, inAreas } from '../../../platform/database/places.ts';
import { sumVotes, unitsOf } from '../compare-queries.ts';
import { COUNTED, COUNTS_FIRST } from '../gap-queries.ts';
import type { CollatedElection } from '../queries.ts';
import { areaTypeOf, childTypeOf, levelBelow } from '../rules.ts';

/** Whether an area has thousands of wards. */
export const isWide = (area: LocationId): boolean =>
  locationType(area) === 'national' || locationType(area) === 'region';

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
const ofWards = ({ id }: CollatedElection, areas: readonly LocationId[]): RawBuilder<unknown> => sql`select f.id
  from results o join forms f on f.level = 'ward' and f.has_rows and f.area_id = ${areaColumn('o.polling_unit_id', 'ward')}
  left join collation_rows r on r.collation_id = f.id and r.version = f.version and r.child_id = o.polling_unit_id
  where o.election_id = ${id} and o.source = 'official' and o.${COUNTED} and ${inAreas('o.polling_unit_id', areas)}
    and (r.collation_id is null or coalesce(${fieldsDiffer('r', {
      registered: sql`o.registered`,
      accredited: sql`o.accredited`,
      valid: sql`o.total_votes - o.void_votes`,
      rejected: sql`o.void_votes`,
      total: sql`o.total_votes`,
    })}, false) or ${votesDiffer('r.votes', 'o.votes')})`;

/** A form above the wards: a row that is not what its own form states, or not the sum of all our sheets, or a place left out. */
function ofLevel(election: CollatedElection, level: CollationLevel): RawBuilder<unknown> {
  const below = levelBelow(election.type, level);
  const child = childTypeOf(election.type, level);
  const area = areaTypeOf(election.type, level);
  const inForm = (place: string, part: string) =>
    sql`f.level = ${level} and f.has_rows and f.area_id = ${areaColumn(place, area)} and f.part = ${sql.ref(part)}
      and not exists (select from rows_above r where r.id = f.id and r.child_id = ${sql.ref(place)})`;
  const carried = below
    ? sql`select r.id from rows_above r join forms b on b.level = ${below} and b.area_id = r.child_id and b.part = r.part
        where r.level = ${level} and (coalesce(${fieldsDiffer('r', columnsOf('b'))}, false) or row(r.parties, r.votes) is distinct from row(b.parties, b.votes) and exists (
          select from unnest(b.parties, b.votes) as x (party, vote) join unnest(r.parties, r.votes) as y (party, vote) using (party)
          where coalesce(y.vote, 0) <> x.vote))
      union select f.id from forms f join forms b on b.level = ${below} and ${inForm('b.area_id', 'b.part')} union`
    : sql``;
  return sql`${carried} select r.id from rows_above r join own o on o.type = ${child} and o.child = r.child_id and o.part = r.part
      where r.level = ${level} and o.held = o.units
        and (coalesce(${fieldsDiffer('r', columnsOf('o'))}, false) or ${votesDiffer('r.votes', 'o.votes')})
    union select f.id from forms f join own o on o.type = ${child} and ${inForm('o.child', 'o.part')}`;
}

/** What the forms of the areas, their rows above the wards, and our own totals of every place say; `part` is the constituency, or empty. */
function grounds(election: CollatedElection, areas: readonly LocationId[]): RawBuilder<unknown> {
  const kind = KIND_OF_ELECTION[election.type];
  const part = kind ? sql`w.constituency_id` : sql`''`;
  const parts = kind ? sql`join constituency_wards w on w.ward_id = l.id and w.kind = ${kind}` : sql``;
  const entries = ballotOf(election.parties).length;
  return sql`forms as materialized (
      select distinct on (c.level, c.area_id, c.constituency_id) c.id, c.version, c.level, c.area_id,
        coalesce(c.constituency_id, '') as part, v.parties, v.registered, v.accredited, v.votes, v.valid, v.rejected, v.total,
        v.flags @> '[{"code": "COLUMN_SUM"}]' as sums_differ,
        exists (select from collation_rows r where r.collation_id = c.id and r.version = c.version) as has_rows
      from collations c join collation_versions v on v.collation_id = c.id and v.version = c.version
      where c.election_id = ${election.id} and c.status <> 'returned' and ${inAreas('c.area_id', areas)}
      order by c.level, c.area_id, c.constituency_id, ${COUNTS_FIRST}
    ), rows_above as materialized (
      select f.id, f.level, f.part, f.parties, r.child_id, r.registered, r.accredited, r.votes, r.valid, r.rejected, r.total
      from forms f join collation_rows r on r.collation_id = f.id and r.version = f.version where f.level <> 'ward'
      -- A declaration without rows states what it took from the one form below.
      union all select f.id, f.level, f.part, f.parties, f.area_id, f.registered, f.accredited, f.votes, f.valid, f.rejected, f.total
      from forms f where f.level = 'declaration' and not f.has_rows
    ), wards as materialized (
      select l.id as ward, ${part} as part, ${unitsOf(election.id, 'ward')} as units from locations l ${parts}
      where l.type = 'ward' and ${inAreas('l.id', areas)} and exists (select from forms)
    ), places as materialized (
      select w.ward, p.type, p.child, w.part, w.units
      from wards w cross join lateral (values ('ward', ${areaColumn('w.ward', 'ward')}), ('lga', ${areaColumn('w.ward', 'lga')}),
        ('state', ${areaColumn('w.ward', 'state')}), ('national', ${areaColumn('w.ward', 'national')})) as p (type, child)
    ), counted as materialized (
      select t.area_id as ward, sum(t.units) as held, ${sumVotes('t.votes', entries)} as votes, sum(t.void_votes) as rejected,
        sum(t.accredited) as accredited, sum(t.registered) as registered, sum(t.registered_units) as registered_units
      from tallies t
      where t.election_id = ${election.id} and t.source = 'official' and t.level = 'ward' and t.${COUNTED} and t.units > 0
        and ${inAreas('t.area_id', areas)}
      group by 1
    ), sums as (
      select p.type, p.child, p.part, sum(p.units)::bigint as units, sum(c.held)::bigint as held, ${sumVotes('c.votes', entries)} as votes,
        sum(c.rejected)::bigint as rejected, sum(c.accredited)::bigint as accredited, 
        case when sum(c.registered_units) = sum(c.held) then sum(c.registered)::bigint end as registered
      from places p left join counted c using (ward) group by 1, 2, 3 having count(c.ward) > 0
    ), own as materialized (
      select s.*, v.valid, v.valid + s.rejected as total
      from sums s cross join lateral (select sum(x)::bigint as valid from unnest(s.votes) as x) v
    )`;
}

/**
 * The forms that count in the areas and differ in what no missing sheet can explain (`isFault`, alerts/form-rules.ts), by the comparison itself: a test
 * holds it against compare-service.ts. Prepared where the areas are small: planning takes longer than comparing them.
 */
export async function differingForms(
  db: Db,
  election: CollatedElection,
  areas: readonly LocationId[],
): Promise<CollationId[]> {
  const levels = chainOfType(election.type).map((level) =>
    level === 'ward' ? ofWards(election, areas) : ofLevel(election, level),
  );
  const wide = areas.some(isWide);
  const name = wide ? sql`` : sql.raw('/* collations.differing */');
  const compared = sql<{ id: CollationId }>`${name} with ${grounds(election, areas)}
    select id from forms where sums_differ union ${sql.join(levels, sql` union `)}`;
  const read = async (connection: Db) => (await compared.execute(connection)).rows.map(({ id }) => id);
  if (!wide) return await read(db);
  // The planner expects few forms, and would compare each of 8,809 wards with each of 774 LGAs. It takes the units of each ward for costly, and would
  // compile the statement first.
  return await db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`.execute(tx);
    return await read(tx);
  });
}
