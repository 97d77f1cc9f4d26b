import { inDigits } from '@ec/contract/base/wording';
import { access } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type App, buildApp } from '../app.ts';
import { ensureReferenceData } from '../features/geography/reference-data.ts';
import type { Config } from '../platform/runtime/config.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { agrees, type Comparison, nationOf } from '../replay/compare.ts';
import { readReplayFile } from '../replay/file.ts';
import { ReplayError } from '../replay/prepare.ts';
import { replay, type ReplayOutcome } from '../replay/replay.ts';
import { commandArguments, CommandError, endProgress, progressLine, withDatabase } from './with-database.ts';

const USAGE = 'npm run replay -- FILE [--election ID] [--connections 16] [--pace N] [--election-mode]';

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      args: commandArguments().filter((argument) => argument !== '--'),
      allowPositionals: true,
      options: {
        election: { type: 'string' },
        connections: { type: 'string', default: '16' },
        pace: { type: 'string' },
        'election-mode': { type: 'boolean', default: false },
      },
    });
    const [file] = positionals;
    const connections = Number(values.connections);
    const pace = values.pace === undefined ? undefined : Number(values.pace);
    const whole = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
    if (file === undefined) throw new CommandError(`Say which file: ${USAGE}`);
    if (!whole(connections, 256)) throw new CommandError('--connections is a whole number from 1 to 256.');
    if (pace !== undefined && !(pace > 0)) throw new CommandError('--pace is a number of results a second.');
    return { file, connections, pace, election: values.election, electionMode: values['election-mode'] };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

/** True if the server at the address knows a session that was just opened in this database. */
async function sharesDatabase(baseUrl: string, token: string): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${baseUrl}/api/auth/me`, { headers, signal: AbortSignal.timeout(3000) });
    return response.ok;
  } catch {
    return false;
  }
}

function printTable(comparisons: readonly Comparison[], parties: readonly string[]): void {
  const rows = [...comparisons, nationOf(comparisons, parties)];
  const cell = ({ file, live }: { file: number; live: number }) =>
    file === live ? inDigits(file) : `${inDigits(file)} ≠ ${inDigits(live)}`;
  const lines = [
    ['State', 'Sheets', 'Accredited', ...parties],
    ...rows.map((row) => [row.name, cell(row.rows), cell(row.accredited), ...row.votes.map(cell)]),
  ];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of lines) {
    const cells = line.map((text, column) =>
      column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
    );
    console.log(cells.join('  '));
  }
}

function report(outcome: ReplayOutcome, parties: readonly string[]): boolean {
  const { sent, taken, refusals, comparisons, seconds, electionId } = outcome;
  for (const { code, reason, message } of refusals) console.log(`refused ${code}: ${reason} ${message}`);
  console.log('Sums of the file, and of the live figures (provisional) where they differ:');
  printTable(comparisons, parties);
  const rate = seconds > 0 ? Math.round(sent / seconds) : sent;
  console.log(
    `${inDigits(sent)} sent = ${inDigits(taken)} accepted + ${inDigits(refusals.length)} refused, in ${seconds.toFixed(1)} s (${inDigits(rate)} a second)`,
  );
  const equal = sent === taken + refusals.length && comparisons.every(agrees);
  console.log(equal ? 'All sums are equal.' : 'THE SUMS DIFFER.');
  if (refusals.length > 0) console.log(`To send the refused again: add --election ${electionId}`);
  return equal && refusals.length === 0;
}

async function run(database: Database, config: Config): Promise<void> {
  const options = readArguments();
  const location = path.resolve(process.env['INIT_CWD'] ?? '.', options.file);
  await access(location).catch(() => {
    throw new CommandError(`There is no file ${location} that can be read.`);
  });
  const file = await readReplayFile(location);
  let own: { app: App; store: Database } | undefined;

  /** The running server, so that its screens are updated at once; otherwise one started by this command. */
  async function findServer(token: string): Promise<string> {
    const running = `http://127.0.0.1:${config.port}`;
    if (await sharesDatabase(running, token)) return running;
    const store = openDatabase(database.url, { max: config.databasePool });
    const app = await buildApp({ config: { ...config, logLevel: 'error' }, database: store });
    own = { app, store };
    await app.fastify.listen({ host: '127.0.0.1', port: 0 });
    return `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;
  }

  await ensureReferenceData(database);
  try {
    const outcome = await replay({
      database,
      file,
      fileName: path.basename(location),
      electionId: options.election,
      turnOnElectionMode: options.electionMode,
      connections: options.connections,
      pace: options.pace,
      findServer,
      log: (line) => console.log(line),
      onProgress: (sent) => {
        if (sent % 200 === 0) progressLine(`${inDigits(sent)} of ${inDigits(file.rows.length)} sent`);
      },
    });
    endProgress();
    if (!report(outcome, file.parties)) process.exitCode = 1;
  } catch (error) {
    if (error instanceof ReplayError) throw new CommandError(error.message);
    throw error;
  } finally {
    await own?.app.close();
    await own?.store.close();
  }
}

await withDatabase(run);
