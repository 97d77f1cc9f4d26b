import type { ElectionId, ResultId } from '@ec/contract/base/common';
import { namedFigures, type StoredFigures } from '@ec/contract/collations/figures';
import type { Source } from '@ec/contract/elections/schemas';
import { LockedFrom } from '@ec/contract/security/schemas';
import type { UnusualCheck } from '@ec/contract/unusual/checks';
import type { CheckMode } from '@ec/contract/unusual/settings';
import { sql } from 'kysely';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import { areaColumn, lastIn } from '../../platform/database/places.ts';
import type { Db } from '../../platform/database/database.ts';
import { countOf, textArray, uuidOf } from '../../platform/database/sql-parts.ts';
import { markedName } from '@ec/contract/second-entry/desk-words';
import type { RowOfUnit } from './form-rules.ts';
import {
  type ChainEntry,
  type HarmfulUploads,
  type JudgeStand,
  type LockOut,
  type Median,
  MEDIAN_LEAST,
} from './judge-rules.ts';

/** A polling unit with the names for messages. */
export interface NamedUnit {
  id: LocationId;
  code: string;
  name: string;
}

/** One submission in the chain, in the version that it stored. */
export interface Submission {
  /** The position of its link. */
  position: number;
  resultId: ResultId;
  version: number;
  electionId: ElectionId;
  source: Source;
  unit: NamedUnit;
  ward: { id: LocationId; name: string };
  parties: string[];
  closesAt: Date;
  submittedAt: Date;
  votes: number[];
  voidVotes: number;
  accredited: number;
  registered: number | null;
  late: boolean;
  /** Entered from the photo at the desk; the unit's name says so too. */
  desk: boolean;
  /** The SHA-256 of the sheet's photo, in hex. */
  sheet: string | null;
}

interface Stretch {
  /** Links after this position … */
  after: number;
  /** … up to and including this one. */
  through: number;
  /** Entries up to this one are skipped. */
  afterEntry: number;
}

/** The entries of events in a range of the chain. */
const entriesOf = (events: readonly string[], { after, through, afterEntry }: Stretch) => sql`audit_links k
  join audit_entries n on n.id = k.entry_id
  where k.position > ${after}::bigint and k.position <= ${through}::bigint and k.event = any (${textArray(events)})
    and k.entry_id > ${afterEntry}::bigint`;

/** Values that go into a message are cut; the server itself writes shorter ones. */
const shortOf = (name: string) => sql`left(n.new_values->>${sql.lit(name)}, 200)`;

/** The submissions in a range of the chain, in order. */
export async function listSubmissions(db: Db, stretch: Stretch): Promise<Submission[]> {
  const { rows } = await sql<Submission>`with reported as materialized (
      select k.position, k.event = 'result.entered_at_desk' as desk, ${uuidOf(sql`n.resource_id`)} as result_id,
        ${countOf(sql`n.new_values->>'version'`)} as version
      from ${entriesOf(['result.submitted', 'result.entered_at_desk'], stretch)}
    )
    select t.position, r.id as "resultId", v.version, r.election_id as "electionId", r.source,
      json_build_object('id', u.id, 'code', u.code, 'name', u.name) as unit,
      json_build_object('id', w.id, 'name', w.name) as ward,
      e.parties, e.closes_at as "closesAt", v.submitted_at as "submittedAt", v.votes, v.void_votes as "voidVotes",
      v.accredited, v.registered, v.late, t.desk, encode(coalesce(v.sheet_sha256, f.sha256), 'hex') as sheet
    from reported t
    join result_versions v on v.result_id = t.result_id and v.version = t.version
    join results r on r.id = t.result_id
    join elections e on e.id = r.election_id
    join locations u on u.id = r.polling_unit_id
    join locations w on w.id = u.parent_id
    left join files f on f.id = v.sheet_file_id
    order by t.position`.execute(db);
  return rows.map((row) => ({ ...row, unit: { ...row.unit, name: markedName(row.unit.name, row.desk) } }));
}

/** The lockouts in a range of the chain, in order. */
export async function listLockOuts(db: Db, stretch: Stretch): Promise<LockOut[]> {
  const { rows } = await sql<LockOut>`with reported as materialized (
      select k.position, k.entry_id, ${uuidOf(sql`n.resource_id`)} as user_id, n.ip, ${shortOf('phone')} as phone,
        ${countOf(sql`n.new_values->>'minutes'`)} as minutes, ${shortOf('from')} as locked_from, ${shortOf('network')} as network
      from ${entriesOf(['auth.locked'], stretch)}
    )
    select t.entry_id as "entryId", t.phone, t.minutes,
      case when t.locked_from = any (${LockedFrom.options}::text[]) then t.locked_from end as "from", t.network, t.ip, case when u.id is not null then
      json_build_object('id', u.id, 'name', u.name, 'role', u.role, 'areaId', u.area_id) end as person
    from reported t left join users u on u.id = t.user_id
    where t.phone is not null and t.minutes is not null order by t.position`.execute(db);
  return rows;
}

