import type { MessageId } from '@ec/contract/deliveries/schemas';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { MessageRow } from './queries.ts';

/** The message, locked until the transaction ends. */
export async function lockMessage(
  tx: Tx,
  id: MessageId,
): Promise<Pick<MessageRow, 'channel' | 'recipient' | 'status' | 'body' | 'secret' | 'expiresAt'> | undefined> {
  return await tx
    .selectFrom('messages')
    .select(['channel', 'recipient', 'status', 'body', 'secret', 'expires_at as expiresAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

const REQUEUED = sql`status = 'waiting', attempts = 0, next_attempt_at = null, gateway = null`;

export async function requeue(tx: Tx, id: MessageId): Promise<void> {
  await sql`update messages set ${REQUEUED} where id = ${id}`.execute(tx);
}

/** Queues all failed messages that are still useful again; returns their number. */
export async function requeueFailed(tx: Tx, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`update messages set ${REQUEUED}
    where status = 'failed' and body is not null and (expires_at is null or expires_at > ${now})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
