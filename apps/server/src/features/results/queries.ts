import type { DisputeId, ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { ElectionConfiguration, ElectionStatus, ElectionType, Source } from '@ec/contract/elections/schemas';
import { areaRange, type LocationId } from '@ec/contract/geography/location-id';
import { DEFAULT_LEVELS } from '@ec/contract/permissions/default-levels';
import type { Role } from '@ec/contract/permissions/roles';
import type { Flag, ResultDecision, ResultStatus } from '@ec/contract/results/schemas';
import type { OtherSheet } from '@ec/contract/results/contests';
import type { Ec8aBoxes } from '@ec/contract/results/sheet';
import { type RawBuilder, sql } from 'kysely';
import { inAreas } from '../../platform/database/places.ts';
import type { Db } from '../../platform/database/database.ts';
import { likeEscaped } from '../../platform/database/sql-parts.ts';
import { deskColumn, type DeskRow } from './desk/desk-queries.ts';
import { takenUp } from '../../platform/identity/person.ts';
import type { Control } from './decision-rules.ts';
import type { StandingEntry } from '../elections/rules.ts';
import { unitOfSubmissionId } from './receipt.ts';

/**
 * Columns that show who could have sent the version `v` of the result `r` in the election `e` at the unit `u`: what
 * senderRefusal looks at. A control counts from the creation of the election on. Who had a desk version made stands for it as its sender does.
 */
export const SENDER_COLUMNS = sql`encode(v.device, 'hex') as device, ${deskColumn('v')},
  (select coalesce(json_agg(json_build_object('by', c.by, 'act', c.act) order by c.place), '[]') from (
    select unnest(array[k.decided_by, k.arbiter_id, k.officer_id]) as by, 'desk' as act, 0 as place from desk_versions k
      where k.result_id = v.result_id and k.version = v.version
    union all select c.by_user_id, c.act, c.id from account_controls c
      where c.user_id = v.submitted_by and c.at >= e.created_at) c) as controls`;

/** A condition: the person with the id is not the sender of `r`, had no part in it as a desk version, and could not sign in to the sender's account within `e`. */
export const notSender = (person: RawBuilder<unknown>) => sql<boolean>`(${person} <> r.submitted_by and not exists (
  select from account_controls c where c.user_id = r.submitted_by and c.by_user_id = ${person}
    and c.at >= e.created_at) and not exists (select from desk_versions k where k.result_id = r.id and k.version = r.version
    and ${person} in (k.decided_by, k.arbiter_id, k.officer_id)))`;

/** What ward admins may do about results, as the permissions page has it; asked once for a statement, however many rows it has. */
const WARD_LEVEL = sql`coalesce((select level from role_permissions where role = 'ward_admin' and module = 'disputes'),
  ${DEFAULT_LEVELS.ward_admin.disputes})`;

/** `w` is an active ward admin, in a role that may decide, who has taken up the account. */
export const IS_WARD_ADMIN = sql`(${WARD_LEVEL} = 'write' and w.role = 'ward_admin'
  and coalesce(w.status_before, w.status) = 'ACTIVE' and ${takenUp('w')})`;

/** The second entries `y` of the newest version of `r`, those of audits included, each with the steps `x` in which it was entered. */
const CHECKS = sql`from second_entries y left join second_entry_steps x on x.entry_id = y.id and x.step = 'entered'
  where y.result_id = r.id and y.version = r.version`;

/**
 * The ward admin `w` may decide on the version, and had no part in its second entry. One who signed in on the device that sent it may have no other,
 * so those above may decide too.
 */
export const ADMIN_DECIDES = sql`(${notSender(sql`w.id`)}
  and (v.device is null or not exists (select from sessions s where s.user_id = w.id and s.device = v.device))
  and not exists (select from second_entries y where y.result_id = r.id and y.version = r.version and y.arbiter_id = w.id)
  and not exists (select ${CHECKS} and x.by_user_id = w.id))`;

/** The ward has an admin who may decide on the version. */
export const WARD_DECIDES = sql`exists (select from users w where w.area_id = u.parent_id and ${IS_WARD_ADMIN} and ${ADMIN_DECIDES})`;

/** The standing takeover of the result `r`, by a person who still holds the office in which they took it over. */
const TAKEOVER = sql`from (select * from result_takeovers x where x.result_id = r.id order by x.id desc limit 1) t
  join users k on k.id = t.taken_by and k.role = t.taken_role and k.area_id = t.taken_area
    and coalesce(k.status_before, k.status) = 'ACTIVE'
  where t.after_decisions = (select count(*) from result_decisions d where d.result_id = r.id)`;

/** The person who has taken over the result `r`; null without a takeover. */
export const TAKER = sql`select t.taken_by ${TAKEOVER}`;

/** What answers and rules say of the takeover of `r` and of the officer's request for one of its newest version. */
export const TAKEOVER_COLUMNS = sql`(select json_build_object('by', json_build_object('id', k.id, 'name', k.name, 'role', k.role),
    'at', t.taken_at, 'reason', t.reason) ${TAKEOVER}) as "takenOver",
  (select q.asked_at from takeover_requests q where q.result_id = r.id and q.version = r.version) as "takeoverAskedAt"`;

/** As TAKEOVER_COLUMNS answers it; a moment in JSON is text. */
export interface TakeoverRow {
  takenOver: { by: { id: UserId; name: string; role: Role }; at: string; reason: string } | null;
  takeoverAskedAt: Date | null;
}

/** A result that is compared with others: what went back or was cancelled is not. */
const stands = (result: string) => sql`${sql.ref(`${result}.status`)} not in ('returned', 'cancelled')`;

/** Other results `x` of the unit of `r` from its source, of elections `o` that are held on the contest day of `e`. */
const OTHERS_OF_DAY = sql`results x join elections o on o.id = x.election_id and o.contest_day_id = e.contest_day_id
  where x.polling_unit_id = r.polling_unit_id and x.source = r.source and x.id <> r.id and ${stands('x')}`;

/** What `r` is compared with (accreditationCheck); null where it stands alone. */
export const OTHER_SHEETS = sql`case when e.contest_day_id is not null and ${stands('r')} then (
  select json_agg(json_build_object('type', o.type, 'accredited', x.accredited) order by o.type, o.id)
    from ${OTHERS_OF_DAY}) end as "otherSheets"`;

/** A check of `r` in the election `e` failed. */
export const FLAGGED = sql`(r.flags <> '{}' or (e.contest_day_id is not null and ${stands('r')} and exists (
  select from ${OTHERS_OF_DAY} and x.accredited <> r.accredited)))`;

/** An earlier version of `r` was in the queue of the policy, or an audit found it wrong. */
export const ENTERED_BEFORE = sql<boolean>`exists (select from second_entries y where y.result_id = r.id and y.version < r.version
  and (y.audit_id is null or y.state = 'wrong'))`;

/** The second entry of the newest version of `r` by the policy of the election `e`, and that policy; what an audit drew has no part in it, but for a version that it found wrong, for its arbiters and for those who entered it. */
export const SECOND_ENTRY_COLUMNS = sql`e.configuration as "configuration",
  (select json_build_object('id', y.id, 'state', y.state) from second_entries y
    where y.result_id = r.id and y.version = r.version and y.audit_id is null) as "standingEntry",
  array(select y.arbiter_id ${CHECKS} and y.arbiter_id is not null union select x.by_user_id ${CHECKS} and x.id is not null) as checkers,
  ${ENTERED_BEFORE} as "enteredBefore"`;

/** As SECOND_ENTRY_COLUMNS answers it. */
export interface SecondEntryRow {
  configuration: ElectionConfiguration;
  standingEntry: StandingEntry | null;
  /** Who entered the newest version a second time or decided between its entries, those of audits included. */
  checkers: UserId[];
  /** An earlier version was in the queue. */
  enteredBefore: boolean;
}

/** A result with its newest version, as stored. */
export interface ResultRow extends TakeoverRow, SecondEntryRow, DeskRow {
  id: ResultId;
  electionId: ElectionId;
  electionStatus: ElectionStatus;
  closesAt: Date;
  electionName: string;
  electionType: ElectionType;
  parties: string[];
  pollingUnitId: LocationId;
  unitCode: string;
  registerVoters: number | null;
  source: Source;
  status: ResultStatus;
  version: number;
  votes: number[];
  voidVotes: number;
  totalVotes: number;
  accredited: number;
  registered: number | null;
  boxes: Ec8aBoxes | null;
  leading: string | null;
  flags: Flag[];
  otherSheets: OtherSheet[] | null;
  photoDeclared: boolean;
  photoFileId: FileId | null;
  sheetSha256: Buffer | null;
  originalFileId: FileId | null;
  originalSha256: Buffer | null;
  originalAskedAt: Date | null;
  submissionId: string;
  digest: Buffer;
  late: boolean;
  submittedBy: { id: UserId; name: string; role: Role };
  submittedAt: Date;
  decidedBy: { id: UserId; name: string; role: Role } | null;
  decidedAt: Date | null;
  reason: string | null;
  controls: Control[];
  device: string | null;
  wardDecides: boolean;
  dispute: { id: DisputeId; raisedBy: UserId | null; raisedRole: Role | null } | null;
}

/** What answers say of the photo of the version `v`, which is of versions_with_photo. */
const PHOTO_COLUMNS = sql`v.photo_declared as "photoDeclared", v.photo_file_id as "photoFileId", v.sheet_sha256 as "sheetSha256",
  v.original_file_id as "originalFileId", v.original_sha256 as "originalSha256", v.original_asked_at as "originalAskedAt"`;

const RESULT_COLUMNS = sql`r.id, r.election_id as "electionId", e.status as "electionStatus", e.closes_at as "closesAt", e.name as "electionName", e.type as "electionType", e.parties, r.polling_unit_id as "pollingUnitId",
  u.code as "unitCode", u.registered_voters as "registerVoters", r.source, r.status, r.version, r.votes,
  r.void_votes as "voidVotes", r.total_votes as "totalVotes", r.accredited, r.registered, v.boxes, r.leading_party as leading, v.flags, ${OTHER_SHEETS},
  ${PHOTO_COLUMNS}, v.submission_id as "submissionId", v.digest, v.late,
  json_build_object('id', s.id, 'name', s.name, 'role', s.role) as "submittedBy", r.submitted_at as "submittedAt",
  case when d.id is not null then json_build_object('id', d.id, 'name', d.name, 'role', d.role) end as "decidedBy",
  r.decided_at as "decidedAt", r.reason,
  ${WARD_DECIDES} as "wardDecides", ${SENDER_COLUMNS}, ${TAKEOVER_COLUMNS}, ${SECOND_ENTRY_COLUMNS},
  (select json_build_object('id', o.id, 'raisedBy', o.raised_by, 'raisedRole', o.raised_role)
    from disputes o where o.result_id = r.id and o.resolved_at is null) as dispute`;

const RESULT_JOINS = sql`join elections e on e.id = r.election_id
  join locations u on u.id = r.polling_unit_id
  join versions_with_photo v on v.result_id = r.id and v.version = r.version
  join users s on s.id = r.submitted_by
  left join users d on d.id = r.decided_by`;

/** One result in the areas; undefined where it does not exist or lies outside. */
export async function findResult(db: Db, areas: readonly LocationId[], id: ResultId): Promise<ResultRow | undefined> {
  const { rows } = await sql<ResultRow>`select ${RESULT_COLUMNS} from results r ${RESULT_JOINS}
    where r.id = ${id} and ${inAreas('r.polling_unit_id', areas)}`.execute(db);
  return rows[0];
}

/** The result of one unit from one source in each of the elections. */
export async function findUnitResults(db: Db, unit: LocationId, source: Source): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`/* results.ofUnit */ select ${RESULT_COLUMNS} from results r ${RESULT_JOINS}
    where r.polling_unit_id = ${unit}::bigint and r.source = ${source}`.execute(db);
  return rows;
}

