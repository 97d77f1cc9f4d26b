import { inDigits } from '@ec/contract/base/wording';
import type { ElectionId } from '@ec/contract/base/common';
import type { Database } from '../platform/database/database.ts';
import { closeSessions, openSessions } from '../rehearsal/sender.ts';
import { type Comparison, compareSums } from './compare.ts';
import { deliver, type Refusal } from './deliver.ts';
import type { ReplayFile } from './file.ts';
import {
  createElection,
  ensureOfficers,
  ensureReader,
  ReplayError,
  requireElection,
  requireElectionMode,
  setReplayAccounts,
  unknownUnits,
} from './prepare.ts';

export interface ReplayOptions {
  database: Database;
  file: ReplayFile;
  fileName: string;
  /** The election to continue with; absent: a new one is created. */
  electionId: string | undefined;
  turnOnElectionMode: boolean;
  connections: number;
  pace: number | undefined;
  /** Returns the address of a server on this database; the token lets it check that. */
  findServer: (token: string) => Promise<string>;
  log: (line: string) => void;
  onProgress: (sent: number) => void;
}

export interface ReplayOutcome {
  electionId: ElectionId;
  sent: number;
  taken: number;
  refusals: Refusal[];
  comparisons: Comparison[];
  seconds: number;
}

function requireReadable({ problems }: ReplayFile): void {
  if (problems.length === 0) return;
  const more = problems.length > 10 ? ` … and ${problems.length - 10} more` : '';
  throw new ReplayError(`The file cannot be replayed.\n${problems.slice(0, 10).join('\n')}${more}`);
}

async function requireUnits(database: Database, file: ReplayFile): Promise<void> {
  const unknown = await unknownUnits(database, file.rows);
  if (unknown.length === 0) return;
  throw new ReplayError(
    `${unknown.length} polling units of the file are not in the register (${unknown.slice(0, 10).join(', ')}). Import the register first: npm run import-register -- FILE`,
  );
}

/** Submits a file of sheets through the API as their officers, then compares the live figures with the file's sums. */
export async function replay(options: ReplayOptions): Promise<ReplayOutcome> {
  const { database, file, fileName, log } = options;
  requireReadable(file);
  await requireUnits(database, file);
  const asked = options.electionId;
  const known = asked === undefined ? undefined : await requireElection(database, asked, file);
  await requireElectionMode(database, options.turnOnElectionMode);
  const electionId = known ?? (await createElection(database, fileName, file));
  log(`Election ${electionId}${known ? '' : ' created'}`);
  await setReplayAccounts(database, 'ACTIVE');
  try {
    return await send(options, electionId);
  } finally {
    await setReplayAccounts(database, 'INACTIVE');
  }
}

async function send(options: ReplayOptions, electionId: ElectionId): Promise<ReplayOutcome> {
  const { database, file, connections, pace, log, onProgress } = options;
  const { officers, made } = await ensureOfficers(database, file.rows);
  if (made > 0) log(`${inDigits(made)} officer accounts made`);
  const reader = await ensureReader(database);
  const openReader = async () => await openSessions(database, [reader], 'Replay');
  const first = await openReader();
  const baseUrl = await options.findServer(first[0]?.token ?? '');
  const begin = performance.now();
  const { taken, refusals } = await deliver({
    database,
    baseUrl,
    electionId,
    file,
    officers,
    connections,
    pace,
    onProgress,
  });
  const seconds = (performance.now() - begin) / 1000;
  // A long replay outlives its first token.
  const last = await openReader();
  const comparisons = await compareSums(baseUrl, last[0]?.token ?? '', electionId, file);
  const sessions = [...first, ...last].map(({ sessionId }) => sessionId);
  await closeSessions(database, sessions, 'replay');
  return { electionId, sent: file.rows.length, taken, refusals, comparisons, seconds };
}