/** The uploads refused as harmful in a range of the chain, by user and hour. */
export async function listHarmfulUploads(db: Db, stretch: Stretch): Promise<HarmfulUploads[]> {
  const { rows } = await sql<HarmfulUploads>`with reported as materialized (
      select k.position, n.user_id, to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD HH24') as hour,
        coalesce(${shortOf('what')}, 'file') as what, coalesce(${shortOf('found')}, 'harmful content') as found
      from ${entriesOf(['file.refused'], stretch)}
    )
    select u.id as "userId", u.name, u.role, u.area_id as "areaId", t.hour, count(*)::int as count,
      (array_agg(t.what order by t.position))[1] as what, (array_agg(t.found order by t.position))[1] as found
    from reported t join users u on u.id = t.user_id group by u.id, t.hour order by min(t.position)`.execute(db);
  return rows;
}

/** The link at the position. */
export async function findLink(db: Db, position: number): Promise<ChainEntry | undefined> {
  const { rows } = await sql<ChainEntry>`select position, entry_id as "entryId", event from audit_links
    where position = ${position}::bigint`.execute(db);
  return rows[0];
}

/** The position up to which the rules have processed the chain. */
export async function readJudgeStand(db: Db): Promise<JudgeStand> {
  const { rows } = await sql<JudgeStand>`select p.position is null as "isLost",
      coalesce(greatest(c.position - greatest(p.position, 0), 0), 0) as waiting,
      coalesce(extract(epoch from clock_timestamp() - n.linked_at), 0)::float8 as "waitingSeconds"
    from audit_chain c left join alert_progress p on true
    left join lateral (select l.linked_at from audit_links l where l.position > p.position and l.position <= c.position
      order by l.position limit 1) n on true`.execute(db);
  return rows[0] ?? { waiting: 0, waitingSeconds: 0, isLost: true };
}

/** The unit's other count (official or grassroots), if it has one that counts. */
export interface OtherCount {
  position: number;
  votes: number[];
  voidVotes: number;
  accredited: number;
  registered: number | null;
}

const column = (values: readonly (string | number)[]) => `{${values.join(',')}}`;

type SubmissionKey = Pick<Submission, 'position' | 'resultId' | 'version'>;

/** The submissions as rows to join with. */
const submissionRows = (submissions: readonly SubmissionKey[]) =>
  sql`unnest(${column(submissions.map(({ position }) => position))}::bigint[],
    ${column(submissions.map(({ resultId }) => resultId))}::uuid[],
    ${column(submissions.map(({ version }) => version))}::int[]) as t (position, result_id, version)`;

/** The other counts (pending or verified) of the submissions' units. */
export async function listOtherCounts(db: Db, submissions: readonly SubmissionKey[]): Promise<OtherCount[]> {
  if (submissions.length === 0) return [];
  const { rows } = await sql<OtherCount>`select t.position, o.votes,
      o.void_votes as "voidVotes", o.accredited, o.registered
    from ${submissionRows(submissions)}
    join results r on r.id = t.result_id
    join results o on o.election_id = r.election_id and o.polling_unit_id = r.polling_unit_id
      and o.source = case r.source when 'official' then 'grassroots' else 'official' end
      and o.status in ('pending', 'verified')`.execute(db);
  return rows;
}

/** The other units that a submission is compared with. */
export interface OtherUnits {
  position: number;
  units: NamedUnit[];
}

const NAMED_UNITS = sql`json_agg(json_build_object('id', u.id, 'code', u.code, 'name', u.name) order by u.id)`;

const WARD = areaColumn('r.polling_unit_id', 'ward');

/** Modes of an election's check of the same votes in which this rule raises nothing: the check raises the alerts itself, or none are wanted. */
const LEFT_TO_CHECK: readonly CheckMode[] = ['alert', 'off'];
const SAME_VOTES: UnusualCheck = 'identical_votes';

/**
 * Other units of the ward with exactly the same votes for every party in the same count and election. The ward is queried as one range of the unique
 * key: by units alone, its results in all elections would be read.
 */
export async function listSameVotes(db: Db, submissions: readonly SubmissionKey[]): Promise<OtherUnits[]> {
  if (submissions.length === 0) return [];
  const { rows } = await sql<OtherUnits>`select t.position, ${NAMED_UNITS} as units
    from ${submissionRows(submissions)}
    join results r on r.id = t.result_id
    left join unusual_settings c on c.election_id = r.election_id
    join result_versions v on v.result_id = t.result_id and v.version = t.version
    join results o on (o.election_id, o.source, o.polling_unit_id)
        between (r.election_id, r.source, ${WARD}) and (r.election_id, r.source, ${lastIn(WARD, 'ward')})
      and o.polling_unit_id <> r.polling_unit_id and o.votes = v.votes and o.status not in ('returned', 'cancelled')
    join locations u on u.id = o.polling_unit_id
    where coalesce(c.checks -> ${SAME_VOTES}::text ->> 'mode', '') <> all (${textArray(LEFT_TO_CHECK)})
    group by t.position`.execute(db);
  return rows;
}

