import type { ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { ElectionConfiguration, ElectionStatus, ElectionType, Source } from '@ec/contract/elections/schemas';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import { isOneOf, NATIONAL_ROLES, type Role } from '@ec/contract/permissions/roles';
import type { ResultStatus } from '@ec/contract/results/schemas';
import type { Ec8aBoxes } from '@ec/contract/results/sheet';
import type { ReviewAuditId } from '@ec/contract/review-audits/schemas';
import type {
  SecondEntryGround,
  SecondEntryId,
  SecondEntryStep,
  TranscriberCounts,
} from '@ec/contract/second-entry/schemas';
import { type SecondEntryState, type Verdict, VERDICTS } from '@ec/contract/second-entry/states';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { inAreas } from '../../platform/database/places.ts';
import { allOf, likeEscaped, personLink, textArray } from '../../platform/database/sql-parts.ts';
import type { FileRow } from '../files/queries.ts';
import type { Control } from '../results/decision-rules.ts';
import type { DeskRow } from '../results/desk/desk-queries.ts';
import { notSender, SENDER_COLUMNS } from '../results/queries.ts';
import { newToDesk } from './desk-queries.ts';

/** A second entry with the version that it is of. */
export interface EntryRow extends DeskRow {
  id: SecondEntryId;
  resultId: ResultId;
  version: number;
  /** The version that stands now. */
  newest: number;
  resultStatus: ResultStatus;
  source: Source;
  electionId: ElectionId;
  electionName: string;
  electionType: ElectionType;
  electionStatus: ElectionStatus;
  configuration: ElectionConfiguration;
  parties: string[];
  pollingUnitId: LocationId;
  code: string;
  name: string;
  registerVoters: number | null;
  ground: SecondEntryGround;
  state: SecondEntryState;
  fields: string[];
  figures: Record<string, number | null> | null;
  corrections: number;
  leaseUntil: Date | null;
  transcriber: { id: UserId; name: string; role: Role } | null;
  /** The audit that drew the version; null: the entry is of the policy. */
  auditId: ReviewAuditId | null;
  /** Of an audit: who verified the version, entered it or decided on it before the draw. */
  barred: UserId[];
  /** The last verdict on it, while it waits for its officer. */
  asked: { verdict: Verdict; at: string } | null;
  /** All who entered it, in earlier rounds too. */
  entered: UserId[];
  photoFileId: FileId | null;
  votes: number[];
  voidVotes: number;
  accredited: number;
  registered: number | null;
  boxes: Ec8aBoxes | null;
  submittedBy: UserId;
  controls: Control[];
  device: string | null;
  updatedAt: Date;
}

const COLUMNS = sql`s.id, s.result_id as "resultId", s.version, r.version as newest, r.status as "resultStatus", r.source, s.election_id as "electionId",
  e.name as "electionName", e.type as "electionType", e.status as "electionStatus", e.configuration, e.parties,
  s.polling_unit_id as "pollingUnitId", u.code, u.name, u.registered_voters as "registerVoters", s.ground, s.state, s.fields,
  s.figures, s.corrections, s.lease_until as "leaseUntil", ${personLink('t')} as transcriber, s.audit_id as "auditId", s.barred,
  case when s.state = 'officer_asked' then (select json_build_object('verdict', x.step, 'at', x.created_at) from second_entry_steps x
    where x.entry_id = s.id and x.step = any (${textArray(VERDICTS)}) order by x.id desc limit 1) end as asked,
  array(select distinct x.by_user_id from second_entry_steps x where x.entry_id = s.id and x.step in ('entered', 'unreadable')) as entered,
  v.photo_file_id as "photoFileId", v.votes, v.void_votes as "voidVotes", v.accredited, v.registered, v.boxes,
  v.submitted_by as "submittedBy", ${SENDER_COLUMNS}, s.updated_at as "updatedAt"`;

const JOINS = sql`join results r on r.id = s.result_id
  join versions_with_photo v on v.result_id = s.result_id and v.version = s.version
  join elections e on e.id = s.election_id
  join locations u on u.id = s.polling_unit_id
  left join users t on t.id = s.transcriber_id`;

export interface EntryReader {
  userId: UserId;
  role: Role;
  areas: readonly LocationId[];
}

/**
 * The person may see `s`: what an open audit drew is for those who may audit the whole election; others see what waits for an arbiter or is settled,
 * and what they decided on, but nothing of a version that they had a part in.
 */
function shownTo({ userId, role, areas }: EntryReader): RawBuilder<boolean> {
  const me = sql`${userId}::uuid`;
  const whole = isOneOf(NATIONAL_ROLES, role)
    ? sql`not exists (select from election_areas c where c.election_id = s.election_id and not ${inAreas('c.location_id', areas)})`
    : sql`false`;
  return sql<boolean>`(s.audit_id is null or ${whole}
    or not exists (select from review_audits a where a.id = s.audit_id and a.state = 'open')
    or (${me} <> all (s.barred) and (s.state in ('differs', 'unreadable', 'matched', 'wrong', 'illegible')
      or exists (select from second_entry_steps x where x.entry_id = s.id and x.by_user_id = ${me} and x.step = any (${textArray(VERDICTS)})))))`;
}

/** A second entry that the person may see; undefined outside their areas. */
export async function findShown(db: Db, reader: EntryReader, id: SecondEntryId): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`select ${COLUMNS} from second_entries s ${JOINS}
    where s.id = ${id} and ${inAreas('s.polling_unit_id', reader.areas)} and ${shownTo(reader)}`.execute(db);
  return rows[0];
}

