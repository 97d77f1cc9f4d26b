import { inDigits } from '@ec/contract/base/wording';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { backUp, type MadeBackup } from '../backup/back-up.ts';
import { BackupError } from '../backup/error.ts';
import type { Faults } from '../backup/manifest.ts';
import { verifyBackup } from '../backup/verify.ts';
import { createFileStore } from '../platform/files/file-stores.ts';
import { keyFileOf } from '../platform/identity/secret-keys.ts';
import {
  commandArguments,
  CommandError,
  endProgress,
  progressLine,
  readConfig,
  runCommand,
  withStore,
} from './with-database.ts';

const USAGE = 'npm run backup -- [FOLDER], or to check one: npm run backup -- --verify FOLDER';

function readArguments(): { folder: string; verify: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: commandArguments().filter((argument) => argument !== '--'),
      allowPositionals: true,
      options: { verify: { type: 'boolean', default: false } },
    });
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const [folder = values.verify ? undefined : `election-console-${stamp}`, ...more] = positionals;
    if (folder === undefined) throw new CommandError(`Say which folder: ${USAGE}`);
    if (more.length > 0) throw new CommandError(`Name one folder: ${USAGE}`);
    // npm runs scripts in the project's folder; paths are relative to the caller's folder.
    return { folder: path.resolve(process.env['INIT_CWD'] ?? '.', folder), verify: values.verify };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function sayFaults(what: string, { count, named }: Faults): void {
  if (count === 0) return;
  process.exitCode = 1;
  console.error(`${inDigits(count)} files that the database names are ${what} in the store:`);
  for (const key of named) console.error(`  ${key}`);
  if (count > named.length) console.error(`  … and ${inDigits(count - named.length)} more`);
}

function report(folder: string, { manifest, digest }: MadeBackup, seconds: number): void {
  const { tables, files, takenAt } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Backed up to ${folder} in ${seconds.toFixed(1)} s.`);
  console.log(
    `It shows the store at ${takenAt}: ${inDigits(rows)} rows of ${tables.length} tables, ${inDigits(files.count)} files (${inDigits(Math.ceil(files.bytes / 1e6))} MB).`,
  );
  console.log(`SHA-256 of its manifest: ${digest}`);
  sayFaults('missing', files.missing);
  sayFaults('damaged', files.damaged);
}

async function check(folder: string): Promise<void> {
  const { manifest, digest, problems } = await verifyBackup(folder, progressLine);
  endProgress();
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) {
    console.log('THE BACKUP IS NOT SOUND.');
    process.exitCode = 1;
    return;
  }
  const { files, tables, takenAt } = manifest;
  console.log(`${tables.length} tables and ${inDigits(files.count)} files are as they were written at ${takenAt}.`);
  console.log(`SHA-256 of its manifest: ${digest}`);
  console.log('The backup is sound.');
}

/** `npm run backup`: backs up the database and files at one point in time while the server runs, or checks a backup. */
await runCommand(async () => {
  const { folder, verify } = readArguments();
  // So that an unfinished backup is deleted (backup/back-up.ts).
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  try {
    if (verify) return await check(folder);
    const config = readConfig();
    if (config.databaseUrl === undefined && !existsSync(path.join(config.dataDir, 'postgres'))) {
      throw new CommandError(`There is nothing to back up: ${config.dataDir} holds no store. Is DATA_DIR right?`);
    }
    await withStore(config, async ({ url, ownerUrl = url }) => {
      const begin = performance.now();
      const store = createFileStore(config);
      const made = await backUp({ url: ownerUrl, store, folder, onProgress: progressLine });
      endProgress();
      report(folder, made, (performance.now() - begin) / 1000);
      // With the key in it, a copy of the backup would be enough to compute every authenticator's codes.
      if (existsSync(keyFileOf(config.dataDir)) && config.secretKeys === undefined) {
        console.log(
          `Not in it, to be kept elsewhere: ${keyFileOf(config.dataDir)}, which opens authenticators' secrets.`,
        );
      }
    });
  } catch (error) {
    endProgress();
    throw error instanceof BackupError ? new CommandError(error.message) : error;
  }
});
