import { setTimeout as delay } from 'node:timers/promises';
import type { UserId } from '@ec/contract/base/common';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { Database } from '@ec/server/platform/database/database';
import { sql } from 'kysely';
import { signIn } from './dataset.ts';
import { type Client, closedLoop, openClient } from './load.ts';
import { quietMoment, watchMachine } from './machine.ts';
import { type Latency, latency } from './statistics.ts';

const KINDS = ['first page', 'filter', 'search', 'filter and search', 'page', 'sort'] as const;
type Kind = (typeof KINDS)[number];

interface Question {
  kind: Kind;
  path: string;
}

const READERS = ['national_admin', 'state_admin', 'ward_admin'] as const satisfies readonly Role[];
type Reader = (typeof READERS)[number];

interface Asked extends Question {
  reader: Reader;
  token: string;
}

/** Parts of names and of phones of one to six characters: those that most have, that many, few or none have. */
const SEARCHES = 'a e q # ad zq 80 99 ada zzz 803 0803 yem 8031 12345 chined 803123 080612 +23470 yusuf okafor'.split(
  ' ',
);
const SORTS = ['-name', 'role', '-role', 'status', '-status', 'lastLogin', '-lastLogin', 'createdAt', '-createdAt'];

const listed = (query: Record<string, string | number>) =>
  `/users?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString()}`;

function questionsOf(total: number, wards: readonly LocationId[]): Question[] {
  const of = (kind: Kind, queries: Record<string, string | number>[]) =>
    queries.map((query) => ({ kind, path: listed(query) }));
  const roles = ['national_admin', 'state_admin', 'lga_admin', 'ward_admin', 'polling_unit_officer', 'gpuo'];
  const statuses = ['active', 'pending', 'pending_national_approval', 'pending_deletion', 'inactive'];
  const last = Math.max(1, Math.ceil(total / 20));
  return [
    ...of('first page', [{}, { limit: 100 }]),
    ...of('filter', [
      ...roles.map((role) => ({ role })),
      { role: 'ward_admin,lga_admin' },
      ...statuses.map((status) => ({ status })),
      { role: 'polling_unit_officer', status: 'inactive' },
      { regionId: 'SW' },
      { stateId: '24' },
      { lgaId: '24-11' },
      ...wards.slice(0, 2).map((ward) => ({ wardId: codeOf(ward) })),
      { stateId: '24', role: 'ward_admin', status: 'active' },
    ]),
    ...of(
      'search',
      SEARCHES.map((q) => ({ q })),
    ),
    ...of('filter and search', [
      { q: 'ada', role: 'ward_admin' },
      { q: 'a', status: 'pending' },
      { q: '80', stateId: '24' },
      { q: 'okafor', stateId: '24', role: 'polling_unit_officer' },
    ]),
    ...of('page', [{ page: 2 }, { page: Math.ceil(last / 2) }, { page: last }, { q: 'a', page: Math.ceil(last / 3) }]),
    ...of(
      'sort',
      SORTS.map((sort) => ({ sort })),
    ),
  ];
}

/** One reader of each kind: the nation's, Lagos', and a ward's of it. */
async function readersOf(database: Database): Promise<{ role: Reader; token: string; total: number }[]> {
  const { rows } = await sql<{ id: UserId; role: Reader; area: LocationId }>`
    select distinct on (role) id, role, area_id as area from users
    where role = any (${`{${READERS.join(',')}}`}::text[]) and status = 'ACTIVE'
      and (role = 'national_admin' or area_id between 16240000000000 and 16249999999999)
    order by role, area_id`.execute(database.db);
  const tokens = await signIn(
    database,
    rows.map(({ id }) => id),
  );
  const span = { national_admin: 1e13, state_admin: 1e10, ward_admin: 1e4 };
  return await Promise.all(
    rows.map(async ({ role, area }, index) => {
      const { rows: counted } = await sql<{ total: number }>`select count(*) as total from users
        where area_id between ${area}::bigint and ${area + span[role] - 1}::bigint`.execute(database.db);
      return { role, token: tokens[index] ?? '', total: counted[0]?.total ?? 0 };
    }),
  );
}

