import { sql } from 'kysely';
import type { Database, Tx } from './database.ts';
import { newId } from './ids.ts';
import type { MessagesTable } from './tables.ts';

export interface Message {
  channel: MessagesTable['channel'];
  recipient: string;
  body: string;
}

/** What carries a message out. It answers how it went, or throws: then the message is tried again. */
export interface Gateway {
  send(message: Message): Promise<'sent' | 'logged'>;
}

export interface Messages {
  /** Says that messages may be waiting: after the commit that queued one, and at start. */
  wake(): void;
  stop(): Promise<void>;
}

const BATCH = 20;
const MAX_ATTEMPTS = 5;
const RETRY_MS = 30_000;

/** Where no gateway is configured, the server's log is where people read their codes. */
export function logGateway(log: (line: string) => void): Gateway {
  return {
    async send({ channel, recipient, body }) {
      log(`${channel === 'sms' ? 'SMS' : 'E-mail'} to ${recipient}: ${body}`);
      return 'logged';
    },
  };
}

/** Puts a message into the outbox in the transaction of what it tells of: it leaves if, and only if, that commits. */
export async function queueMessage(tx: Tx, message: Message): Promise<void> {
  await tx
    .insertInto('messages')
    .values({ id: newId<string>(), ...message })
    .execute();
}

/** Takes waiting messages that no other process has in hand; answers how many were taken and how many failed. */
async function deliverBatch(database: Database, gateway: Gateway): Promise<{ taken: number; failed: number }> {
  return await database.db.transaction().execute(async (tx) => {
    const waiting = await tx
      .selectFrom('messages')
      .select(['id', 'channel', 'recipient', 'body', 'attempts'])
      .where('status', '=', 'waiting')
      .orderBy('attempts')
      .orderBy('created_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    let failed = 0;
    for (const { id, attempts, ...message } of waiting) {
      const change = await gateway.send(message).then(
        (status) => ({ status, sent_at: sql<Date>`now()`, last_error: null }),
        (error: unknown) => {
          failed++;
          const status = attempts + 1 >= MAX_ATTEMPTS ? ('failed' as const) : ('waiting' as const);
          return { status, last_error: String(error).slice(0, 500) };
        },
      );
      await tx
        .updateTable('messages')
        .set({ ...change, attempts: attempts + 1 })
        .where('id', '=', id)
        .execute();
    }
    return { taken: waiting.length, failed };
  });
}

/** Empties the outbox through the gateway, one batch at a time; what fails is tried again later, five times in all. */
export function createMessages(database: Database, gateway: Gateway, onError: (error: unknown) => void): Messages {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  function retryLater(): void {
    clearTimeout(retry);
    if (stopped) return;
    retry = setTimeout(wake, RETRY_MS);
    retry.unref();
  }

  async function run(): Promise<void> {
    again = false;
    const { taken, failed } = await deliverBatch(database, gateway);
    if (failed > 0) retryLater();
    else if (taken === BATCH) again = true;
  }

  function wake(): void {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = run()
      .catch((error: unknown) => {
        onError(error);
        retryLater();
      })
      .finally(() => {
        running = undefined;
        if (again) wake();
      });
  }

  return {
    wake,
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await running;
    },
  };
}
