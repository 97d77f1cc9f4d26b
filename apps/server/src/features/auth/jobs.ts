import { hardenHash, isPlainHash, newCodeSalt, PLAIN_BYTES } from '../../platform/identity/passwords.ts';
import type { Platform } from '../../platform/http/context.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { job, type JobDefinition } from '../../platform/jobs/jobs.ts';
import { peopleWithCodesOf, replaceStored, unusedRecoveryCodes } from './account/recovery-repository.ts';
import { lockPerson } from './repository.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'auth.harden_recovery_codes': Record<string, never>;
  }
}

/** Converts recovery codes stored under a plain hash to the present form; they stay valid. */
export async function hardenRecoveryCodes(
  { database }: Pick<Platform, 'database'>,
  signal: AbortSignal,
): Promise<void> {
  for (const id of await peopleWithCodesOf(database.db, PLAIN_BYTES)) {
    if (signal.aborted) return;
    const plain = (await unusedRecoveryCodes(database.db, id)).filter(isPlainHash);
    const salt = newCodeSalt();
    // One after another, and before any lock is taken: this is never urgent.
    const hardened: [Buffer, Buffer][] = [];
    for (const stored of plain) hardened.push([stored, await hardenHash(stored, salt)]);
    await inTransaction(database.writes, async (tx) => {
      await lockPerson(tx, id);
      for (const [stored, next] of hardened) await replaceStored(tx, id, stored, next);
    });
  }
}

export function authJobs(platform: Platform): JobDefinition[] {
  return [job('auth.harden_recovery_codes', (_payload, signal) => hardenRecoveryCodes(platform, signal), '35 * * * *')];
}
