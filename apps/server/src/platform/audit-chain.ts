import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { AuditHead } from '@ec/contract/audit-log';
import { type RawBuilder, sql } from 'kysely';
import { linkHash, WRITTEN_COLUMNS, type WrittenEntry } from './audit-form.ts';
import { bigintArray, type Database, type Db, inTransaction, type Tx } from './database.ts';

/** Entries of a busy moment are linked together. */
const GATHER_MS = 200;
/** As often each process looks for what others stored. */
const POLL_MS = 500;
const BATCH = 1000;
/** The next batches, while more waits than fits in one: what is new waits behind what is old, so that is to be short. */
const BEHIND_BATCH = 5000;
/** Between them, so that a long backlog is linked beside everything else. */
const PAUSE_MS = 20;
/** Hashed in one go; then whoever waits for this process has their turn. */
const HASHES_A_TURN = 500;
const BUSY_MS = 20;
const MAX_MARKS = 50;

type Listener = (position: number) => void;

export interface AuditChain {
  /** Says that this process has just committed an entry. */
  wake(): void;
  /** Links everything that is stored at this moment, and answers when it is linked, by whichever process. */
  linkNow(): Promise<void>;
  /** Calls the listener with the chain's newest position after this process linked a batch. */
  onLinked(listener: Listener): () => void;
  start(): void;
  stop(): Promise<void>;
}

/** A number that was given, and the transactions that could still store an entry with it or one before. */
interface Mark {
  given: number;
  open: ReadonlySet<string>;
}

interface Stand {
  position: number;
  hash: Buffer;
  linkedThrough: number;
  given: number;
}

/** Takes the writer's place; undefined where another has it. */
async function takeTurn(tx: Tx): Promise<Stand | undefined> {
  const { rows } = await sql<Stand>`select position, hash, linked_through as "linkedThrough",
      coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit_entries', 'id')::regclass), 0) as given
    from audit_chain for update skip locked`.execute(tx);
  return rows[0];
}

/** The transactions that have added, or are about to add, an entry and have not ended. */
async function openWriters(tx: Tx): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select distinct virtualtransaction as id from pg_locks
    where locktype = 'relation' and relation = 'audit_entries'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Stored entries that have no link. */
export function unlinked(after: number): RawBuilder<unknown> {
  return sql`audit_entries e where e.id > ${after}::bigint
    and not exists (select from audit_links l where l.entry_id = e.id and l.entry_id > ${after}::bigint)`;
}

async function unlinkedEntries(tx: Tx, after: number, most: number): Promise<WrittenEntry[]> {
  const { rows } = await sql<WrittenEntry>`select ${WRITTEN_COLUMNS} from ${unlinked(after)}
    order by e.id limit ${most}`.execute(tx);
  return rows;
}

/** Appends the entries to the chain, in this order; answers the new head. */
async function append(tx: Tx, { position, hash }: Stand, entries: readonly WrittenEntry[]) {
  const hashes: string[] = [];
  let last = hash;
  for (const [index, entry] of entries.entries()) {
    if (index > 0 && index % HASHES_A_TURN === 0) await turn();
    last = linkHash(last, position + index + 1, entry);
    hashes.push(last.toString('hex'));
  }
  await sql`with linked as (
      insert into audit_links (position, entry_id, hash, event, resource_id, user_id, area_id, ip, created_at)
      select ${position}::bigint + n.place, e.id, decode(n.hash, 'hex'), e.event, e.resource_id, e.user_id, e.area_id, e.ip,
        e.created_at
      from unnest(${bigintArray(entries.map(({ id }) => Number(id)))}::bigint[], ${`{${hashes.join(',')}}`}::text[])
        with ordinality as n (id, hash, place)
      join audit_entries e on e.id = n.id order by n.place
      returning block, created_at)
    insert into audit_blocks (block, first_at, last_at)
    select block, min(created_at), max(created_at) from linked group by block
    on conflict (block) do update set first_at = least(audit_blocks.first_at, excluded.first_at),
      last_at = greatest(audit_blocks.last_at, excluded.last_at)`.execute(tx);
  return { position: position + entries.length, hash: last };
}

