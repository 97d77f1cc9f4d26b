import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import type { ResultStatus } from '@ec/contract/results/schemas';
import { type CompiledQuery, sql } from 'kysely';
import { areaColumn } from '../../platform/database/places.ts';
import { type Db, statement, type Tx } from '../../platform/database/database.ts';

/** The part of a result that totals are made of. */
export interface Countable {
  status: ResultStatus;
  votes: readonly number[];
  voidVotes: number;
  accredited: number;
  registered: number | null;
}

interface Delta {
  status: ResultStatus;
  units: number;
  votes: number[];
  voidVotes: number;
  accredited: number;
  registered: number;
  registeredUnits: number;
  registeredAccredited: number;
}

function asDelta(result: Countable, sign: 1 | -1): Delta {
  const known = result.registered === null ? 0 : sign;
  return {
    status: result.status,
    units: sign,
    votes: result.votes.map((value) => sign * value),
    voidVotes: sign * result.voidVotes,
    accredited: sign * result.accredited,
    registered: sign * (result.registered ?? 0),
    registeredUnits: known,
    registeredAccredited: known * result.accredited,
  };
}

/** The deltas of a change from `before` to `after`: one if the status stays, two if it moves. */
function deltas(before: Countable | null, after: Countable): Delta[] {
  const added = asDelta(after, 1);
  if (!before) return [added];
  const removed = asDelta(before, -1);
  if (before.status !== after.status) return [removed, added].sort((a, b) => (a.status < b.status ? -1 : 1));
  return [
    {
      status: after.status,
      units: 0,
      votes: added.votes.map((value, index) => value + (removed.votes[index] ?? 0)),
      voidVotes: added.voidVotes + removed.voidVotes,
      accredited: added.accredited + removed.accredited,
      registered: added.registered + removed.registered,
      registeredUnits: added.registeredUnits + removed.registeredUnits,
      registeredAccredited: added.registeredAccredited + removed.registeredAccredited,
    },
  ];
}

/** The change of one result, which moves the totals of its ward and its LGA. */
export interface Move {
  electionId: ElectionId;
  source: Source;
  pollingUnitId: LocationId;
  before: Countable | null;
  after: Countable;
}

interface TallyDelta extends Delta {
  electionId: ElectionId;
  source: Source;
  level: 'ward' | 'lga';
  areaId: LocationId;
}

function add(sum: TallyDelta, more: Delta): void {
  sum.units += more.units;
  sum.votes = sum.votes.map((value, index) => value + (more.votes[index] ?? 0));
  sum.voidVotes += more.voidVotes;
  sum.accredited += more.accredited;
  sum.registered += more.registered;
  sum.registeredUnits += more.registeredUnits;
  sum.registeredAccredited += more.registeredAccredited;
}

/** The changes of all moves, one for each row of the totals. */
function sumByRow(moves: readonly Move[]): TallyDelta[] {
  const sums = new Map<string, TallyDelta>();
  for (const { electionId, source, pollingUnitId, before, after } of moves) {
    for (const delta of deltas(before, after)) {
      for (const level of ['ward', 'lga'] as const) {
        const areaId = ancestorOf(pollingUnitId, level);
        if (areaId === undefined) throw new Error(`${pollingUnitId} is no polling unit`);
        const key = `${electionId} ${source} ${level} ${areaId} ${delta.status}`;
        const sum = sums.get(key);
        if (sum) add(sum, delta);
        else sums.set(key, { electionId, source, level, areaId, ...delta });
      }
    }
  }
  return [...sums.values()];
}

const moveRows = statement(
  'tallies.move',
  `insert into tallies as t (election_id, source, level, area_id, status, units, votes, void_votes, accredited, registered,
      registered_units, registered_accredited)
    select "electionId", source, level, "areaId", status, units, votes, "voidVotes", accredited, registered, "registeredUnits",
      "registeredAccredited"
    from json_to_recordset($1::json) as d ("electionId" uuid, source text, level text, "areaId" bigint, status text, units int,
      votes bigint[], "voidVotes" bigint, accredited bigint, registered bigint, "registeredUnits" int, "registeredAccredited" bigint)
    order by level desc, "electionId", source, "areaId", status
    on conflict (election_id, source, level, area_id, status) do update set
      units = t.units + excluded.units,
      votes = add_votes(t.votes, excluded.votes),
      void_votes = t.void_votes + excluded.void_votes,
      accredited = t.accredited + excluded.accredited,
      registered = t.registered + excluded.registered,
      registered_units = t.registered_units + excluded.registered_units,
      registered_accredited = t.registered_accredited + excluded.registered_accredited,
      changed_at = clock_timestamp()`,
);

