import type { CollationLevel } from '@ec/contract/collations/chain';
import type { StoredFigures } from '@ec/contract/collations/figures';
import type {
  CollationId,
  CollationSource,
  CollationStatus,
  FormPhoto,
  ReturnGround,
} from '@ec/contract/collations/schemas';
import type { ElectionId, FileId, UserId } from '@ec/contract/base/common';
import type { ElectionStatus, ElectionType } from '@ec/contract/elections/schemas';
import { KIND_OF_ELECTION } from '@ec/contract/constituencies/kinds';
import { type FormCodes, formCodesOf } from '@ec/contract/form-codes/codes';
import { areaRange, type LocationId, type LocationType } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { inAreas, lastIn } from '../../platform/database/places.ts';
import { allOf, likeEscaped, personLink } from '../../platform/database/sql-parts.ts';
import { coversColumn, touchesColumn } from '../elections/queries.ts';
import { correctedCodes } from '../form-codes/queries.ts';
import type { Control } from '../results/decision-rules.ts';
import { COUNTS_FIRST } from './gap-queries.ts';
import type { FormPlace } from './rules.ts';

/** An election, as far as its forms need it. */
export interface CollatedElection {
  id: ElectionId;
  name: string;
  type: ElectionType;
  status: ElectionStatus;
  parties: string[];
  /** The codes of its forms, as printed. */
  codes: FormCodes;
}

type ElectionRow = Omit<CollatedElection, 'codes'> & { corrected: Partial<FormCodes> };
const ELECTION = sql`e.id, e.name, e.type, e.status, e.parties, ${correctedCodes('e.type')} as corrected`;
const withCodes = ({ corrected, ...election }: ElectionRow): CollatedElection => ({
  ...election,
  codes: formCodesOf(election.type, corrected),
});

export async function findElection(db: Db, id: ElectionId): Promise<CollatedElection | undefined> {
  const { rows } = await sql<ElectionRow>`select ${ELECTION} from elections e where e.id = ${id}`.execute(db);
  return rows[0] && withCodes(rows[0]);
}

/** Live and completed elections, for those who enter forms. */
export async function listOpenElections(db: Db): Promise<CollatedElection[]> {
  const { rows } = await sql<ElectionRow>`select ${ELECTION} from elections e where e.status in ('live', 'completed')
    order by e.election_date desc, e.id limit 50`.execute(db);
  return rows.map(withCodes);
}

export interface Child {
  id: LocationId;
  code: string;
  name: string;
}

/** The places of a type in the form's area that the election covers (and, in the constituency). */
export async function listChildren(
  db: Db,
  election: Pick<CollatedElection, 'id'>,
  { areaId, constituencyId }: Pick<FormPlace, 'areaId' | 'constituencyId'>,
  type: LocationType,
): Promise<Child[]> {
  const { first, last } = areaRange(areaId);
  const end = lastIn(sql.ref<LocationId>('l.id'), type);
  // Wards are the smallest pieces of a constituency, and of an election's areas.
  const inside =
    constituencyId === null || type === 'polling_unit'
      ? sql`true`
      : sql`exists (select from constituency_wards w where w.constituency_id = ${constituencyId}
          and w.ward_id between l.id and ${end})`;
  const { rows } = await sql<Child>`select l.id, l.code, l.name from locations l
    where l.type = ${type} and l.id between ${first}::bigint and ${last}::bigint and ${inside}
      and ${touchesColumn(election.id, 'l.id', type)}
    order by l.code, l.id`.execute(db);
  return rows;
}

/** A polling unit that the election covers. */
export async function findCovered(db: Db, electionId: ElectionId, id: LocationId): Promise<Child | undefined> {
  const { rows } = await sql<Child>`select l.id, l.code, l.name from locations l
    where l.id = ${id}::bigint and ${coversColumn(electionId, 'l.id')}`.execute(db);
  return rows[0];
}

/** A place by its id, as a form of its own area has it for a row. */
export async function findPlace(db: Db, id: LocationId): Promise<Child | undefined> {
  return await db.selectFrom('locations').select(['id', 'code', 'name']).where('id', '=', id).executeTakeFirst();
}

