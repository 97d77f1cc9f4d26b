import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { ElectionType } from '@ec/contract/elections/schemas';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { insertElection } from '@ec/server/features/elections/repository';
import { ensureReferenceData } from '@ec/server/features/geography/reference-data';
import { rebuildTallies } from '@ec/server/features/results/tally-repository';
import { bulkTransaction } from '@ec/server/platform/database/bulk';
import { type Database, inTransaction } from '@ec/server/platform/database/database';
import { newId } from '@ec/server/platform/runtime/ids';
import { openSession } from '@ec/server/platform/identity/sessions';
import { BALLOT_2023 } from '@ec/server/rehearsal/facts-2023';
import { storePlaces, storeSettings } from '@ec/server/rehearsal/organisation';
import { planStates } from '@ec/server/rehearsal/plan';
import { sql } from 'kysely';

/** The ballot of 2023, and Others as on every ballot: 19 entries a sheet. */
export const PARTIES: readonly string[] = BALLOT_2023;

/** All users signed in this long ago, so that each first call also records the user's activity. */
const SIGNED_IN_MS = 5 * 60_000;

export interface Person {
  userId: UserId;
  area: LocationId;
  registered: number;
  /** Of the photo of their sheet. */
  fileId: string;
}

/** All of the nation's polling units, each with an officer and the photo of a sheet, and the readers. */
export async function storeOrganisation(database: Database, watchers: number): Promise<void> {
  await ensureReferenceData(database);
  await bulkTransaction(database, async (bulk) => {
    const { tx } = bulk;
    await storePlaces(bulk, planStates('full'));
    await sql`insert into users (id, phone, name, role, area_id)
      select gen_random_uuid(), '+234702' || lpad(row_number() over ()::text, 7, '0'), 'Officer ' || code,
        'polling_unit_officer', id
      from locations where type = 'polling_unit'`.execute(tx);
    await sql`insert into files (id, sha256, size, type, width, height, uploaded_by)
      select gen_random_uuid(), sha256(id::text::bytea), 400000, 'image/jpeg', 1200, 1600, id from users`.execute(tx);
    const roles = ['super_admin', 'national_admin', 'global_moderator'] satisfies Role[];
    for (const role of roles) {
      const count = role === 'super_admin' ? 1 : Math.ceil(watchers / 2);
      const prefix = `+23480${roles.indexOf(role)}`;
      await sql`insert into users (id, phone, name, role, area_id)
        select gen_random_uuid(), ${prefix}::text || lpad(n::text, 7, '0'), 'Watcher ' || n, ${role}, ${NATION}::bigint
        from generate_series(1, ${count}::int) n`.execute(tx);
    }
    const admin = await tx.selectFrom('users').select('id').where('role', '=', 'super_admin').executeTakeFirstOrThrow();
    await storeSettings(tx, new Date(), admin.id);
  });
  await sql`vacuum analyze`.execute(database.db);
}

/** A live presidential election of the whole nation, whose polls closed an hour ago. */
export async function createElection(
  database: Database,
  name: string,
  type: ElectionType = 'presidential',
): Promise<ElectionId> {
  const id = newId<ElectionId>();
  const closesAt = new Date(Date.now() - 3_600_000);
  await inTransaction(database.db, (tx) =>
    insertElection(tx, {
      id,
      name,
      description: '',
      type,
      status: 'live',
      electionDate: closesAt.toISOString().slice(0, 10),
      opensAt: new Date(closesAt.getTime() - 6 * 3_600_000),
      closesAt,
      parties: [...PARTIES],
      configuration: {},
      createdBy: null,
      areas: [NATION],
    }),
  );
  return id;
}

/** The contests of a day, in the order in which they are held. */
const CONTESTS = ['presidential', 'senatorial', 'house_of_representatives'] as const satisfies ElectionType[];
export const CONTESTS_OF_DAY = CONTESTS.length;

/** Live elections of the whole nation, held together on one day where there are several; `first` is one of them already. */
export async function createContests(
  database: Database,
  { name, contests, first }: { name: string; contests: number; first?: ElectionId },
): Promise<ElectionId[]> {
  const elections = first ? [first] : [];
  for (const type of CONTESTS.slice(elections.length, contests)) {
    elections.push(await createElection(database, `${name}, ${type}`, type));
  }
  if (contests > 1) await holdTogether(database, name, elections);
  return elections;
}