/** The other units for which a photo was submitted before the submission at the position. */
export async function listEarlierSheets(
  db: Db,
  sheets: readonly { position: number; sheet: string; unitId: LocationId }[],
): Promise<OtherUnits[]> {
  if (sheets.length === 0) return [];
  const { rows } = await sql<OtherUnits>`select t.position, ${NAMED_UNITS} as units
    from unnest(${column(sheets.map(({ position }) => position))}::bigint[],
      ${column(sheets.map(({ sheet }) => sheet))}::text[],
      ${column(sheets.map(({ unitId }) => unitId))}::bigint[]) as t (position, sheet, unit_id)
    join alert_sheets o on o.sha256 = decode(t.sheet, 'hex') and o.polling_unit_id <> t.unit_id and o.position < t.position
    join locations u on u.id = o.polling_unit_id
    group by t.position`.execute(db);
  return rows;
}

type Counted = Pick<Submission, 'electionId' | 'source'>;

/** The median turnout of each area with enough results of the election and count, under `keyOf`; returned and cancelled results do not count. */
async function mediansOf(
  db: Db,
  type: 'lga' | 'state' | 'national',
  asked: readonly (Counted & { area: LocationId })[],
): Promise<Map<string, Omit<Median, 'area'>>> {
  if (asked.length === 0) return new Map();
  const areas = [...new Map(asked.map((each) => [keyOf(each), each])).values()];
  const { rows } = await sql<Counted & { area: LocationId; percent: number; units: number }>`
    select k.election_id as "electionId", k.source, k.area, m.percent, m.units
    from unnest(${column(areas.map(({ electionId }) => electionId))}::uuid[], ${column(areas.map(({ source }) => source))}::text[],
      ${column(areas.map(({ area }) => area))}::bigint[]) as k (election_id, source, area)
    cross join lateral (
      select count(*)::int as units,
        round((percentile_cont(0.5) within group (order by r.accredited::float8 / r.registered) * 100)::numeric, 1)::float8 as percent
      from results r where r.election_id = k.election_id and r.source = k.source
        and r.polling_unit_id between k.area and ${lastIn(sql.ref<LocationId>('k.area'), type)}
        and r.registered > 0 and r.accredited > 0 and r.status not in ('returned', 'cancelled')
    ) m where m.units >= ${MEDIAN_LEAST}`.execute(db);
  return new Map(rows.map(({ percent, units, ...key }) => [keyOf(key), { percent, units }]));
}

const keyOf = ({ electionId, source, area }: Counted & { area: LocationId }) => `${electionId} ${source} ${area}`;

/** The median of the LGA of each submission, of its state while the LGA has too few results, then of the nation; none while that has too few. */
export async function listMedians(db: Db, submissions: readonly Submission[]): Promise<Map<number, Median>> {
  const medians = new Map<number, Median>();
  for (const [type, area] of [
    ['lga', 'LGA'],
    ['state', 'state'],
    ['national', 'nation'],
  ] as const) {
    const open = submissions.flatMap(({ position, electionId, source, unit }) => {
      const place = medians.has(position) ? undefined : ancestorOf(unit.id, type);
      return place === undefined ? [] : [{ position, electionId, source, area: place }];
    });
    const found = await mediansOf(db, type, open);
    for (const each of open) {
      const median = found.get(keyOf(each));
      if (median) medians.set(each.position, { area, ...median });
    }
  }
  return medians;
}

/** The rows of ward forms about the units of submissions, as the forms say now; returned ones left out. */
export async function listRowsOfUnits(
  db: Db,
  submissions: readonly { position: number; electionId: ElectionId; unit: { id: LocationId } }[],
): Promise<RowOfUnit[]> {
  const asked = submissions.map(({ position, electionId, unit }) => ({ position, electionId, unit: unit.id }));
  const { rows } = await sql<
    Omit<RowOfUnit, 'row'> & { parties: string[]; row: StoredFigures }
  >`/* collations.rowsOfUnits */ select k.position, c.id, c.version, c.election_id as "electionId", c.form_code as "formCode",
      c.area_id as "areaId", l.name as "areaName", n.name as "constituencyName", c.source, v.parties, json_build_object('registered', r.registered,
        'accredited', r.accredited, 'votes', r.votes, 'valid', r.valid, 'rejected', r.rejected, 'total', r.total) as row
    from json_to_recordset(${JSON.stringify(asked)}::json) as k (position bigint, "electionId" uuid, unit bigint)
    join collation_rows r on r.child_id = k.unit
    join collations c on c.id = r.collation_id and c.version = r.version and c.election_id = k."electionId" and c.level = 'ward'
      and c.status <> 'returned'
    join collation_versions v on v.collation_id = c.id and v.version = c.version
    join locations l on l.id = c.area_id left join constituencies n on n.id = c.constituency_id`.execute(db);
  return rows.map(({ parties, row, ...form }) => ({ ...form, row: namedFigures(row, parties) }));
}
