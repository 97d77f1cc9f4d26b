import type { SessionId, UserId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** So many devices of a person are known, those used last. */
export const KNOWN_DEVICES = 10;

/**
 * Forgets the devices on which the person has signed in, all but that of the session given: from now on what strangers do
 * at sign-in holds for them too.
 */
export async function forgetDevices(tx: Tx, userId: UserId, except?: SessionId): Promise<void> {
  await sql`delete from known_devices d where d.user_id = ${userId}::uuid and not exists (
    select from sessions s where s.id = ${except ?? null}::uuid and s.device = d.device)`.execute(tx);
}

/** Forgets the device of a session that was ended because it should not be there. */
export async function forgetDeviceOf(tx: Tx, sessionId: SessionId): Promise<void> {
  await sql`delete from known_devices d using sessions s
    where s.id = ${sessionId}::uuid and d.user_id = s.user_id and d.device = s.device`.execute(tx);
}
