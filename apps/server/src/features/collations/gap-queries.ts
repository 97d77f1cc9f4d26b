import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { CollationLevel } from '@ec/contract/collations/chain';
import type { CollationId, CollationSource, CollationStatus } from '@ec/contract/collations/schemas';
import { areaRange, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { areaColumn } from '../../platform/database/place-columns.ts';

export interface CountedForm {
  id: CollationId;
  level: CollationLevel;
  areaId: LocationId;
  version: number;
  source: CollationSource;
  status: CollationStatus;
  formCode: string;
  hasRows: boolean;
  stated: number | null;
}

/** [unit, votes on the form, votes on our sheet, id of our result] */
type UnitEntry = [LocationId, number | null, number | null, ResultId | null];

export interface GapGround {
  forms: CountedForm[];
  /** Of forms above the wards: [form, child, votes] */
  rows: [CollationId, LocationId, number][];
  /** Of wards whose form has rows. */
  wards: { ward: LocationId; equal: number; unheldVotes: number; unheldPlaces: number; units: UnitEntry[] | null }[];
  /** Our own votes of every ward: [ward, votes] */
  own: [LocationId, number][];
  coverage: { units: number; held: number; verified: number };
}

/** The order in which the forms of one place count: verified, then pending, then disputed; in each our agent's, the portal's, the announced. */
export const COUNTS_FIRST = sql`array_position(array['verified', 'pending', 'disputed'], c.status),
  array_position(array['agent', 'portal', 'announced'], c.source)`;

/** A result is counted by the two bases of live results; one in dispute or cancelled by neither. */
export const COUNTED = sql`status in ('pending', 'verified')`;

/**
 * Everything that the parts of a gap are made of, for one party in one area, in one statement and so at one moment. Rows that equal our sheets
 * come as sums, so that the nation is some ten thousand rows and not 177,000. `partyAt` is the party's place on the ballot.
 */
export async function readGap(
  db: Db,
  ask: {
    electionId: ElectionId;
    area: LocationId;
    constituencyId: string | null;
    party: string;
    partyAt: number;
    eachUnheld: boolean;
  },
): Promise<GapGround> {
  const { first, last } = areaRange(ask.area);
  const part = ask.constituencyId === null ? sql`true` : sql`c.constituency_id = ${ask.constituencyId}`;
  const wardPart =
    ask.constituencyId === null
      ? sql`true`
      : sql`exists (select from constituency_wards w where w.ward_id = t.area_id and w.constituency_id = ${ask.constituencyId})`;
  const unheld = ask.eachUnheld ? sql`false` : sql`j.own is null`;
  const { rows } = await sql<GapGround>`with counting as materialized (
      select distinct on (c.level, c.area_id, c.constituency_id) c.id, c.level, c.area_id, c.version, c.source, c.status, c.form_code,
        exists (select from collation_rows r where r.collation_id = c.id and r.version = c.version) as has_rows,
        v.votes[p.at] as stated, p.at
      from collations c join collation_versions v on v.collation_id = c.id and v.version = c.version
        cross join lateral (select array_position(v.parties, ${ask.party}) as at) p
      where c.election_id = ${ask.electionId} and c.status <> 'returned' and ${part}
        and c.area_id between ${first}::bigint and ${last}::bigint
      order by c.level, c.area_id, c.constituency_id, ${COUNTS_FIRST}
    ), on_form as (
      select c.area_id as ward, r.child_id as unit, coalesce(r.votes[c.at], 0) as votes
      from counting c join collation_rows r on r.collation_id = c.id and r.version = c.version
      where c.level = 'ward'
    ), ours as (
      select ${areaColumn('r.polling_unit_id', 'ward')} as ward, r.polling_unit_id as unit, r.votes[${ask.partyAt}::integer] as votes, r.id
      from results r
      where r.election_id = ${ask.electionId} and r.source = 'official' and r.${COUNTED}
        and r.polling_unit_id between ${first}::bigint and ${last}::bigint
        and ${areaColumn('r.polling_unit_id', 'ward')} in (select area_id from counting where level = 'ward' and has_rows)
    ), joined as (
      select coalesce(f.ward, o.ward) as ward, coalesce(f.unit, o.unit) as unit, f.votes as form, o.votes as own, o.id
      from on_form f full join ours o on o.unit = f.unit
    ), wards as (
      select j.ward, coalesce(sum(j.form) filter (where j.form = j.own), 0)::bigint as equal,
        coalesce(sum(j.form) filter (where ${unheld}), 0)::bigint as unheld_votes, count(*) filter (where ${unheld}) as unheld_places,
        json_agg(json_build_array(j.unit, j.form, j.own, j.id)) filter (where j.form is distinct from j.own and not (${unheld})) as units
      from joined j group by 1
    ), tally as (
      select t.area_id, t.status, t.units, t.votes[${ask.partyAt}::integer] as votes from tallies t
      where t.election_id = ${ask.electionId} and t.source = 'official' and t.level = 'ward' and t.${COUNTED}
        and t.area_id between ${first}::bigint and ${last}::bigint and ${wardPart}
    )
    select
      (select coalesce(json_agg(json_build_object('id', id, 'level', level, 'areaId', area_id, 'version', version, 'source', source,
        'status', status, 'formCode', form_code, 'hasRows', has_rows, 'stated', stated)), '[]') from counting) as forms,
      (select coalesce(json_agg(json_build_array(c.id, r.child_id, coalesce(r.votes[c.at], 0))), '[]')
        from counting c join collation_rows r on r.collation_id = c.id and r.version = c.version where c.level <> 'ward') as rows,
      (select coalesce(json_agg(json_build_object('ward', ward, 'equal', equal, 'unheldVotes', unheld_votes,
        'unheldPlaces', unheld_places, 'units', units)), '[]') from wards) as wards,
      (select coalesce(json_agg(json_build_array(area_id, votes)), '[]')
        from (select area_id, sum(votes)::bigint as votes from tally group by 1) s) as own,
      (select json_build_object('held', coalesce(sum(units), 0), 'verified', coalesce(sum(units) filter (where status = 'verified'), 0),
        'units', 0) from tally) as coverage`.execute(db);
  const [ground] = rows;
  if (!ground) throw new Error('a statement without a row');
  return ground;
}