/** The constituencies of the election's kind that the area has wards in, as far as the election is held there. */
export async function listConstituenciesOf(
  db: Db,
  { id, type }: Pick<CollatedElection, 'id' | 'type'>,
  areaId: LocationId,
): Promise<{ id: string; name: string; stateId: LocationId }[]> {
  const kind = KIND_OF_ELECTION[type];
  if (!kind) return [];
  const { first, last } = areaRange(areaId);
  const { rows } = await sql<{
    id: string;
    name: string;
    stateId: LocationId;
  }>`select c.id, c.name, c.state_id as "stateId" from constituencies c
    where c.kind = ${kind} and exists (select from constituency_wards w where w.constituency_id = c.id and w.kind = c.kind
      and w.ward_id between ${first}::bigint and ${last}::bigint and ${coversColumn(id, 'w.ward_id')})
    order by c.name, c.id`.execute(db);
  return rows;
}

export async function findConstituency(
  db: Db,
  id: string,
): Promise<{ id: string; name: string; kind: string; stateId: LocationId } | undefined> {
  return await db
    .selectFrom('constituencies')
    .select(['id', 'name', 'kind', 'state_id as stateId'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether the person is an agent of the centre in the election. */
export async function isAgentOf(db: Db, userId: UserId, electionId: ElectionId, areaId: LocationId): Promise<boolean> {
  const row = await db
    .selectFrom('collation_agents')
    .select('id')
    .where('user_id', '=', userId)
    .where('election_id', '=', electionId)
    .where('area_id', '=', areaId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The centres that the person is assigned to. */
export async function listCentresOf(db: Db, userId: UserId): Promise<{ electionId: ElectionId; areaId: LocationId }[]> {
  return await db
    .selectFrom('collation_agents')
    .select(['election_id as electionId', 'area_id as areaId'])
    .where('user_id', '=', userId)
    .execute();
}

/** Photos of pages that the person uploaded, by id. */
export async function ownPages(db: Db, ids: readonly FileId[], userId: UserId): Promise<Map<FileId, Buffer>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('files')
    .select(['id', 'sha256'])
    .where('id', 'in', [...ids])
    .where('uploaded_by', '=', userId)
    .where('purpose', '=', 'collation')
    .execute();
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}

export interface StoredRow extends StoredFigures {
  childId: LocationId;
  childCode: string;
  name: string;
}

export interface CollationRecord extends FormPlace {
  id: CollationId;
  electionId: ElectionId;
  electionName: string;
  electionType: ElectionType;
  electionStatus: ElectionStatus;
  constituencyName: string | null;
  formCode: string;
  areaCode: string;
  areaName: string;
  source: CollationSource;
  status: CollationStatus;
  version: number;
  submissionId: string;
  rowCount: number;
  parties: string[];
  stated: StoredFigures;
  flags: { code: string; message: string; at: string[] }[];
  photos: FormPhoto[];
  officerName: string | null;
  signedBy: string[];
  stamped: boolean | null;
  timeOnForm: Date | null;
  submittedBy: UserId;
  submitter: { id: UserId; name: string; role: Role };
  submittedAt: Date;
  decider: { id: UserId; name: string; role: Role } | null;
  decidedAt: Date | null;
  reason: string | null;
  /** Of a form that is returned. */
  ground: ReturnGround | null;
  outOfDateAt: Date | null;
  lockedBy: { id: CollationId; formCode: string; area: string } | null;
  device: string | null;
  controls: Control[];
}

/** The figures of a version or a row under the alias, as JSON. */
export const FIGURES = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`json_build_object('registered', ${column('registered')}, 'accredited', ${column('accredited')}, 'votes', ${column('votes')},
    'valid', ${column('valid')}, 'rejected', ${column('rejected')}, 'total', ${column('total')})`;
};

const PHOTOS = sql`(select coalesce(json_agg(json_build_object('fileId', p.file_id, 'sha256', encode(p.sha256, 'hex'),
    'added', case when p.added_at is not null then json_build_object('by', ${personLink('a')}, 'at', p.added_at) end) order by p.page), '[]')
  from collation_photos p left join users a on a.id = p.added_by where p.collation_id = v.collation_id and p.version = v.version)`;

/** The level that the form's figures move up to, by the levels that its election is collated through (contract collations/chain.ts). */
const ABOVE = sql`case c.level when 'ward' then 'lga' when 'lga' then case e.type when 'local_government' then 'declaration' else 'state' end
  when 'state' then case e.type when 'presidential' then 'nation' else 'declaration' end when 'nation' then 'declaration' end`;

/** The verified form above `c` that locks it: any source, while nothing below it has changed since. Both are of the constituency `n`. */
const LOCK = sql`(select json_build_object('id', k.id, 'formCode', k.form_code, 'area', a.name || coalesce(' (' || n.name || ')', '')) from collations k
  join locations a on a.id = k.area_id
  where k.election_id = c.election_id and k.level = ${ABOVE} and k.constituency_id is not distinct from c.constituency_id
    and k.status = 'verified' and k.out_of_date_at is null
    and (k.area_id = c.area_id or k.area_id = l.parent_id
      or k.area_id = (select z.parent_id from locations z where z.id = l.parent_id and z.type = 'region')) limit 1)`;

/** What the decision says that the form's status is from. */
const DECISION = (column: 'ground' | 'decided_role') => sql<
  string | null
>`(select ${sql.ref(`n.${column}`)} from collation_decisions n
  where n.collation_id = c.id and n.action = c.status order by n.id desc limit 1)`;

const COLUMNS = sql`c.id, c.election_id as "electionId", e.name as "electionName", e.type as "electionType",
  e.status as "electionStatus", c.level, c.area_id as "areaId", c.constituency_id as "constituencyId",
  n.name as "constituencyName", c.form_code as "formCode", l.code as "areaCode", l.name as "areaName", c.source, c.status,
  c.version, v.submission_id as "submissionId", v.parties, ${FIGURES('v')} as stated, v.flags, ${PHOTOS} as photos,
  (select count(*)::int from collation_rows r where r.collation_id = v.collation_id and r.version = v.version) as "rowCount",
  v.officer_name as "officerName", v.signed_by as "signedBy", v.stamped, v.time_on_form as "timeOnForm",
  v.submitted_by as "submittedBy", v.submitted_at as "submittedAt", ${personLink('s')} as submitter, ${personLink('d', sql`coalesce(${DECISION('decided_role')}, d.role)`)} as decider,
  c.decided_at as "decidedAt", c.reason, case when c.status = 'returned' then ${DECISION('ground')} end as ground, c.out_of_date_at as "outOfDateAt", ${LOCK} as "lockedBy", encode(v.device, 'hex') as device,
  (select coalesce(json_agg(json_build_object('by', k.by_user_id, 'act', k.act) order by k.id), '[]') from account_controls k
    where k.user_id = v.submitted_by and k.at >= e.created_at) as controls`;

const JOINS = sql`join elections e on e.id = c.election_id join locations l on l.id = c.area_id
  join collation_versions v on v.collation_id = c.id and v.version = c.version
  join users s on s.id = v.submitted_by left join users d on d.id = c.decided_by
  left join constituencies n on n.id = c.constituency_id`;

/** One form, for every reader. */
export async function findCollation(db: Db, id: CollationId): Promise<CollationRecord | undefined> {
  const { rows } = await sql<CollationRecord>`select ${COLUMNS} from collations c ${JOINS} where c.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

export interface CollationFilter {
  areas: readonly LocationId[];
  electionId?: ElectionId | undefined;
  constituencyId?: string | undefined;
  status?: CollationStatus | undefined;
  source?: CollationSource | undefined;
  level?: CollationLevel | undefined;
  outOfDate?: boolean | undefined;
  q?: string | undefined;
  limit: number;
  offset: number;
}

/** Forms in the areas, the newest first. */
export async function listCollations(
  db: Db,
  filter: CollationFilter,
): Promise<{ rows: CollationRecord[]; total: number }> {
  const { electionId, constituencyId, status, source, level, outOfDate } = filter;
  const words = filter.q && `%${likeEscaped(filter.q)}%`;
  const where = allOf([
    inAreas('c.area_id', filter.areas),
    ...(electionId ? [sql`c.election_id = ${electionId}`] : []),
    ...(constituencyId ? [sql`c.constituency_id = ${constituencyId}`] : []),
    ...(status ? [sql`c.status = ${status}`] : []),
    ...(source ? [sql`c.source = ${source}`] : []),
    ...(level ? [sql`c.level = ${level}`] : []),
    ...(outOfDate === undefined ? [] : [sql`(c.out_of_date_at is not null) = ${outOfDate}`]),
    ...(words
      ? [
          sql`(l.name ilike ${words} or l.code ilike ${words} or c.constituency_id in (select n.id from constituencies n
            where n.name ilike ${words} or n.code::text = ${filter.q}))`,
        ]
      : []),
  ]);
  const [page, count] = await Promise.all([
    sql<CollationRecord>`select ${COLUMNS} from collations c ${JOINS} where ${where}
      order by c.submitted_at desc, c.id limit ${filter.limit} offset ${filter.offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from collations c join locations l on l.id = c.area_id
      where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** The form that counts at a place; undefined where none is held. */
export async function countingFormAt(
  db: Db,
  electionId: ElectionId,
  { level, areaId, constituencyId }: FormPlace,
): Promise<CollationId | undefined> {
  const { rows } = await sql<{ id: CollationId }>`select c.id from collations c
    where c.election_id = ${electionId} and c.level = ${level} and c.area_id = ${areaId}::bigint and c.status <> 'returned'
      and c.constituency_id is not distinct from ${constituencyId} order by ${COUNTS_FIRST} limit 1`.execute(db);
  return rows[0]?.id;
}

/** The forms of source `agent` of the places, for the desk of those who enter them. */
export async function listOwnForms(
  db: Db,
  centres: readonly { electionId: ElectionId; areaId: LocationId }[],
): Promise<
  (FormPlace & { id: CollationId; electionId: ElectionId; status: CollationStatus; reason: string | null })[]
> {
  if (centres.length === 0) return [];
  const { rows } = await sql<
    FormPlace & { id: CollationId; electionId: ElectionId; status: CollationStatus; reason: string | null }
  >`select c.id, c.election_id as "electionId", c.level, c.area_id as "areaId", c.constituency_id as "constituencyId", c.status,
      case when c.status = 'returned' then c.reason end as reason
    from collations c join json_to_recordset(${JSON.stringify(centres)}::json) as k ("electionId" uuid, "areaId" bigint)
      on k."electionId" = c.election_id and k."areaId" = c.area_id where c.source = 'agent'`.execute(db);
  return rows;
}

/** The rows of every version of a form, in the order of the form. */
export async function listRows(db: Db, id: CollationId): Promise<(StoredRow & { version: number })[]> {
  const { rows } = await sql<
    StoredRow & { version: number }
  >`select r.version, r.child_id as "childId", l.code as "childCode", l.name,
      r.registered, r.accredited, r.votes, r.valid, r.rejected, r.total
    from collation_rows r join locations l on l.id = r.child_id
    where r.collation_id = ${id} order by r.version, r.position`.execute(db);
  return rows;
}

export interface VersionRecord {
  version: number;
  submissionId: string;
  digest: string;
  parties: string[];
  stated: StoredFigures;
  flags: { code: string; message: string; at: string[] }[];
  photos: FormPhoto[];
  submitter: { id: UserId; name: string; role: Role };
  submittedAt: Date;
}

export async function listVersions(db: Db, id: CollationId): Promise<VersionRecord[]> {
  const { rows } =
    await sql<VersionRecord>`select v.version, v.submission_id as "submissionId", encode(v.digest, 'hex') as digest,
      v.parties, ${FIGURES('v')} as stated, v.flags, ${PHOTOS} as photos, ${personLink('s')} as submitter, v.submitted_at as "submittedAt"
    from collation_versions v join users s on s.id = v.submitted_by where v.collation_id = ${id} order by v.version`.execute(
      db,
    );
  return rows;
}

export interface DecisionRecord {
  action: 'verified' | 'returned' | 'disputed' | 'out_of_date' | 'acknowledged';
  version: number;
  by: { id: UserId; name: string; role: Role } | null;
  at: Date;
  ground: string | null;
  reason: string | null;
}

export async function listDecisions(db: Db, id: CollationId): Promise<DecisionRecord[]> {
  const { rows } =
    await sql<DecisionRecord>`select n.action, n.version, ${personLink('u', sql`coalesce(n.decided_role, u.role)`)} as by, n.decided_at as at, n.ground, n.reason
    from collation_decisions n left join users u on u.id = n.decided_by
    where n.collation_id = ${id} order by n.id`.execute(db);
  return rows;
}
