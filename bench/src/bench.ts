import type { ElectionId } from '@ec/contract/base/common';
import type { Database } from '@ec/server/platform/database/database';
import { CONTESTS_OF_DAY, createContests, createElection, storeOrganisation, storeResults } from './dataset.ts';
import { storeSupervisors } from './dashboards.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { type Sizes, WATCHERS } from './sizes.ts';
import { printStatements } from './slow-statements.ts';

/** Connections of the server to its database. */
export const POOL = 16;

/** Shared by the parts: one PostgreSQL with an organisation of the whole nation. */
export interface Bench {
  database: Database;
  dataDir: string;
  sizes: Sizes;
  /** The election that has its results already, made when the first part asks for it. */
  election(): Promise<ElectionId>;
  /** The same and two more that are held on its day, with as many results of the same units each. */
  contests(): Promise<ElectionId[]>;
  /** The same, in an organisation that has its administrators and a filled audit log too. */
  supervised(): Promise<ElectionId>;
}

const NAME = 'Live';

export function openBench(database: Database, dataDir: string, sizes: Sizes): Bench {
  let prepared: Promise<ElectionId> | undefined;
  let day: Promise<ElectionId[]> | undefined;
  let supervisors: Promise<void> | undefined;
  async function prepare(): Promise<ElectionId> {
    await storeOrganisation(database, WATCHERS);
    const election = await createElection(database, NAME);
    await storeResults(database, election, sizes.storedResults);
    return election;
  }
  const election = () => (prepared ??= prepare());
  async function prepareDay(): Promise<ElectionId[]> {
    const first = await election();
    const elections = await createContests(database, { name: NAME, contests: CONTESTS_OF_DAY, first });
    for (const added of elections.slice(1)) await storeResults(database, added, sizes.storedResults);
    return elections;
  }
  return {
    database,
    dataDir,
    sizes,
    election,
    contests: () => (day ??= prepareDay()),
    async supervised() {
      const id = await election();
      await (supervisors ??= storeSupervisors(database, sizes.auditedOfficers));
      return id;
    },
  };
}

export function say(title: string, figures: unknown): void {
  console.log(`${title}: ${JSON.stringify(figures)}`);
}

/** Runs a measurement several times and prints each result. */
export async function repeated<T>(
  { sizes }: Pick<Bench, 'sizes'>,
  title: string,
  run: (number: number) => Promise<T>,
): Promise<T[]> {
  const runs: T[] = [];
  for (let number = 1; number <= sizes.runs; number++) {
    const figures = await run(number);
    runs.push(figures);
    say(`${title} ${number}`, figures);
  }
  return runs;
}

/** Runs the work with a separate server on the database. */
export async function withServer<T>(
  { database, dataDir }: Pick<Bench, 'database' | 'dataDir'>,
  work: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await startServer({ databaseUrl: database.url, dataDir, pool: POOL });
  try {
    return await work(server);
  } finally {
    await server.stop();
    if (process.env['BENCH_STATEMENTS']) await printStatements(database);
  }
}