/**
 * The write that updates the totals of the units' wards and LGAs in the transaction that changes their results. Rows are
 * locked in one order (all wards before all LGAs), so that two writers never deadlock.
 */
export function talliesWrite(moves: readonly Move[]): CompiledQuery<unknown> {
  return moveRows.of([JSON.stringify(sumByRow(moves))]);
}

/** Executes talliesWrite at once. */
export async function moveTallies(tx: Tx, moves: readonly Move[]): Promise<void> {
  await tx.executeQuery(talliesWrite(moves));
}

/** The totals counted again from the newest version of each stored result. */
function recountQuery(electionId: ElectionId) {
  return sql`
    with counted as (
      select r.election_id, r.source, r.polling_unit_id, r.status, r.updated_at, v.votes, v.void_votes,
        v.accredited, v.registered
      from results r join result_versions v on v.result_id = r.id and v.version = r.version
      where r.election_id = ${electionId}
    ), placed as (
      select c.*, a.level, a.area_id from counted c cross join lateral (values
        ('ward', ${areaColumn('c.polling_unit_id', 'ward')}), ('lga', ${areaColumn('c.polling_unit_id', 'lga')})
      ) as a (level, area_id)
    ), sums as (
      select election_id, source, level, area_id, status, count(*)::int as units, sum(void_votes)::bigint as void_votes,
        sum(accredited)::bigint as accredited, coalesce(sum(registered), 0)::bigint as registered,
        count(registered)::int as registered_units,
        coalesce(sum(accredited) filter (where registered is not null), 0)::bigint as registered_accredited, max(updated_at) as changed_at
      from placed group by 1, 2, 3, 4, 5
    ), by_party as (
      select p.source, p.level, p.area_id, p.status, x.i, sum(x.vote)::bigint as votes
      from placed p cross join lateral unnest(p.votes) with ordinality as x (vote, i) group by 1, 2, 3, 4, 5
    ), vote_sums as (
      select source, level, area_id, status, array_agg(votes order by i) as votes from by_party group by 1, 2, 3, 4
    )
    select s.election_id, s.source, s.level, s.area_id, s.status, s.units, v.votes, s.void_votes, s.accredited, s.registered,
      s.registered_units, s.registered_accredited, s.changed_at
    from sums s join vote_sums v using (source, level, area_id, status)`;
}

/** Replaces an election's totals by a recount, for bulk loads. Nothing else may write results of it meanwhile. */
export async function rebuildTallies(tx: Tx, electionId: ElectionId): Promise<void> {
  await tx.deleteFrom('tallies').where('election_id', '=', electionId).execute();
  await sql`insert into tallies (election_id, source, level, area_id, status, units, votes, void_votes, accredited, registered,
      registered_units, registered_accredited, changed_at)
    ${recountQuery(electionId)}`.execute(tx);
}

export interface TallyDifference {
  source: Source;
  level: 'lga' | 'ward';
  areaId: LocationId;
  status: ResultStatus;
  kept: string | null;
  counted: string | null;
}

/** Compares kept totals with a recount in one statement, so at one moment; answers every row that differs. */
export async function compareTallies(db: Db, electionId: ElectionId): Promise<TallyDifference[]> {
  const { rows } = await sql<TallyDifference>`
    with kept as (
      select source, level, area_id, status,
        concat_ws('|', units, votes::text, void_votes, accredited, registered, registered_units, registered_accredited) as figures
      from tallies
      where election_id = ${electionId}
        and not (units = 0 and void_votes = 0 and accredited = 0 and registered = 0 and registered_units = 0 and registered_accredited = 0
          and 0 = all (votes))
    ), counted as (
      select source, level, area_id, status,
        concat_ws('|', units, votes::text, void_votes, accredited, registered, registered_units, registered_accredited) as figures
      from (${recountQuery(electionId)}) c
    )
    select source, level, area_id as "areaId", status, kept.figures as kept, counted.figures as counted
    from kept full join counted using (source, level, area_id, status)
    where kept.figures is distinct from counted.figures
    order by level, area_id, status`.execute(db);
  return rows;
}