/** What everybody may ask: places outside a reader's own are left out for them. */
async function allQuestions(database: Database): Promise<Asked[]> {
  const { rows: wards } = await sql<{ id: LocationId }>`select id from locations
    where type = 'ward' and id between 16240110000000 and 16240119999999 order by id`.execute(database.db);
  const readers = await readersOf(database);
  return readers.flatMap(({ role, token, total }) =>
    questionsOf(
      total,
      wards.map(({ id }) => id),
    )
      .filter(({ path }) => role === 'national_admin' || !/(region|state|lga|ward)Id=/.test(path))
      .map((question) => ({ ...question, reader: role, token })),
  );
}

interface Times {
  asked: Asked;
  milliseconds: number;
}

/** Calls by what they ask, and the slowest question of all. */
function inShort(times: readonly Times[]) {
  const of = (part: readonly Times[]) => latency(part.map(({ milliseconds }) => milliseconds));
  const byKind: Partial<Record<Kind, Latency>> = {};
  for (const kind of KINDS) byKind[kind] = of(times.filter(({ asked }) => asked.kind === kind));
  const byReader = Object.fromEntries(
    READERS.map((reader) => [reader, of(times.filter(({ asked }) => asked.reader === reader))]),
  );
  const paths = Map.groupBy(times, ({ asked }) => `${asked.reader} ${asked.path}`);
  const slowest = [...paths]
    .map(([path, part]) => ({ path, ...of(part) }))
    .toSorted((a, b) => b.p50 - a.p50)
    .slice(0, 5);
  return { all: of(times), byKind, byReader, slowest };
}

async function ask(client: Client, asked: Asked): Promise<Times> {
  const { status, text, milliseconds } = await client.send({ method: 'GET', path: asked.path, token: asked.token });
  if (status !== 200) throw new Error(`${asked.path}: ${status} ${text}`);
  return { asked, milliseconds };
}

/** Changes a user, which makes the kept counts invalid. */
const changeUser = async ({ db }: Database) => {
  await sql`update users set name = name where id = (select id from users where role = 'gpuo' limit 1)`.execute(db);
};

export interface UsersOptions {
  origin: string;
  /** How often one reader asks each question. */
  times: number;
  seconds: number;
}

/** One reader who sends each request in turn; with `recount` a user changes before each. */
async function oneReader(
  database: Database,
  questions: readonly Asked[],
  { origin, times }: UsersOptions,
  recount: boolean,
) {
  const client = openClient(origin, 1);
  for (const asked of questions) await ask(client, asked);
  await quietMoment();
  const watch = await watchMachine(database);
  const taken: Times[] = [];
  for (let time = 0; time < times; time++) {
    for (const asked of questions) {
      if (recount) await changeUser(database);
      taken.push(await ask(client, asked));
    }
  }
  await client.close();
  return { others: await watch.others(), ...inShort(taken) };
}

/** Ten readers at once who ask as chance has it, while users change; each rests about so many milliseconds before the next. */
async function tenReaders(
  database: Database,
  questions: readonly Asked[],
  { origin, seconds }: UsersOptions,
  { pause, changesPerSecond }: { pause: number; changesPerSecond: number },
) {
  const client = openClient(origin, 10);
  await quietMoment();
  const watch = await watchMachine(database);
  const taken: Times[] = [];
  const end = performance.now() + seconds * 1000;
  const changing = closedLoop(1, async () => {
    await changeUser(database);
    await delay(Math.min(1000 / changesPerSecond, end - performance.now()));
    return performance.now() < end;
  });
  const begun = new Set<number>();
  await closedLoop(10, async (person) => {
    // Readers do not start at the same moment.
    if (!begun.has(person)) await delay(Math.random() * pause);
    begun.add(person);
    const asked = questions[Math.floor(Math.random() * questions.length)];
    if (asked) taken.push(await ask(client, asked));
    if (pause > 0) await delay(pause * (0.5 + Math.random()));
    return performance.now() < end;
  });
  await changing;
  const others = await watch.others();
  await client.close();
  return { others, changesPerSecond, pause, perSecond: Math.round(taken.length / seconds), ...inShort(taken) };
}

/** The list of 200,000 users: every filter, searches, sorts and pages, by one reader and by ten. */
export async function runUserList(database: Database, options: UsersOptions) {
  const questions = await allQuestions(database);
  const many = (pause: number, changesPerSecond: number) =>
    tenReaders(database, questions, options, { pause, changesPerSecond });
  return {
    questions: questions.length,
    oneReader: await oneReader(database, questions, options, false),
    oneReaderCountedAnew: await oneReader(database, questions, options, true),
    tenReaders: await many(500, 0.1),
    tenReadersWithoutPause: await many(0, 0.1),
  };
}
