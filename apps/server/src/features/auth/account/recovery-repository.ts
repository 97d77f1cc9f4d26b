import type { UserId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';

/** The stored forms of the user's unused recovery codes. */
export async function unusedRecoveryCodes(db: Db, userId: UserId): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  return rows.map(({ code_hash }) => code_hash);
}

/** Uses up the recovery code with this stored form; false if it was already used. */
export async function useRecoveryCode(tx: Tx, userId: UserId, stored: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', stored)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function dropRecoveryCodes(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Replaces all of the user's recovery codes. */
export async function replaceRecoveryCodes(tx: Tx, userId: UserId, hashes: readonly Buffer[]): Promise<void> {
  await dropRecoveryCodes(tx, userId);
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

/** Replaces the stored form of a code by another form of the same code. */
export async function replaceStored(tx: Tx, userId: UserId, stored: Buffer, next: Buffer): Promise<void> {
  await tx
    .updateTable('recovery_codes')
    .set({ code_hash: next })
    .where('user_id', '=', userId)
    .where('code_hash', '=', stored)
    .execute();
}

/** Users with unused codes whose stored form has that many bytes. */
export async function peopleWithCodesOf(db: Db, bytes: number): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`select distinct user_id as id from recovery_codes
    where used_at is null and length(code_hash) = ${bytes}::int`.execute(db);
  return rows.map(({ id }) => id);
}

export async function countRecoveryCodes(db: Db, userId: UserId): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row?.count ?? 0;
}