async function holdTogether({ db }: Database, name: string, elections: readonly ElectionId[]): Promise<void> {
  const ids = `{${elections.join(',')}}`;
  await sql`with day as (
      insert into contest_days (id, date, name)
      select gen_random_uuid(), election_date, ${name} from elections where id = ${elections[0]} returning id)
    update elections set contest_day_id = (select id from day) where id = any (${ids}::uuid[])`.execute(db);
}

/** Officers from all over the country in random order, of units that have no result in the election. */
export async function pickOfficers(
  { db }: Database,
  election: ElectionId,
  count: number,
  seed: string,
): Promise<Person[]> {
  const { rows } = await sql<Person>`select u.id as "userId", u.area_id as area, f.id as "fileId",
      coalesce(l.registered_voters, 0) as registered
    from users u join locations l on l.id = u.area_id join files f on f.uploaded_by = u.id
    where u.role = 'polling_unit_officer' and not exists (
      select from results r where r.election_id = ${election} and r.polling_unit_id = u.area_id)
    order by md5(u.id::text || ${seed}) limit ${count}`.execute(db);
  return rows;
}

export async function pickWatchers({ db }: Database, role: Role, count: number): Promise<UserId[]> {
  const rows = await db.selectFrom('users').select('id').where('role', '=', role).limit(count).execute();
  return rows.map(({ id }) => id);
}

/** Opens a session for each, as sign-in does after its two steps; answers the access tokens in the same order. */
export async function signIn(database: Database, users: readonly UserId[]): Promise<string[]> {
  const now = new Date(Date.now() - SIGNED_IN_MS);
  const tokens: string[] = [];
  for (let next = 0; next < users.length; next += 500) {
    const opened = await inTransaction(database.db, (tx) =>
      Promise.all(
        users
          .slice(next, next + 500)
          .map((userId) => openSession(tx, { userId, ip: '127.0.0.1', userAgent: 'bench', now })),
      ),
    );
    tokens.push(...opened.map(({ accessToken }) => accessToken));
  }
  return tokens;
}

/** Stores results of units in random order over the country, three quarters of them decided on, with their totals and disputes. */
export async function storeResults(database: Database, election: ElectionId, count: number): Promise<void> {
  const entries = PARTIES.length + 1;
  await inTransaction(database.db, async (tx) => {
    await sql`insert into results (id, election_id, polling_unit_id, source, status, version, votes, void_votes,
        total_votes, accredited, registered, leading_party, submitted_by, submitted_at)
      select gen_random_uuid(), ${election}, x.area_id, 'official',
        case when x.place % 4 = 0 then 'pending' when x.place % 100 = 1 then 'disputed' else 'verified' end, 1,
        s.votes, 3, 3 + (select sum(v) from unnest(s.votes) v), 400, x.registered_voters, 'LP', x.id, now()
      from (
        select u.id, u.area_id, l.registered_voters, row_number() over () as place
        from users u join locations l on l.id = u.area_id
        where u.role = 'polling_unit_officer' order by md5(u.id::text || 'stored') limit ${count}
      ) x cross join lateral (
        select array(select (hashtext(x.area_id::text || i) & 31) from generate_series(1, ${entries}::int) i) as votes
      ) s`.execute(tx);
    await sql`insert into result_versions (result_id, version, submission_id, votes, void_votes, accredited, registered,
        idempotency_key, request_hash, digest, submitted_by, submitted_at)
      select id, 1, 'bench-' || id, votes, void_votes, accredited, registered, id::text, sha256(id::text::bytea),
        sha256(id::text::bytea), submitted_by, submitted_at
      from results where election_id = ${election}`.execute(tx);
    await sql`insert into disputes (id, result_id, election_id, source, polling_unit_id, version, reason, raised_at, updated_at)
      select gen_random_uuid(), id, election_id, source, polling_unit_id, version, 'Contested by party agents.', now(), now()
      from results where election_id = ${election} and status = 'disputed'`.execute(tx);
    await sql`insert into dispute_entries (dispute_id, kind, text, created_at)
      select id, 'raised', reason, raised_at from disputes where election_id = ${election}`.execute(tx);
    await rebuildTallies(tx, election);
  });
  await sql`vacuum analyze results, result_versions, tallies, disputes, dispute_entries`.execute(database.db);
}
