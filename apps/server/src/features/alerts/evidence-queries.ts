import type { ElectionId, ResultId, UserId } from '@ec/contract/common';
import type { Source } from '@ec/contract/elections';
import type { LocationId } from '@ec/contract/location-id';
import type { Role } from '@ec/contract/roles';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type {} from '../results/tables.ts';
import type {} from './tables.ts';

/** A polling unit as messages name it. */
export interface NamedUnit {
  id: LocationId;
  code: string;
  name: string;
}

/** One submission that the chain tells of, in the version that it stored. */
export interface Submission {
  /** Of the link that tells of it. */
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
  /** Of the sheet's picture, as hex. */
  sheet: string | null;
}

/** A locked account that the chain tells of; the person is null where nobody has the phone. */
export interface LockOut {
  position: number;
  entryId: number;
  phone: string;
  minutes: number;
  ip: string | null;
  person: { id: UserId; name: string; role: Role; areaId: LocationId | null } | null;
}

interface Stretch {
  /** Links after this position … */
  after: number;
  /** … up to this one. */
  through: number;
  /** Entries up to this one are passed over. */
  afterEntry: number;
}

/** Entries of an event that a stretch of the chain links. */
const entriesOf = (event: string, { after, through, afterEntry }: Stretch) => sql`audit_links k
  join audit_entries n on n.id = k.entry_id
  where k.position > ${after}::bigint and k.position <= ${through}::bigint and k.event = ${event}
    and k.entry_id > ${afterEntry}::bigint`;

/** The submissions of a stretch of the chain, in its order. */
export async function listSubmissions(db: Db, stretch: Stretch): Promise<Submission[]> {
  const { rows } = await sql<Submission>`with told as materialized (
      select k.position, n.resource_id::uuid as result_id, (n.new_values->>'version')::int as version
      from ${entriesOf('result.submitted', stretch)}
    )
    select t.position, r.id as "resultId", v.version, r.election_id as "electionId", r.source,
      json_build_object('id', u.id, 'code', u.code, 'name', u.name) as unit,
      json_build_object('id', w.id, 'name', w.name) as ward,
      e.parties, e.closes_at as "closesAt", v.submitted_at as "submittedAt", v.votes, v.void_votes as "voidVotes",
      v.accredited, v.registered, v.late, encode(f.sha256, 'hex') as sheet
    from told t
    join result_versions v on v.result_id = t.result_id and v.version = t.version
    join results r on r.id = t.result_id
    join elections e on e.id = r.election_id
    join locations u on u.id = r.polling_unit_id
    join locations w on w.id = u.parent_id
    left join files f on f.id = v.sheet_file_id
    order by t.position`.execute(db);
  return rows;
}

/** The lock-outs of a stretch of the chain, in its order. */
export async function listLockOuts(db: Db, stretch: Stretch): Promise<LockOut[]> {
  const { rows } = await sql<LockOut>`with told as materialized (
      select k.position, k.entry_id, n.resource_id::uuid as user_id, n.ip, n.new_values->>'phone' as phone,
        (n.new_values->>'minutes')::int as minutes
      from ${entriesOf('auth.locked', stretch)}
    )
    select t.position, t.entry_id as "entryId", t.phone, t.minutes, t.ip, case when u.id is not null then
      json_build_object('id', u.id, 'name', u.name, 'role', u.role, 'areaId', u.area_id) end as person
    from told t left join users u on u.id = t.user_id order by t.position`.execute(db);
  return rows;
}

/** The unit's other count, where a submission's unit has one that counts. */
export interface OtherCount {
  position: number;
  votes: number[];
  voidVotes: number;
  accredited: number;
  registered: number | null;
}

const column = (values: readonly (string | number)[]) => `{${values.join(',')}}`;

type Told = Pick<Submission, 'position' | 'resultId' | 'version'>;

/** The submissions as rows, to be joined with. */
const toldRows = (submissions: readonly Told[]) =>
  sql`unnest(${column(submissions.map(({ position }) => position))}::bigint[],
    ${column(submissions.map(({ resultId }) => resultId))}::uuid[],
    ${column(submissions.map(({ version }) => version))}::int[]) as t (position, result_id, version)`;

/** What the other count (pending or verified) says of the units of the submissions. */
export async function listOtherCounts(db: Db, submissions: readonly Told[]): Promise<OtherCount[]> {
  if (submissions.length === 0) return [];
  const { rows } = await sql<OtherCount>`select t.position, o.votes,
      o.void_votes as "voidVotes", o.accredited, o.registered
    from ${toldRows(submissions)}
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

/**
 * The other units of the ward whose results of the same count and election have the very same votes for every party. The
 * ward is asked for as one stretch of the unique key: by units alone, its results in all elections would be read.
 */
export async function listSameVotes(db: Db, submissions: readonly Told[]): Promise<OtherUnits[]> {
  if (submissions.length === 0) return [];
  const { rows } = await sql<OtherUnits>`select t.position, ${NAMED_UNITS} as units
    from ${toldRows(submissions)}
    join results r on r.id = t.result_id
    join result_versions v on v.result_id = t.result_id and v.version = t.version
    join results o on (o.election_id, o.source, o.polling_unit_id)
        between (r.election_id, r.source, r.polling_unit_id - r.polling_unit_id % 10000)
          and (r.election_id, r.source, r.polling_unit_id - r.polling_unit_id % 10000 + 9999)
      and o.polling_unit_id <> r.polling_unit_id and o.votes = v.votes and o.status not in ('returned', 'cancelled')
    join locations u on u.id = o.polling_unit_id
    group by t.position`.execute(db);
  return rows;
}

/** The other units as whose sheet a picture came before it came in the submission at the position. */
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
