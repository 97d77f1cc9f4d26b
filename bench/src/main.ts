import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ElectionId } from '@ec/contract/common';
import { type Database, migrate, openDatabase } from '@ec/server/platform/database';
import { attachOrStart } from '@ec/server/platform/embedded-postgres';
import { runAuditLog, storeAndLink } from './audit.ts';
import { runBareDriver } from './bare-driver.ts';
import { runChat } from './chat.ts';
import { createElection, storeOrganisation, storeResults } from './dataset.ts';
import { runLive } from './live.ts';
import { runDashboards, storeSupervisors } from './dashboards.ts';
import { describeMachine, type Machine } from './machine.ts';
import { measurePages } from './pages.ts';
import { measurePaint, PHONE } from './paint.ts';
import { withPeople } from './people.ts';
import { runRegister } from './register.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { printStatements } from './slow-statements.ts';
import { rounded, spread } from './statistics.ts';
import { runStreams } from './streams.ts';
import { runSubmissions, type SubmissionOptions } from './submissions.ts';
import { runUserFile } from './user-file.ts';
import { runUserList } from './users.ts';

const RUNS = Number(process.env['BENCH_RUNS'] ?? 3);
const POOL = 16;
const CONNECTIONS = 32;
const SUBMISSIONS = 15_000;
const WARM_UP = 3000;
const STREAMS = 2000;
const PAINTS = 3;
const STORED_RESULTS = 120_000;
const AUDIT_ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 5_000_000);
const STORED_MESSAGES = 1_000_000;
const PARTS = [
  'pages',
  'register',
  'submissions',
  'photos',
  'live',
  'dashboards',
  'paint',
  'streams',
  'users',
  'audit',
  'chat',
] as const;
type Part = (typeof PARTS)[number];

interface Bench {
  database: Database;
  dataDir: string;
}

function say(title: string, figures: unknown): void {
  console.log(`${title}: ${JSON.stringify(figures)}`);
}

async function repeated<T>(bench: Bench, title: string, run: (number: number) => Promise<T>): Promise<T[]> {
  const runs: T[] = [];
  for (let number = 1; number <= RUNS; number++) {
    const figures = await run(number);
    runs.push(figures);
    say(`${title} ${number}`, figures);
    if (process.env['BENCH_STATEMENTS']) await printStatements(bench.database);
  }
  return runs;
}

