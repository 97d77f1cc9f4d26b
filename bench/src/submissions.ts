import type { ElectionId } from '@ec/contract/base/common';
import type { Receipt } from '@ec/contract/results/schemas';
import { compareTallies } from '@ec/server/features/results/tally-repository';
import type { Database } from '@ec/server/platform/database/database';
import { sql } from 'kysely';
import { createContests, pickOfficers, signIn } from './dataset.ts';
import { closedLoop, openClient } from './load.ts';
import { quietMoment, watchMachine } from './machine.ts';
import type { ServerProcess } from './server-process.ts';
import { submission } from './sheets.ts';
import { type Latency, latency, rounded } from './statistics.ts';

export interface SubmissionRun {
  /** What others took of the machine meanwhile, in percent of all cores. */
  others: number;
  /** The first, where there are several contests. */
  election: ElectionId;
  submissions: number;
  seconds: number;
  perSecond: number;
  milliseconds: Latency;
  /** Processor time of the server process for one submission, in milliseconds; the database's is not in it. */
  processorEach: number;
  /** PostgreSQL's, with its back ends and what it does by itself. */
  databaseEach: number;
  /** Bytes of PostgreSQL's log of changes (WAL), which goes to the disk and to each standby. */
  logEach: number;
  errors: number;
  /** Acknowledged, but not stored with the same digest. */
  lost: number;
  /** Kept totals that differ from a recount. */
  differences: number;
}

export interface SubmissionOptions {
  server: ServerProcess;
  name: string;
  count: number;
  connections: number;
  withPhoto: boolean;
  /** Contests of one day: each officer sends a sheet of each. One where absent. */
  contests?: number;
}

/** How many receipts name a version that is not stored so, and how many are stored beside them. */
export async function countLost(
  { db }: Database,
  elections: readonly ElectionId[],
  receipts: readonly Receipt[],
): Promise<number> {
  const { rows } = await sql<{ id: string; digest: string }>`
    select v.submission_id as id, encode(v.digest, 'hex') as digest
    from result_versions v join results r on r.id = v.result_id where r.election_id = any (${`{${elections.join(',')}}`}::uuid[])`.execute(
    db,
  );
  const stored = new Map(rows.map(({ id, digest }) => [id, digest]));
  const missing = receipts.filter(({ submissionId, digest }) => stored.get(submissionId) !== digest).length;
  return missing + Math.abs(stored.size - new Set(receipts.map(({ submissionId }) => submissionId)).size);
}

/** Bytes of its log of changes that the database has ever written. */
export async function logBytes({ db }: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_current_wal_insert_lsn() - '0/0' as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** So many officers send their first sheet before one of them sends the second. */
const BLOCK = 500;

/** Submissions as fast as they are answered, each by another officer for each contest, in elections of their own. */
export async function runSubmissions(database: Database, options: SubmissionOptions): Promise<SubmissionRun> {
  const { server, name, count, connections, withPhoto, contests = 1 } = options;
  const elections = await createContests(database, { name, contests });
  const [election] = elections;
  if (!election) throw new Error('no contest');
  await sql`checkpoint`.execute(database.db);
  const officers = await pickOfficers(database, election, Math.ceil(count / contests), name);
  const tokens = await signIn(
    database,
    officers.map(({ userId }) => userId),
  );
  const calls = officers.flatMap((_, place) =>
    place % BLOCK === 0
      ? elections.flatMap((contest) =>
          officers
            .slice(place, place + BLOCK)
            .map((officer, at) => submission(contest, officer, tokens[place + at] ?? '', place + at, withPhoto)),
        )
      : [],
  );
  const client = openClient(server.origin, connections);
  await quietMoment();
  const watch = await watchMachine(database);
  const before = await server.processor();
  const logBefore = await logBytes(database);
  const receipts: Receipt[] = [];
  const times: number[] = [];
  let next = 0;
  let errors = 0;
  const seconds = await closedLoop(connections, async () => {
    const call = calls[next++];
    if (!call) return false;
    const reply = await client.send(call);
    times.push(reply.milliseconds);
    if (reply.status === 201) receipts.push((JSON.parse(reply.text) as { data: Receipt }).data);
    else if (errors++ === 0) console.error(`The first refusal: ${reply.status} ${reply.text}`);
    return true;
  });
  const { others, database: databaseTime } = await watch.end();
  const processor = (await server.processor()) - before;
  const log = (await logBytes(database)) - logBefore;
  await client.close();
  return {
    others,
    election,
    submissions: calls.length,
    seconds: rounded(seconds, 2),
    perSecond: Math.round(receipts.length / seconds),
    milliseconds: latency(times),
    processorEach: rounded(processor / calls.length, 2),
    databaseEach: rounded(databaseTime / calls.length, 2),
    logEach: Math.round(log / calls.length),
    errors,
    lost: await countLost(database, elections, receipts),
    differences: (await Promise.all(elections.map((one) => compareTallies(database.db, one)))).flat().length,
  };
}
