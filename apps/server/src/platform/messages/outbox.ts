import { sql } from 'kysely';
import type { Database, Db, Tx } from '../database/database.ts';
import type { Channel } from './gateway.ts';
import { LOG_GATEWAY } from './gateways.ts';
import { newId } from '../runtime/ids.ts';

export interface Message {
  channel: Channel;
  recipient: string;
  /** For e-mail only. */
  subject?: string;
  body: string;
  /** Contains a code or a password: the text is wiped once a gateway has accepted it. */
  secret?: boolean;
  /** A user is waiting for it: sent before the others. */
  urgent?: boolean;
  /** After this time it is useless and is not sent. */
  expiresAt?: Date;
}

/** Adds messages to the outbox in the transaction of their cause: they are sent if, and only if, it commits. */
export async function queueMessages(tx: Tx, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map((message) => ({ ...message, id: newId<string>() }));
  await sql`insert into messages (id, channel, recipient, subject, body, secret, urgent, expires_at)
    select id, channel, recipient, subject, body, coalesce(secret, false), coalesce(urgent, false), "expiresAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (id uuid, channel text, recipient text, subject text,
      body text, secret boolean, urgent boolean, "expiresAt" timestamptz)`.execute(tx);
}

/** Adds one message to the outbox; returns its id. */
export async function queueMessage(tx: Tx, message: Message): Promise<string> {
  const { channel, recipient, subject = null, body, secret = false, urgent = false, expiresAt = null } = message;
  const id = newId<string>();
  await tx
    .insertInto('messages')
    .values({ id, channel, recipient, subject, body, secret, urgent, expires_at: expiresAt })
    .execute();
  return id;
}

/** From when on messages about the page that were not sent are useless: at once where it is gone; null for never. */
export async function expireAbout(tx: Tx, about: string, at: Date | null): Promise<void> {
  // One statement for each: the waiting and the failed have an index.
  for (const status of ['waiting', 'failed']) {
    await sql`update messages set expires_at = ${at}
      where status = ${sql.lit(status)} and about = ${about}`.execute(tx);
  }
}

/** Gives the page's messages a new expiry that is still to come, also those of the last two days that the former one kept from being sent. */
export async function renewAbout(tx: Tx, about: string, at: Date | null): Promise<void> {
  await expireAbout(tx, about, at);
  // Two days: older news is stale, and their range of the index of all messages is small.
  await sql`update messages set status = 'waiting', expires_at = ${at}
    where status = 'expired' and about = ${about} and body is not null
      and created_at > now() - interval '2 days'`.execute(tx);
}

/** A message claimed by this process. */
export interface Claimed {
  id: string;
  recipient: string;
  subject: string | null;
  body: string;
  secret: boolean;
  attempts: number;
}

/**
 * Claims up to `limit` due messages that no other process has claimed: urgent ones first, then the oldest. The claim ends at `until`, so that another
 * process takes over if this one is gone.
 */
export async function claim(
  { db }: Database,
  channel: Channel,
  take: { claim: string; now: Date; until: Date; limit: number },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`/* outbox.claim */
    with due as (
      select id from messages where status = 'waiting' and channel = ${channel}
        and (next_attempt_at is null or next_attempt_at <= ${take.now})
        and (locked_until is null or locked_until <= ${take.now})
        and (expires_at is null or expires_at > ${take.now})
      order by urgent desc, created_at, id limit ${take.limit} for update skip locked
    ), taken as (
      update messages m set claim = ${take.claim}, locked_until = ${take.until} from due where m.id = due.id returning m.*
    )
    select id, recipient, subject, body, secret, attempts from taken
    order by urgent desc, created_at, id`.execute(db);
  return rows;
}

/** Whether the claimed message is still to be sent: meanwhile it can have expired, or been withdrawn. */
export async function isStillDue({ db }: Database, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`/* outbox.due */ select from messages
    where id = ${id} and status = 'waiting' and (expires_at is null or expires_at > ${now})`.execute(db);
  return rows.length > 0;
}

/** Marks expired messages and wipes their secrets; skips those being sent at the moment. */
export async function expireMessages({ db }: Database, now: Date): Promise<void> {
  await sql`/* outbox.expire */ update messages
    set status = 'expired', body = case when secret then null else body end, claim = null, locked_until = null,
      next_attempt_at = null
    where status = 'waiting' and expires_at <= ${now} and (locked_until is null or locked_until <= ${now})`.execute(db);
}

/** Records that the gateway accepted the message, even if the claim was lost meanwhile, so that it is not sent again. */
export async function markSent({ db }: Database, id: string, gateway: string, now: Date): Promise<void> {
  const logged = gateway === LOG_GATEWAY;
  await sql`/* outbox.sent */ update messages
    set status = ${logged ? 'logged' : 'sent'}, gateway = ${gateway}, attempts = attempts + 1, sent_at = ${now},
      tried_at = ${now}, last_error = null, next_attempt_at = null, claim = null, locked_until = null,
      body = case when secret and not ${logged}::boolean then null else body end
    where id = ${id} and status = 'waiting'`.execute(db);
}

/** Records a failure. `retryAt`: time of the next attempt, null if given up. `counts`: whether it used up an attempt. */
export async function markFailed(
  { db }: Database,
  id: string,
  failure: { claim: string; gateway: string; error: string; counts: boolean; retryAt: Date | null; now: Date },
): Promise<void> {
  const { gateway, error, counts, retryAt, now } = failure;
  await sql`/* outbox.failed */ update messages
    set status = ${retryAt ? 'waiting' : 'failed'}, gateway = ${retryAt ? null : gateway}, attempts = attempts + ${counts ? 1 : 0},
      last_error = ${error}, tried_at = ${now}, next_attempt_at = ${counts ? retryAt : null}::timestamptz,
      claim = null, locked_until = null
    where id = ${id} and claim = ${failure.claim} and status = 'waiting'`.execute(db);
}

/** Releases claimed messages that were not tried. */
export async function release({ db }: Database, claim: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`/* outbox.release */ update messages set claim = null, locked_until = null
    where id = any (${`{${ids.join(',')}}`}::uuid[]) and claim = ${claim} and status = 'waiting'`.execute(db);
}

/** Wipes expired codes and passwords, and deletes messages sent or given up 90 days ago. */
export async function tidyMessages(db: Db): Promise<void> {
  await sql`update messages set body = null where secret and body is not null and expires_at <= now()`.execute(db);
  await sql`delete from messages where created_at < now() - interval '90 days' and status <> 'waiting'`.execute(db);
}