/** The newest link of the chain; what an entry of a moment ago changes within a second. */
export async function readAuditHead(db: Db): Promise<AuditHead> {
  const { rows } = await sql<{ position: number; hash: string; sealedAt: Date | null }>`
    select c.position, encode(c.hash, 'hex') as hash, l.linked_at as "sealedAt"
    from audit_chain c left join audit_links l on l.position = c.position`.execute(db);
  const head = rows[0];
  if (!head) throw new Error('The audit chain has lost its head');
  return { ...head, sealedAt: head.sealedAt?.toISOString() ?? null };
}

/**
 * Links stored entries into one chain, one process at a time, without ever making a writer wait. Entries get their numbers
 * before they are committed, so a lower one may appear late: `linked_through` passes a number only when no transaction is
 * open any more that was open, and adding entries, after that number had been given.
 */
export function createAuditChain(database: Database, onError: (error: unknown) => void): AuditChain {
  const listeners = new Set<Listener>();
  let marks: Mark[] = [];
  let timer: NodeJS.Timeout | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  /** The highest number up to which nothing can be stored any more that is not visible now. */
  function settled(given: number, open: ReadonlySet<string>): number {
    if (given > (marks.at(-1)?.given ?? 0)) marks = [...marks, { given, open }];
    const passed = marks.filter((mark) => mark.open.isDisjointFrom(open));
    const most = Math.max(0, ...passed.map((mark) => mark.given));
    marks = marks.filter((mark) => mark.given > most).slice(0, MAX_MARKS);
    return most;
  }

  /** Links one batch of that many at most; answers whether more may wait, or that another process is at it. */
  async function linkBatch(most: number): Promise<'all' | 'more' | 'busy'> {
    const linked = await inTransaction(database.db, async (tx) => {
      const stand = await takeTurn(tx);
      if (!stand) return 'busy';
      if (stand.given <= stand.linkedThrough) return { entries: 0, position: stand.position };
      const open = await openWriters(tx);
      // Only after the locks were read: whoever held none of them then is seen now.
      const entries = await unlinkedEntries(tx, stand.linkedThrough, most);
      const bound = entries.length < most ? Infinity : Number(entries.at(-1)?.id);
      const through = Math.max(stand.linkedThrough, Math.min(bound, settled(stand.given, open)));
      if (entries.length === 0 && through === stand.linkedThrough) return { entries: 0, position: stand.position };
      const head = entries.length > 0 ? await append(tx, stand, entries) : stand;
      await sql`update audit_chain set position = ${head.position}, hash = ${head.hash},
        linked_through = ${through}`.execute(tx);
      return { entries: entries.length, position: head.position };
    });
    if (linked === 'busy') return 'busy';
    if (linked.entries > 0) for (const listener of listeners) listener(linked.position);
    return linked.entries < most ? 'all' : 'more';
  }

  async function run(): Promise<void> {
    let most = BATCH;
    while (!stopped && (await linkBatch(most)) === 'more') {
      most = BEHIND_BATCH;
      await delay(PAUSE_MS);
    }
  }

  function poll(): void {
    if (stopped || running) return;
    clearTimeout(timer);
    running = run()
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (stopped) return;
        timer = setTimeout(poll, POLL_MS);
        timer.unref();
      });
  }

  return {
    wake() {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        poll();
      }, GATHER_MS).unref();
    },
    async linkNow() {
      for (let most = BATCH; ; ) {
        const outcome = await linkBatch(most);
        if (outcome === 'all') return;
        if (outcome === 'busy') await delay(BUSY_MS);
        else most = BEHIND_BATCH;
      }
    },
    onLinked(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: poll,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(gathering);
      await running;
    },
  };
}
