import { statfs } from 'node:fs/promises';
import type { Platform } from '../../platform/http/context.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { type StaleWhileRevalidate, staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { measureAudit, measureEventLag, measureQueue, measureStorage, within } from '../security/status-queries.ts';
import type { FigureName, Value } from './figures.ts';
import { measureOutbox } from './queries.ts';

/** A part without an answer in this time is omitted, so that a scrape still returns the others. */
const LIMIT_MS = 2000;
/** Concurrent scrapes share measurements for this time. */
const MOMENT_MS = 5000;
/** For counts over whole tables. */
const MINUTE_MS = 60_000;
const OUTBOX_STATES = ['waiting', 'sent', 'logged', 'failed', 'expired'] as const;

type Values = Partial<Record<FigureName, Value>>;

/** Figures that are measured, and fail, together. */
interface Part {
  names: readonly FigureName[];
  keptMs: number;
  measure(): Promise<Values>;
}

/** Waiting for a connection can also hang, so the process has a timeout of its own. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time')), LIMIT_MS * 1.5);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function partsOf({ database, events, organisation, config, clock }: Platform): Part[] {
  const reading = async <T>(read: (db: Db) => Promise<T>) => await within(database.db, LIMIT_MS, read);
  return [
    {
      names: ['ec_election_mode'],
      keptMs: 0,
      measure: async () => ({ ec_election_mode: (await organisation.current()).electionMode ? 1 : 0 }),
    },
    {
      names: ['ec_database_up', 'ec_event_lag_seconds'],
      keptMs: 0,
      async measure() {
        const { lagMs } = await reading((db) => measureEventLag(db, events.lastPublished));
        return { ec_database_up: 1, ec_event_lag_seconds: lagMs / 1000 };
      },
    },
    {
      names: ['ec_jobs', 'ec_jobs_oldest_waiting_seconds'],
      keptMs: MOMENT_MS,
      async measure() {
        const { waiting, running, failed, oldestWaitingSeconds } = await reading(measureQueue);
        return { ec_jobs: { waiting, running, failed }, ec_jobs_oldest_waiting_seconds: oldestWaitingSeconds ?? 0 };
      },
    },
    {
      names: ['ec_outbox_messages', 'ec_outbox_oldest_waiting_seconds'],
      keptMs: MOMENT_MS,
      async measure() {
        const { byState, oldestWaitingSeconds } = await reading((db) => measureOutbox(db, clock.now()));
        const found = new Map(byState.map(({ state, messages }) => [state, messages]));
        const messages = Object.fromEntries(OUTBOX_STATES.map((state) => [state, found.get(state) ?? 0]));
        return { ec_outbox_messages: messages, ec_outbox_oldest_waiting_seconds: oldestWaitingSeconds };
      },
    },
    {
      names: ['ec_audit_unsealed_entries', 'ec_audit_unsealed_seconds'],
      keptMs: MOMENT_MS,
      async measure() {
        const { unsealed, oldestUnsealedSeconds } = await reading(measureAudit);
        return { ec_audit_unsealed_entries: unsealed, ec_audit_unsealed_seconds: oldestUnsealedSeconds };
      },
    },
    {
      names: ['ec_file_store_files', 'ec_file_store_bytes'],
      keptMs: MINUTE_MS,
      async measure() {
        const { files, bytes } = await reading(measureStorage);
        return { ec_file_store_files: files, ec_file_store_bytes: bytes };
      },
    },
    {
      names: ['ec_disk_free_bytes', 'ec_disk_size_bytes'],
      keptMs: MOMENT_MS,
      async measure() {
        const { bavail, blocks, bsize } = await statfs(config.dataDir);
        return { ec_disk_free_bytes: bavail * bsize, ec_disk_size_bytes: blocks * bsize };
      },
    },
  ];
}

function connections({ totalCount, idleCount, waitingCount }: Database['pool']): Record<string, number> {
  return { open: totalCount, idle: idleCount, waiting: waitingCount };
}

/** Measures everything, or returns cached values; undefined for an unknown figure. */
export function createMeasurements(
  platform: Platform,
  set: (name: FigureName, value: Value | undefined) => void,
): () => Promise<void> {
  const parts = partsOf(platform).map((part): Part & { kept: StaleWhileRevalidate<Values> } => ({
    ...part,
    kept: staleWhileRevalidate<Values>({ renewMs: part.keptMs, serveMs: part.keptMs, most: 1 }),
  }));
  return async () => {
    const { database, hub } = platform;
    set('ec_streams_open', hub.size);
    set('ec_database_read_connections', connections(database.pool));
    set('ec_database_write_connections', connections(database.writePool));
    await Promise.all(
      parts.map(async (part) => {
        const measured = inTime(part.kept.get('all', () => part.measure()));
        const values = await measured.catch((): Values => ({ ec_database_up: 0 }));
        for (const name of part.names) set(name, values[name]);
      }),
    );
  };
}
