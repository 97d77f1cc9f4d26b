import { inDigits } from '@ec/contract/base/wording';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { BackupError } from '../backup/error.ts';
import { restore } from '../backup/restore.ts';
import type { Config } from '../platform/runtime/config.ts';
import type { Db } from '../platform/database/database.ts';
import { createFileStore } from '../platform/files/file-stores.ts';
import { keyFileOf } from '../platform/identity/secret-keys.ts';
import { recountAll } from './recount-all.ts';
import { verifyWholeChain } from './verify-chain.ts';
import {
  commandArguments,
  CommandError,
  endProgress,
  progressLine,
  readConfig,
  runCommand,
  withMigrated,
  withStore,
} from './with-database.ts';
const say = (line: string) => console.log(line);

function readFolder(): string {
  const [folder, ...more] = commandArguments().filter((argument) => argument !== '--');
  if (folder === undefined || folder.startsWith('-') || more.length > 0) {
    throw new CommandError('Say which backup: npm run restore -- FOLDER');
  }
  return path.resolve(process.env['INIT_CWD'] ?? '.', folder);
}

/** The secrets of authenticators and invites are encrypted with a key that no backup contains. */
async function askForKey(db: Db, { dataDir, secretKeys }: Config): Promise<void> {
  if (secretKeys !== undefined || existsSync(keyFileOf(dataDir))) return;
  const { rows } = await sql<{ authenticators: number; invites: number }>`select count(totp_secret) as authenticators,
    count(invite_code) as invites from users where totp_secret is not null or invite_code is not null`.execute(db);
  const { authenticators = 0, invites = 0 } = rows[0] ?? {};
  if (authenticators === 0 && invites === 0) return;
  say(
    `Authenticators in use: ${inDigits(authenticators)}, invites waiting: ${inDigits(invites)}. Before the server starts, put the former store's ${path.basename(keyFileOf(dataDir))} into ${dataDir}, or name its key in SECRET_KEYS.`,
  );
}

/** `npm run restore -- FOLDER`: restores a backup into the empty store of the environment, then checks the store. */
await runCommand(async () => {
  const folder = readFolder();
  const config = readConfig();
  await withStore(config, async (store) => {
    const begin = performance.now();
    try {
      const { ownerUrl = store.url } = store;
      const files = createFileStore(config);
      const { manifest, migrated } = await restore({ url: ownerUrl, store: files, folder, onProgress: progressLine });
      endProgress();
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      say(
        `Restored ${inDigits(rows)} rows and ${inDigits(manifest.files.count)} files as they were at ${manifest.takenAt}, in ${((performance.now() - begin) / 1000).toFixed(1)} s.`,
      );
      if (migrated.length > 0) say(`Then migrated: ${migrated.join(', ')}.`);
    } catch (error) {
      endProgress();
      throw error instanceof BackupError ? new CommandError(error.message) : error;
    }
    await withMigrated(store, async ({ db }) => {
      const faults = (await recountAll(db, say)) + (await verifyWholeChain(db, say));
      if (faults > 0) process.exitCode = 1;
      await askForKey(db, config);
    });
  });
});
