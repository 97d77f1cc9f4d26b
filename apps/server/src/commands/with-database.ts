import { type Config, loadConfig } from '../platform/runtime/config.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/errors.ts';
import { StartError } from '../platform/runtime/start-error.ts';
import { findStore, openMigrated, type Store } from '../platform/database/store.ts';

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

/** What the environment says. Throws StartError with everything in it that is wrong. */
export function readConfig(): Config {
  const loaded = loadConfig(process.env);
  if (!loaded.ok) throw new StartError(loaded.problems.join('\n'));
  return loaded.config;
}

/** Runs a command to its end; what goes wrong is printed, and the process ends with code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  // With the launcher's end (kill -9 included) the command ends too, and what it had not committed is undone.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
  try {
    await work();
  } catch (error) {
    reportFailure(error);
  }
}

/** Does the work on the configured store: the one a server has open at this moment, or else one started for it alone. */
export async function withStore(config: Config, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await findStore(config, { role: 'command', log: console.error });
  try {
    await work(store);
  } finally {
    await store.stop();
  }
}

/** Opens the store's database, migrated, and closes it whatever becomes of the work. */
export async function withMigrated(store: Store, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openMigrated(store, { max: 4 });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** Runs a command on the configured database. The command sets process.exitCode where it found something wrong. */
export async function withDatabase(work: (database: Database, config: Config) => Promise<void>): Promise<void> {
  await runCommand(async () => {
    const config = readConfig();
    await withStore(config, (store) => withMigrated(store, (database) => work(database, config)));
  });
}