export interface ResultFilter {
  areas: readonly LocationId[];
  electionId?: ElectionId | undefined;
  status?: ResultStatus | undefined;
  source?: Source | undefined;
  flagged?: boolean | undefined;
  q?: string | undefined;
  limit: number;
  offset: number;
}

function conditions(filter: ResultFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [inAreas('r.polling_unit_id', filter.areas)];
  if (filter.electionId) parts.push(sql`r.election_id = ${filter.electionId}`);
  if (filter.status) parts.push(sql`r.status = ${filter.status}`);
  if (filter.source) parts.push(sql`r.source = ${filter.source}`);
  if (filter.flagged !== undefined) parts.push(filter.flagged ? FLAGGED : sql`not ${FLAGGED}`);
  if (filter.q) {
    const id = filter.q.trim().toUpperCase();
    const unit = unitOfSubmissionId(id);
    const text = likeEscaped(filter.q);
    parts.push(
      unit === undefined
        ? sql`(u.search like lower(${`%${text}%`}) or u.code like ${`${text}%`})`
        : sql`u.code = ${unit} and exists (select from result_versions x where x.result_id = r.id and x.submission_id = ${id})`,
    );
  }
  return sql.join(parts, sql` and `);
}

/** Results in the areas, the newest change first. */
export async function listResults(db: Db, filter: ResultFilter): Promise<{ rows: ResultRow[]; total: number }> {
  const where = conditions(filter);
  const [page, count] = await Promise.all([
    sql<ResultRow>`select ${RESULT_COLUMNS} from results r ${RESULT_JOINS} where ${where}
      order by r.updated_at desc, r.id limit ${filter.limit} offset ${filter.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from results r join locations u on u.id = r.polling_unit_id
      join elections e on e.id = r.election_id where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

export interface VersionRow extends DeskRow {
  version: number;
  submissionId: string;
  votes: number[];
  voidVotes: number;
  accredited: number;
  registered: number | null;
  boxes: Ec8aBoxes | null;
  flags: Flag[];
  photoDeclared: boolean;
  photoFileId: FileId | null;
  sheetSha256: Buffer | null;
  originalFileId: FileId | null;
  originalSha256: Buffer | null;
  originalAskedAt: Date | null;
  late: boolean;
  digest: Buffer;
  submittedBy: { id: UserId; name: string; role: Role };
  submittedAt: Date;
}

/** All versions, the first one first. */
export async function listVersions(db: Db, resultId: ResultId): Promise<VersionRow[]> {
  const { rows } =
    await sql<VersionRow>`/* results.versions */ select v.version, v.submission_id as "submissionId", v.votes,
      v.void_votes as "voidVotes", v.accredited, v.registered, v.boxes, v.flags, ${PHOTO_COLUMNS}, v.late, v.digest, json_build_object('id', s.id, 'name', s.name, 'role', s.role) as "submittedBy",
      v.submitted_at as "submittedAt", ${deskColumn('v')}
    from versions_with_photo v join users s on s.id = v.submitted_by
    where v.result_id = ${resultId} order by v.version`.execute(db);
  return rows;
}

export interface DecisionRow {
  action: ResultDecision['action'];
  version: number;
  by: { id: UserId; name: string; role: Role } | null;
  at: Date;
  reason: string | null;
}

export async function listDecisions(db: Db, resultId: ResultId): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`/* results.decisions */ select d.action, d.version, d.at, d.reason,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'role', u.role) end as by
    from (
      select action, version, decided_at as at, reason, decided_by as by_user from result_decisions where result_id = ${resultId}
      union all select 'taken_over', version, taken_at, reason, taken_by from result_takeovers where result_id = ${resultId}
      union all select 'takeover_asked', version, asked_at, null, asked_by from takeover_requests where result_id = ${resultId}
    ) d left join users u on u.id = d.by_user order by d.at`.execute(db);
  return rows;
}

/** Accredited over registered in the other counted units of the ward, for comparison. */
export async function wardTurnout(
  db: Db,
  ward: LocationId,
  result: Pick<ResultRow, 'id' | 'electionId' | 'source'>,
): Promise<{ accredited: number; registered: number; units: number }> {
  const { first, last } = areaRange(ward);
  const { rows } = await sql<{ accredited: number; registered: number; units: number }>`/* results.wardTurnout */
    select coalesce(sum(accredited), 0)::bigint as accredited, coalesce(sum(registered), 0)::bigint as registered,
      count(*) as units
    from results where election_id = ${result.electionId} and source = ${result.source} and id <> ${result.id}
      and polling_unit_id between ${first}::bigint and ${last}::bigint
      and status in ('pending', 'verified') and registered > 0`.execute(db);
  return rows[0] ?? { accredited: 0, registered: 0, units: 0 };
}
