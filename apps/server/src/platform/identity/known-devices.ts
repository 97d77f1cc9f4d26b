import type { SessionId, UserId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** Number of known devices per user, most recently used first. */
export const KNOWN_DEVICES = 10;

/** Deletes the user's known devices except that of the given session: failed sign-ins by strangers then lock these devices too. */
export async function forgetDevices(tx: Tx, userId: UserId, except?: SessionId): Promise<void> {
  await sql`delete from known_devices d where d.user_id = ${userId}::uuid and not exists (
    select from sessions s where s.id = ${except ?? null}::uuid and s.device = d.device)`.execute(tx);
}

/** Deletes the device of a session that was ended because it was not the user's. */
export async function forgetDeviceOf(tx: Tx, sessionId: SessionId): Promise<void> {
  await sql`delete from known_devices d using sessions s
    where s.id = ${sessionId}::uuid and d.user_id = s.user_id and d.device = s.device`.execute(tx);
}
