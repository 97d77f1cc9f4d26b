import { type Config, loadConfig } from '../platform/config.ts';
import { type Database, migrate, openDatabase } from '../platform/database.ts';
import { attachOrStart } from '../platform/embedded-postgres.ts';
import { AppError } from '../platform/errors.ts';
import { StartError } from '../platform/start-error.ts';

/** What the person at the terminal did wrong or must know: its sentence is printed alone. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** The words after the command's name. */
export function commandArguments(): string[] {
  return process.argv.slice(2);
}

/** Shows how far the work has come, on one line that is written over; where nobody watches, nothing is written. */
export function progressLine(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`);
}

/** Ends the line of progress, so that what follows begins on its own. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
}

/** Prints what is wrong, without a stack where the sentence says it all; the process ends with code 1. */
function reportFailure(error: unknown): void {
  const plain = error instanceof CommandError || error instanceof StartError || error instanceof AppError;
  console.error(plain ? error.message : error);
  process.exitCode = 1;
}

async function connect(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => undefined };
  return await attachOrStart(config.dataDir, { role: 'command', log: console.error });
}

function readConfig(): Config {
  const loaded = loadConfig(process.env);
  if (!loaded.ok) throw new StartError(loaded.problems.join('\n'));
  return loaded.config;
}

/**
 * Runs a command on the configured database: the one a server has open at this moment, or else one started for the
 * command alone. The command sets process.exitCode where it found something wrong.
 */
export async function withDatabase(work: (database: Database, config: Config) => Promise<void>): Promise<void> {
  // With the launcher's end (kill -9 included) the command ends too, and what it had not committed is undone.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
  try {
    const config = readConfig();
    const store = await connect(config);
    const database = openDatabase(store.url, { max: 4 });
    try {
      await migrate(database);
      await work(database, config);
    } finally {
      await database.close();
      await store.stop();
    }
  } catch (error) {
    reportFailure(error);
  }
}
