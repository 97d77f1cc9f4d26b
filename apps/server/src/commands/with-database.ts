import { type Config, loadConfig } from '../platform/runtime/config.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/errors.ts';
import { StartError } from '../platform/runtime/lifecycle.ts';
import { findStore, openMigrated, type Store } from '../platform/database/store.ts';

/** A mistake or notice for the operator: only its sentence is printed. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** The arguments after the command's name. */
export function commandArguments(): string[] {
  return process.argv.slice(2);
}

/** Prints progress on one line that is overwritten; prints nothing without a terminal. */
export function progressLine(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`);
}

/** Ends the progress line, so that the next output starts on its own line. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
}

/** Prints the error, without a stack if the sentence is enough; the process exits with code 1. */
function reportFailure(error: unknown): void {
  const plain = error instanceof CommandError || error instanceof StartError || error instanceof AppError;
  console.error(plain ? error.message : error);
  process.exitCode = 1;
}

/** Reads the configuration. Throws StartError with all problems of the environment. */
export function readConfig(): Config {
  const loaded = loadConfig(process.env);
  if (!loaded.ok) throw new StartError(loaded.problems.join('\n'));
  return loaded.config;
}

/** Runs a command; an error is printed, and the process exits with code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  // If the launcher ends (even by kill -9) the command ends too, and its open transaction is rolled back.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
  try {
    await work();
  } catch (error) {
    reportFailure(error);
  }
}

/** Runs `work` on the configured store: the one a running server has open, or else one started for the command. */
export async function withStore(config: Config, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await findStore(config, { role: 'command', log: console.error });
  try {
    await work(store);
  } finally {
    await store.stop();
  }
}

/** Opens the store's database, migrates it, and always closes it. */
export async function withMigrated(store: Store, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openMigrated(store, { max: 4 });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** Runs a command on the configured database. The command sets process.exitCode if it found a problem. */
export async function withDatabase(work: (database: Database, config: Config) => Promise<void>): Promise<void> {
  await runCommand(async () => {
    const config = readConfig();
    await withStore(config, (store) => withMigrated(store, (database) => work(database, config)));
  });
}