/** One second entry, of any area. */
export async function findEntry(db: Db, id: SecondEntryId): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`/* secondEntries.one */ select ${COLUMNS} from second_entries s ${JOINS}
    where s.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * What a blank box 1 of the entry's version meant when it was sent: the voters of the unit in the register of that moment. A figure that came later where
 * there was none is not told apart: no change is noted for it.
 */
export async function findRegisterThen(db: Db, id: SecondEntryId): Promise<number | null> {
  const { rows } = await sql<{ voters: number | null }>`/* secondEntries.register */ select coalesce((
      select c.before from registered_voter_changes c
      where c.polling_unit_id = s.polling_unit_id and c.changed_at > v.submitted_at order by c.id limit 1), u.registered_voters) as voters
    from second_entries s join result_versions v on v.result_id = s.result_id and v.version = s.version
    join locations u on u.id = s.polling_unit_id where s.id = ${id}`.execute(db);
  return rows[0]?.voters ?? null;
}

/** The version of `s` is the newest of `r`, and is entered as long as that is so: the policy's before the decision on it, an audit's while it is verified. */
const STANDS = sql<boolean>`(r.version = s.version and case when s.audit_id is null then r.status in ('pending', 'disputed') else r.status = 'verified' end)`;

/** An audit draws sheets without a photo too; they wait until it arrives. */
const HAS_PHOTO = sql<boolean>`(s.audit_id is null or exists (select from versions_with_photo w
  where w.result_id = s.result_id and w.version = s.version and w.photo_file_id is not null))`;

/** The sheets that the person holds and whose version still stands, the oldest first; some may lie where they have a stake by now. */
export async function listHeld(db: Db, userId: UserId, { lock = false } = {}): Promise<EntryRow[]> {
  const { rows } =
    await sql<EntryRow>`${sql.raw(lock ? '/* secondEntries.hold */' : '/* secondEntries.held */')} select ${COLUMNS} from second_entries s ${JOINS}
    where s.transcriber_id = ${userId} and s.state in ('claimed', 'correcting') and ${STANDS} order by s.updated_at, s.id ${lock ? sql`for no key update of s` : sql``}`.execute(
      db,
    );
  return rows;
}

/** The person may take the sheet now: it waits, or its lease is over. */
const isFree = (now: Date) =>
  sql<boolean>`(s.state = 'waiting' or (s.state in ('claimed', 'correcting') and s.lease_until < ${now}))`;

export interface Claimer {
  userId: UserId;
  device: string | null;
  /** Where they have a stake: they see the results, or work at the collation centre. */
  areas: readonly LocationId[];
}

/** The areas of the person, and those of the collation centres that they are assigned to. */
export async function stakesOf(
  db: Db,
  { userId, areas }: { userId: UserId; areas: readonly LocationId[] },
): Promise<LocationId[]> {
  const { rows } = await sql<{ area: LocationId }>`/* secondEntries.centres */ select distinct g.area_id as area
    from collation_agents g join elections e on e.id = g.election_id and e.status <> 'archived'
    where g.user_id = ${userId}`.execute(db);
  return [...new Set([...areas, ...rows.map(({ area }) => area)])].toSorted((one, other) => one - other);
}

/** Results of which the person has seen figures: they decided on a version, took it over, or had a part in a dispute about it. */
const seenBy = (userId: UserId) => sql`select result_id from result_decisions where decided_by = ${userId}::uuid
  union all select result_id from result_takeovers where taken_by = ${userId}::uuid
  union all select result_id from disputes
    where raised_by = ${userId}::uuid or assignee_id = ${userId}::uuid or resolved_by = ${userId}::uuid
  union all select d.result_id from dispute_entries c join disputes d on d.id = c.dispute_id
    where c.by_user_id = ${userId}::uuid or c.assignee_id = ${userId}::uuid`;

/** `s` of the election `e` is free, and not from where the person has a stake, not one that they hold or sent, and not of a result whose figures they saw. */
const offered = ({ userId, areas }: Claimer, now: Date) => sql<boolean>`(${isFree(now)} and e.status <> 'archived'
  and (s.audit_id is not null or coalesce(e.configuration -> 'secondEntry' ->> 'rule', 'none') <> 'none')
  and ${userId}::uuid <> all (s.barred) and s.submitted_by <> ${userId}::uuid and s.arbiter_id is distinct from ${userId}::uuid
  and s.transcriber_id is distinct from ${userId}::uuid and not ${inAreas('s.polling_unit_id', areas)}
  and s.result_id not in (${seenBy(userId)}))`;

/** The version `v` of `s`, which is the result `r` now, was not sent by the person, could not have been, and was not entered by them before. */
const openTo = ({ userId, device }: Claimer) => sql<boolean>`(${STANDS} and ${HAS_PHOTO}
  and (v.device is null or encode(v.device, 'hex') is distinct from ${device}::text)
  and not exists (select from second_entries z join second_entry_steps x on x.entry_id = z.id
    where z.result_id = s.result_id and z.version = s.version
      and x.by_user_id = ${userId}::uuid and x.step in ('entered', 'unreadable'))
  and ${notSender(sql`${userId}::uuid`)} and ${newToDesk(userId)})`;

const VERSION_OF_ENTRY = sql`results r join result_versions v on v.result_id = r.id`;

/**
 * How many sheets the person may take now. Only the results with which they had to do, and those of audits, are looked at one by one: to do so with a whole
 * queue takes seconds. Versions of the policy that no longer count are void already (fillQueue).
 */
export async function countWaiting(db: Db, claimer: Claimer, now: Date): Promise<number> {
  const { userId, device, areas } = claimer;
  const { rows } = await sql<{
    waiting: number;
  }>`${sql.raw(`/* secondEntries.waiting.${areas.length} */`)} with touched as materialized (
      select z.result_id from second_entry_steps x join second_entries z on z.id = x.entry_id where x.by_user_id = ${userId}
      union select result_id from desk_versions where decided_by = ${userId} or arbiter_id = ${userId} or officer_id = ${userId}
      union select z.result_id from second_entries z where z.submitted_by in (
        select user_id from account_controls where by_user_id = ${userId}
        union select user_id from sessions where device = decode(${device}::text, 'hex'))
    )
    select count(*) as waiting from second_entries s join elections e on e.id = s.election_id
    where ${offered(claimer, now)} and case when s.audit_id is null and s.result_id not in (select result_id from touched) then true
      else exists (select from ${VERSION_OF_ENTRY} where r.id = s.result_id and v.version = s.version and ${openTo(claimer)}) end`.execute(
    db,
  );
  return rows[0]?.waiting ?? 0;
}

/** How the queue is ordered; as the index second_entries_queue has it. */
const QUEUE = sql`s.flagged desc, s.total_votes desc, s.submitted_at, s.id`;

/** How many sheets at the head of the queue are looked at together, null: all; what a person may not enter is seldom more than the first few. */
const HEADS = [20, 1_000, null] as const;

/**
 * The first sheet of the head of the queue that the person may take, locked. `away`: only sheets from outside their LGA, where the policy of the election
 * prefers that. Prepared, as to plan it takes five times as long as to run it; each number of areas and head has a text, and so a name, of its own.
 */
async function takeOfHead(
  tx: Tx,
  claimer: Claimer,
  { now, away, head }: { now: Date; away: boolean; head: number | null },
): Promise<SecondEntryId | undefined> {
  const { areas } = claimer;
  const near = inAreas(
    's.polling_unit_id',
    areas.map((area) => ancestorOf(area, 'lga') ?? area),
  );
  const { rows } = await sql<{
    id: SecondEntryId;
  }>`${sql.raw(`/* secondEntries.take.${head}.${areas.length} */`)} with head as materialized (
      select s.id from second_entries s where ${isFree(now)} order by ${QUEUE} limit ${sql.lit(head)}
    )
    select s.id from head join second_entries s on s.id = head.id join elections e on e.id = s.election_id
    join (${VERSION_OF_ENTRY}) on r.id = s.result_id and v.version = s.version
    where ${offered(claimer, now)} and ${openTo(claimer)}
      and not (${away}::boolean and coalesce((e.configuration -> 'secondEntry' ->> 'outsideLga')::boolean, false) and ${near})
    order by ${QUEUE} limit 1 for update of s skip locked`.execute(tx);
  return rows[0]?.id;
}

/** The first sheet of the queue that the person may take, locked; from outside their LGA first, where the policy of the election prefers that. */
export async function takeNext(tx: Tx, claimer: Claimer, now: Date): Promise<SecondEntryId | undefined> {
  for (const away of [true, false]) {
    for (const head of HEADS) {
      const id = await takeOfHead(tx, claimer, { now, away, head });
      if (id !== undefined) return id;
    }
  }
  return undefined;
}

/** What a person entered; `zone`: of the organisation, whose day it is. */
const countsOf = (person: RawBuilder<unknown>, zone: string) => sql`json_build_object(
  'today', (select count(*) from second_entry_steps x where x.by_user_id = ${person} and x.step in ('entered', 'unreadable')
    and x.created_at >= date_trunc('day', now(), ${zone})),
  'entered', (select count(*) from second_entry_steps x where x.by_user_id = ${person} and x.step = 'entered'),
  'wrong', (select count(*) from second_entry_steps x where x.transcriber_id = ${person} and x.step in ('entry_wrong', 'neither')))`;

/** The person's own work: entries of today and of all time, and those that an arbiter found wrong. */
export async function countsOfPerson(db: Db, userId: UserId, zone: string): Promise<TranscriberCounts> {
  const { rows } = await sql<{
    counts: TranscriberCounts;
  }>`select ${countsOf(sql`${userId}::uuid`, zone)} as counts`.execute(db);
  return rows[0]?.counts ?? { today: 0, entered: 0, wrong: 0 };
}

export interface EntryFilter {
  reader: EntryReader;
  /** Some or all of the reader's. */
  areas: readonly LocationId[];
  electionId?: ElectionId | undefined;
  state?: SecondEntryState | undefined;
  q?: string | undefined;
  /** A further condition on `s`. */
  mine?: RawBuilder<unknown> | undefined;
}

/** The entries of the areas that the reader may see; places are looked at only where their names are searched. */
function chosen({ reader, areas, electionId, state, q, mine }: EntryFilter): RawBuilder<unknown> {
  const text = likeEscaped(q ?? '');
  const where = allOf([
    inAreas('s.polling_unit_id', areas),
    shownTo(reader),
    ...(electionId ? [sql`s.election_id = ${electionId}`] : []),
    ...(state ? [sql`s.state = ${state}`] : []),
    ...(mine ? [mine] : []),
    ...(text ? [sql`(u.search like lower(${`%${text}%`}) or u.code like ${`${text}%`})`] : []),
  ]);
  return sql`from second_entries s ${text ? sql`join locations u on u.id = s.polling_unit_id` : sql``} where ${where}`;
}

const WAITING_FIRST = sql`s.state not in ('differs', 'unreadable'), s.updated_at, s.id`;

/** Second entries of the areas: those that wait for an arbiter first, the longest first. The page is chosen before its rows are joined. */
export async function listEntries(
  db: Db,
  filter: EntryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: EntryRow[]; counted: Partial<Record<SecondEntryState, number>> }> {
  const [page, sizes] = await Promise.all([
    sql<EntryRow>`select ${COLUMNS} from (
        select s.* ${chosen(filter)} order by ${WAITING_FIRST} limit ${limit} offset ${offset}
      ) s ${JOINS} order by ${WAITING_FIRST}`.execute(db),
    sql<{
      state: SecondEntryState;
      n: number;
    }>`select s.state, count(*) as n ${chosen({ ...filter, state: undefined, mine: undefined })}
      group by s.state`.execute(db),
  ]);
  return { rows: page.rows, counted: Object.fromEntries(sizes.rows.map(({ state, n }) => [state, n])) };
}

/** How many entries fit the filter. */
export async function countEntries(db: Db, filter: EntryFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n ${chosen(filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface StepRow {
  step: SecondEntryStep['step'];
  by: { id: UserId; name: string; role: Role };
  at: Date;
  fields: string[];
  reason: string | null;
}

export async function listSteps(db: Db, id: SecondEntryId): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`select x.step, ${personLink('p')} as by, x.created_at as at, x.fields, x.reason
    from second_entry_steps x join users p on p.id = x.by_user_id where x.entry_id = ${id} order by x.id`.execute(db);
  return rows;
}

/** The photo of a sheet that the person holds and has no stake in; undefined for any other file. */
export async function findHeldPhoto(
  db: Db,
  person: { userId: UserId; areas: readonly LocationId[] },
  id: FileId,
): Promise<FileRow | undefined> {
  const stakes = await stakesOf(db, person);
  const { rows } = await sql<FileRow>`select f.id, f.sha256, f.view_sha256 as "viewSha256",
      f.thumbnail_sha256 as "thumbnailSha256", f.size, f.type
    from second_entries s join versions_with_photo v on v.result_id = s.result_id and v.version = s.version
    join files f on f.id = v.photo_file_id
    where s.transcriber_id = ${person.userId} and s.state in ('claimed', 'correcting') and f.id = ${id}
      and not ${inAreas('s.polling_unit_id', stakes)} limit 1`.execute(db);
  return rows[0];
}

export interface TranscriberRow {
  person: { id: UserId; name: string; role: Role };
  phone: string;
  area: LocationId | null;
  counts: TranscriberCounts;
}

/** The active transcribers whose own place lies in the areas. */
export async function listTranscribers(
  db: Db,
  {
    areas,
    q,
    zone,
    limit,
    offset,
  }: { areas: readonly LocationId[]; q?: string | undefined; zone: string; limit: number; offset: number },
): Promise<{ rows: TranscriberRow[]; total: number }> {
  const words = q && `%${likeEscaped(q)}%`;
  const where = allOf([
    sql`p.transcriber and coalesce(p.status_before, p.status) = 'ACTIVE'`,
    inAreas('p.area_id', areas),
    ...(words ? [sql`p.name ilike ${words}`] : []),
  ]);
  const [page, count] = await Promise.all([
    sql<TranscriberRow>`select ${personLink('p')} as person, p.phone, p.area_id as area, ${countsOf(sql`p.id`, zone)} as counts
      from users p where ${where} order by p.name, p.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from users p where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}
