import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { LocationType } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { createAuditChain } from '@ec/server/platform/audit/audit-chain';
import type { Database } from '@ec/server/platform/database/database';
import { sql } from 'kysely';
import { signIn } from './dataset.ts';
import { type ReadingOptions, type ReadingRun, readWhileSubmitting } from './readers.ts';

export const DASHBOARD_KINDS = [
  'national',
  'region',
  'state',
  'lga',
  'ward',
  'officer',
  'state page',
  'LGA page',
  'unit page',
  'situation room',
] as const;
export type DashboardKind = (typeof DASHBOARD_KINDS)[number];

/** The readers of each kind: five of each, so fifty. */
const OF_EACH = 5;
const OFFICES: readonly { kind: DashboardKind; role: Role; type: LocationType }[] = [
  { kind: 'national', role: 'national_admin', type: 'national' },
  { kind: 'region', role: 'regional_admin', type: 'region' },
  { kind: 'state', role: 'state_admin', type: 'state' },
  { kind: 'lga', role: 'lga_admin', type: 'lga' },
  { kind: 'ward', role: 'ward_admin', type: 'ward' },
  { kind: 'officer', role: 'polling_unit_officer', type: 'polling_unit' },
];

/** An administrator for every zone, state, LGA and ward, and what an audit log holds on such a night. */
export async function storeSupervisors(database: Database, auditedOfficers: number): Promise<void> {
  const { db } = database;
  for (const [index, { role, type }] of OFFICES.entries()) {
    if (type === 'national' || type === 'polling_unit') continue;
    await sql`insert into users (id, phone, name, role, area_id)
      select gen_random_uuid(), '+23490' || ${index}::text || lpad(row_number() over ()::text, 7, '0'), 'Admin ' || code,
        ${role}, id from locations where type = ${type}`.execute(db);
  }
  await sql`insert into audit_entries (event, resource_id, user_id, area_id, new_values, created_at)
    select x.event, gen_random_uuid(), u.id, u.area_id, '{}', now() - make_interval(secs => 36000 - u.place * 0.06)
    from (select id, area_id, row_number() over (order by md5(id::text)) as place from users
      where role = 'polling_unit_officer' order by place limit ${auditedOfficers}) u
    cross join unnest(array['auth.signed_in', 'auth.refreshed', 'result.submitted']) as x (event)
    order by u.place`.execute(db);
  // All of them are in the chain by the hour that is measured.
  await createAuditChain(database, console.error).linkNow();
  // And their alerts have been raised, and the queue for second entries has seen them.
  await sql`update alert_progress set position = (select position from audit_chain)`.execute(db);
  await sql`update second_entry_progress set position = (select position from audit_chain)`.execute(db);
  await sql`vacuum analyze users, audit_entries, audit_links`.execute(db);
  // The loaded data are flushed to disk now, not while commits are measured.
  await sql`checkpoint`.execute(db);
}

async function pick({ db }: Database, role: Role, count: number): Promise<{ id: UserId; code: string }[]> {
  const { rows } = await sql<{
    id: UserId;
    code: string;
  }>`select u.id, l.code from users u join locations l on l.id = u.area_id
    where u.role = ${role} order by md5(u.id::text) limit ${count}`.execute(db);
  return rows;
}

export interface DashboardQuestion {
  kind: DashboardKind;
  path: string;
  userId: UserId;
}

/** What the readers ask: five of each kind, of one contest after the other; of the one that a dashboard chooses by itself where none is named. */
export async function dashboardQuestions(
  database: Database,
  elections: readonly ElectionId[],
): Promise<DashboardQuestion[]> {
  const asked: DashboardQuestion[] = [];
  const of = (place: number) => (elections.length > 0 ? `?electionId=${elections[place % elections.length]}` : '');
  const add = (kind: DashboardKind, people: { id: UserId }[], path: (place: number) => string) => {
    for (const [place, { id }] of people.entries()) asked.push({ kind, path: path(place), userId: id });
  };
  for (const { kind, role } of OFFICES)
    add(kind, await pick(database, role, OF_EACH), (place) => `/dashboard${of(place)}`);
  const watchers = (await pick(database, 'national_admin', OF_EACH * 5)).slice(OF_EACH);
  const codesOf = async (role: Role) => (await pick(database, role, OF_EACH)).map(({ code }) => code);
  const [states, lgas, units] = await Promise.all([
    codesOf('state_admin'),
    codesOf('lga_admin'),
    codesOf('polling_unit_officer'),
  ]);
  const some = (from: number) => watchers.slice(from * OF_EACH, (from + 1) * OF_EACH);
  add('state page', some(0), (place) => `/geographical-data/state-performance/${states[place]}${of(place)}`);
  add('LGA page', some(1), (place) => `/geographical-data/lga-performance/${lgas[place]}${of(place)}`);
  add('unit page', some(2), (place) => `/polling-units/${units[place]}`);
  add('situation room', some(3), (place) => `/situation-room${of(place)}`);
  return asked;
}

/** Each kind of dashboard and page with five readers while submissions arrive at a constant rate. */
export async function runDashboards(database: Database, options: ReadingOptions): Promise<ReadingRun<DashboardKind>> {
  const asked = await dashboardQuestions(database, options.elections);
  const tokens = await signIn(
    database,
    asked.map(({ userId }) => userId),
  );
  return await readWhileSubmitting(database, options, asked.length, DASHBOARD_KINDS, (reader) => {
    const place = reader % asked.length;
    const question = asked[place];
    if (!question) throw new Error(`no question for reader ${reader}`);
    return { kind: question.kind, path: question.path, token: tokens[place] ?? '' };
  });
}