async function withServer<T>({ database, dataDir }: Bench, work: (server: ServerProcess) => Promise<T>): Promise<T> {
  const server = await startServer({ databaseUrl: database.url, dataDir, pool: POOL });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Submissions, and in the same run the bare driver with the rows that they left. */
async function measureSubmissions(bench: Bench, withPhoto: boolean) {
  const { database } = bench;
  const options = (server: ServerProcess, name: string, count: number): SubmissionOptions => ({
    server,
    name,
    count,
    connections: CONNECTIONS,
    withPhoto,
  });
  const title = withPhoto ? 'Submissions with a photo' : 'Submissions';
  const runs = await withServer(bench, async (server) => {
    await runSubmissions(database, options(server, `${title}, warm-up`, WARM_UP));
    return await repeated(bench, title, async (number) => {
      const { election, ...run } = await runSubmissions(database, options(server, `${title} ${number}`, SUBMISSIONS));
      const bare = {
        [CONNECTIONS]: await runBareDriver(database, election, CONNECTIONS),
        [POOL]: await runBareDriver(database, election, POOL),
      };
      return { ...run, bare, ratio: rounded(run.perSecond / Math.max(...Object.values(bare)), 2) };
    });
  });
  const perSecond = spread(
    runs.map((run) => run.perSecond),
    0,
  );
  return {
    perSecond,
    ratio: spread(
      runs.map((run) => run.ratio),
      2,
    ),
    runs,
  };
}

async function measureLive(bench: Bench, election: ElectionId) {
  const measure = (pause: number) =>
    withServer(bench, ({ origin }) =>
      repeated(bench, pause === 0 ? 'Live, asking without a pause' : `Live, asking every ${pause} ms`, () =>
        runLive(bench.database, { origin, election, seconds: 15, readers: 50, perSecond: 100, pause }),
      ),
    );
  return { withoutPause: await measure(0), fourTimesASecond: await measure(250) };
}

/** Every dashboard and drill-down page, and the situation room: as often as the console asks at most, more often, and without a pause. */
async function measureDashboards(bench: Bench, election: ElectionId) {
  const measure = (pause: number) =>
    withServer(bench, ({ origin }) =>
      repeated(bench, pause === 0 ? 'Dashboards, asking without a pause' : `Dashboards, asking every ${pause} ms`, () =>
        runDashboards(bench.database, { origin, election, seconds: 20, perSecond: 100, pause }),
      ),
    );
  return {
    onceASecond: await measure(1000),
    fourTimesASecond: await measure(250),
    withoutPause: await measure(0),
  };
}

/** First useful paint of every role's dashboard on an emulated phone. */
async function measureFirstPaint(bench: Bench) {
  return await withServer(bench, async ({ origin }) => ({
    phone: PHONE,
    roles: await measurePaint(bench.database, origin, PAINTS),
  }));
}

async function measureStreams(bench: Bench, election: ElectionId) {
  return await repeated(bench, 'Streams', () =>
    withServer(bench, (server) =>
      runStreams(bench.database, { server, election, streams: STREAMS, times: 5, perSecond: 100 }),
    ),
  );
}

/** The list of users and an import into it, in a database of their own. */
async function measureUsers({ database, dataDir }: Bench) {
  return await withPeople(database.url, (people) =>
    withServer({ database: people, dataDir }, async ({ origin }) => ({
      list: await runUserList(people, { origin, times: 10, seconds: 20 }),
      file: await runUserFile(people, origin, RUNS),
    })),
  );
}

/** The audit log of two months, in a database of its own: linked anew, listed, exported and verified. */
async function measureAudit({ database, dataDir }: Bench) {
  return await withPeople(database.url, async (people) => {
    const linked = await storeAndLink(people, AUDIT_ENTRIES);
    return await withServer({ database: people, dataDir }, async (server) => ({
      linked,
      ...(await runAuditLog(people, { server, folder: dataDir, seconds: 30 })),
    }));
  });
}

/** Group chats, in a database of their own with all their people and a million messages. */
async function measureChat({ database, dataDir }: Bench) {
  return await withPeople(database.url, (people) =>
    withServer({ database: people, dataDir }, (server) =>
      runChat(people, server, { messages: STORED_MESSAGES, streams: STREAMS, seconds: 20 }),
    ),
  );
}

/** Measures one part; `election` is the one that has 120,000 results. */
async function measure(bench: Bench, part: Part, election: () => Promise<ElectionId>): Promise<unknown> {
  switch (part) {
    case 'pages':
      return measurePages();
    case 'register':
      return await runRegister(bench.database.url, process.env['REGISTER_FILE'], RUNS);
    case 'submissions':
      await election();
      return await measureSubmissions(bench, false);
    case 'photos':
      await election();
      return await measureSubmissions(bench, true);
    case 'live':
      return await measureLive(bench, await election());
    case 'dashboards':
      return await measureDashboards(bench, await supervised(bench, election));
    case 'paint':
      await supervised(bench, election);
      return await measureFirstPaint(bench);
    case 'streams':
      return await measureStreams(bench, await election());
    case 'users':
      return await measureUsers(bench);
    case 'audit':
      return await measureAudit(bench);
    case 'chat':
      return await measureChat(bench);
  }
}

let supervisors: Promise<void> | undefined;

/** The election, in an organisation that has its administrators and a filled audit log too. */
async function supervised({ database }: Bench, election: () => Promise<ElectionId>): Promise<ElectionId> {
  const id = await election();
  await (supervisors ??= storeSupervisors(database));
  return id;
}

/** Makes the organisation and its half-told election when the first part needs them. */
function preparedOnce({ database }: Bench): () => Promise<ElectionId> {
  let prepared: Promise<ElectionId> | undefined;
  async function prepare(): Promise<ElectionId> {
    await storeOrganisation(database, STREAMS);
    const election = await createElection(database, 'Live');
    await storeResults(database, election, STORED_RESULTS);
    return election;
  }
  return () => (prepared ??= prepare());
}

const RESULTS = path.join(import.meta.dirname, '../results.json');

/** Puts the part's figures in place of those it had before; parts may be measured at different times. */
async function save(part: Part, machine: Machine, figures: unknown): Promise<void> {
  const known = existsSync(RESULTS) ? (JSON.parse(await readFile(RESULTS, 'utf8')) as Record<string, unknown>) : {};
  const measured = { measuredAt: new Date().toISOString(), machine, figures };
  await writeFile(RESULTS, `${JSON.stringify({ ...known, [part]: measured }, null, 2)}\n`);
}

const named = PARTS.filter((part) => process.argv.includes(part));
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'ec-bench-'));
// PostgreSQL runs as an account of its own where the benchmark runs as root; it must be able to enter.
await chmod(dataDir, 0o755);
const embedded = await attachOrStart(dataDir, { role: 'server', log: console.log });
const database = openDatabase(embedded.ownerUrl, { max: 8 });
try {
  await migrate(database);
  const machine = await describeMachine(database);
  say('Machine', machine);
  const bench = { database, dataDir };
  const election = preparedOnce(bench);
  for (const part of named.length > 0 ? named : PARTS) {
    const figures = await measure(bench, part, election);
    if (figures === undefined) continue;
    say(part, figures);
    await save(part, machine, figures);
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await database.close();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
