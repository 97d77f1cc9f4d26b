import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { CollationLevel } from '@ec/contract/collations/chain';
import type { CollationId, CollationSource, CollationStatus } from '@ec/contract/collations/schemas';
import { areaRange, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { lastIn } from '../../platform/database/places.ts';
import type { Votes } from './gap-rules.ts';

/** The form that counts for one place. */
export interface PlacedForm {
  id: CollationId;
  level: CollationLevel;
  areaId: LocationId;
  version: number;
  source: CollationSource;
  status: CollationStatus;
  formCode: string;
}

/** What one version of a form says; it never changes. */
export interface FormContent {
  hasRows: boolean;
  /** The stated total of each party, in the order of the ballot; null where it was left blank. */
  stated: readonly (number | null)[];
  /** The parties in the order of the form's own rows; null where it is that of the ballot. */
  parties: readonly string[] | null;
  /** Of a form above the wards. */
  rows: readonly { child: LocationId; votes: Votes }[];
}

export type CountedForm = PlacedForm & FormContent;

/** Our own total of a ward on one basis, without its votes. */
export interface WardMark {
  ward: LocationId;
  verified: boolean;
  units: number;
  /** Is another one after each change of a counted result of the ward on this basis. */
  mark: number;
}

export interface GapPlace {
  electionId: ElectionId;
  area: LocationId;
  constituencyId: string | null;
  /** The ballot. */
  parties: readonly string[];
}

/** The order in which the forms of one place count: verified, then pending, then disputed; in each our agent's, the portal's, the announced. */
export const COUNTS_FIRST = sql`array_position(array['verified', 'pending', 'disputed'], c.status),
  array_position(array['agent', 'portal', 'announced'], c.source)`;

/** A result is counted by the two bases of live results; one in dispute or cancelled by neither. */
export const COUNTED = sql`status in ('pending', 'verified')`;

type Listed = readonly (number | null)[];

/** Turns votes in the order of a form into the order of the ballot. */
function orderOf(parties: readonly string[], own: readonly string[] | null): <T>(votes: readonly T[]) => (T | null)[] {
  const places = parties.map((party, index) => (own ? own.indexOf(party) : index));
  return (votes) => places.map((place) => votes[place] ?? null);
}

const counted = (votes: Listed): Votes => votes.map((value) => value ?? 0);

/** The form that counts of each place in an area: some ten thousand in the nation, therefore as one text and without what they say. */
export async function readForms(db: Db, { electionId, area, constituencyId }: GapPlace): Promise<PlacedForm[]> {
  const { first, last } = areaRange(area);
  const part = constituencyId === null ? sql`true` : sql`c.constituency_id = ${constituencyId}`;
  const { rows } = await sql<{
    forms: [CollationId, CollationLevel, LocationId, number, CollationSource, CollationStatus, string][];
  }>`select coalesce(json_agg(json_build_array(id, level, area_id, version, source, status, form_code)), '[]') as forms from (
      select distinct on (c.level, c.area_id, c.constituency_id) c.id, c.level, c.area_id, c.version, c.source, c.status, c.form_code
      from collations c
      where c.election_id = ${electionId} and c.status <> 'returned' and ${part}
        and c.area_id between ${first}::bigint and ${last}::bigint
      order by c.level, c.area_id, c.constituency_id, ${COUNTS_FIRST}) counting`.execute(db);
  return (rows[0]?.forms ?? []).map(([id, level, areaId, version, source, status, formCode]) => ({
    id,
    level,
    areaId,
    version,
    source,
    status,
    formCode,
  }));
}

/** What versions of forms say, with the rows of those above the wards. */
export async function readContents(
  db: Db,
  parties: readonly string[],
  forms: readonly Pick<PlacedForm, 'id' | 'version' | 'level'>[],
): Promise<Map<CollationId, FormContent>> {
  const asked = forms.map(({ id, version, level }) => ({ id, version, above: level !== 'ward' }));
  const { rows } = await sql<{
    contents: [CollationId, boolean, Listed, readonly string[] | null][];
    rows: [CollationId, LocationId, Listed][];
  }>`with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(asked)}::json) as a (id uuid, version integer, above boolean)
    )
    select
      (select coalesce(json_agg(json_build_array(a.id,
          exists (select from collation_rows r where r.collation_id = a.id and r.version = a.version), v.votes,
          nullif(v.parties, ${parties}::text[]))), '[]')
        from asked a join collation_versions v on v.collation_id = a.id and v.version = a.version) as contents,
      (select coalesce(json_agg(json_build_array(a.id, r.child_id, r.votes)), '[]')
        from asked a join collation_rows r on r.collation_id = a.id and r.version = a.version where a.above) as rows`.execute(
    db,
  );
  const [read] = rows;
  if (!read) throw new Error('a statement without a row');
  const rowsOf = Map.groupBy(read.rows, ([id]) => id);
  return new Map(
    read.contents.map(([id, hasRows, stated, own]): [CollationId, FormContent] => {
      const inOrder = orderOf(parties, own);
      const above = (rowsOf.get(id) ?? []).map(([, child, votes]) => ({ child, votes: counted(inOrder(votes)) }));
      return [id, { hasRows, stated: inOrder(stated), parties: own, rows: above }];
    }),
  );
}

/** Our own totals of the wards of an area, without their votes. */
export async function readMarks(db: Db, { electionId, area, constituencyId }: GapPlace): Promise<WardMark[]> {
  const { first, last } = areaRange(area);
  const part =
    constituencyId === null
      ? sql`true`
      : sql`exists (select from constituency_wards w where w.ward_id = t.area_id and w.constituency_id = ${constituencyId})`;
  // Microseconds since 1970 are whole numbers below 2^53.
  const { rows } = await sql<{
    own: [LocationId, boolean, number, number][];
  }>`select coalesce(json_agg(json_build_array(t.area_id, t.status = 'verified', t.units,
        (extract(epoch from t.changed_at) * 1000000)::bigint) order by t.area_id, t.status), '[]') as own
    from tallies t
    where t.election_id = ${electionId} and t.source = 'official' and t.level = 'ward' and t.${COUNTED}
      and t.area_id between ${first}::bigint and ${last}::bigint and ${part}`.execute(db);
  return (rows[0]?.own ?? []).map(([ward, verified, units, mark]) => ({ ward, verified, units, mark }));
}

/** Our own votes of wards, both bases together. */
export async function readVotes(
  db: Db,
  electionId: ElectionId,
  wards: readonly LocationId[],
): Promise<Map<LocationId, Votes>> {
  const { rows } = await sql<{
    own: [LocationId, number[]][];
  }>`select coalesce(json_agg(json_build_array(t.area_id, t.votes)), '[]') as own
    from tallies t
    where t.election_id = ${electionId} and t.source = 'official' and t.level = 'ward' and t.${COUNTED}
      and t.area_id = any (${`{${wards.join(',')}}`}::bigint[])`.execute(db);
  const votesOf = new Map<LocationId, Votes>();
  for (const [ward, votes] of rows[0]?.own ?? []) {
    const before = votesOf.get(ward);
    votesOf.set(ward, before ? before.map((value, at) => value + (votes[at] ?? 0)) : votes);
  }
  return votesOf;
}

/** What a ward's form and our sheets of it do not have in common. */
export interface WardRows {
  /** Units whose row differs from our sheet for a party, or that have only one of them (the other is null). */
  units: { unit: LocationId; form: Votes | null; own: Votes | null; resultId: ResultId | null; desk: boolean }[];
  /** Rows without a sheet of ours, taken together. */
  unheld: { votes: Votes; places: number } | null;
}

/** A ward's form whose rows are to be read. */
export type WardForm = Pick<CountedForm, 'id' | 'version' | 'parties'> & { ward: LocationId };

/**
 * The rows of wards beside our sheets, in one statement: only what differs. Rows without a sheet come as sums, or one by one where
 * `eachUnheld`. A ward that is not in the answer has none of either.
 */
export async function readWards(
  db: Db,
  { electionId, parties }: Pick<GapPlace, 'electionId' | 'parties'>,
  forms: readonly WardForm[],
  eachUnheld: boolean,
): Promise<Map<LocationId, WardRows>> {
  const asked = forms.map((form) => ({
    id: form.id,
    version: form.version,
    ward: form.ward,
    ordered: form.parties === null,
  }));
  const unheld = eachUnheld ? sql`false` : sql`o.votes is null`;
  const { rows } = await sql<{
    ward: LocationId;
    units: [LocationId, Listed | null, number[] | null, ResultId | null, boolean][] | null;
    unheld: Listed | null;
    places: number;
  }>`with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(asked)}::json) as a (id uuid, version integer, ward bigint, ordered boolean)
    ), on_form as (
      select a.ward, a.ordered, r.child_id as unit, r.votes
      from asked a join collation_rows r on r.collation_id = a.id and r.version = a.version
    ), ours as (
      select a.ward, r.unit, r.votes, r.id, r.version
      from asked a cross join lateral (
        select r.polling_unit_id as unit, r.votes, r.id, r.version from results r
        where r.election_id = ${electionId} and r.source = 'official' and r.${COUNTED}
          and r.polling_unit_id between a.ward and ${lastIn(sql`a.ward`, 'ward')}
        -- Ward by ward along the index: the planner takes the wards for a hundred, and would compare each with all results.
        offset 0
      ) r
    ), differing as materialized (
      select coalesce(f.ward, o.ward) as ward, coalesce(f.unit, o.unit) as unit, f.votes as form, o.votes as own, o.id, o.version, ${unheld} as unheld
      from on_form f full join ours o on o.unit = f.unit
      where f.votes is distinct from o.votes or not f.ordered
    ), unheld_sums as (
      select ward, array_agg(votes order by at) as votes from (
        select d.ward, v.at, sum(v.votes)::bigint as votes
        from differing d cross join lateral unnest(d.form) with ordinality v (votes, at) where d.unheld group by 1, 2
      ) s group by 1
    ), by_ward as (
      select d.ward, json_agg(json_build_array(d.unit, d.form, d.own, d.id, k.version is not null)) filter (where not d.unheld) as units,
        count(*) filter (where d.unheld)::integer as places
      from differing d left join desk_versions k on k.result_id = d.id and k.version = d.version group by d.ward
    )
    select w.ward, w.units, to_json(s.votes) as unheld, w.places from by_ward w left join unheld_sums s using (ward)`.execute(
    db,
  );
  const orders = new Map(forms.map(({ ward, parties: own }) => [ward, orderOf(parties, own)]));
  return new Map(
    rows.map(({ ward, units, unheld: sums, places }): [LocationId, WardRows] => {
      const order = orders.get(ward) ?? orderOf(parties, null);
      return [
        ward,
        {
          units: (units ?? []).map(([unit, form, own, resultId, desk]) => ({
            unit,
            form: form && counted(order(form)),
            own,
            resultId,
            desk,
          })),
          unheld: sums && places > 0 ? { votes: counted(order(sums)), places } : null,
        },
      ];
    }),
  );
}
