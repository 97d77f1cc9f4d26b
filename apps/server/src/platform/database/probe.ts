import type pg from 'pg';

/** Time limit for a server to report its position. */
const ANSWER_MS = 1000;

/** How far a server is in the log of changes that primary and replicas share. */
export interface Place {
  /** Bytes from the beginning of the log; null where the server cannot say. */
  position: number | null;
  /** One higher with each promotion: equal positions of two timelines do not mean equal contents. */
  timeline: number | null;
  /** The same for a primary and all that were copied from it. */
  system: string;
}

/** The position up to which a primary has written; no visible change lies behind it. */
export const WRITTEN = `select (pg_current_wal_insert_lsn() - '0/0')::bigint as position,
  ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int as timeline,
  (select system_identifier::text from pg_control_system()) as system`;

/** The position up to which a replica shows what the primary has written. */
export const REPLAYED = `select
  case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end as position,
  (select received_tli from pg_stat_wal_receiver) as timeline,
  (select system_identifier::text from pg_control_system()) as system`;

/** Time limits of a probe's connection. */
export const PROBE_LIMITS = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS } as const;

export interface Probe {
  /** Asks the server. Fails within seconds where it does not answer, and connects again with the next probe. */
  ask(): Promise<Place>;
  close(): void;
}

/** Asks one server for its position, on its own connection, so that it waits behind no other statements. */
export function createProbe(open: () => pg.Client, question: string): Probe {
  let client: pg.Client | undefined;

  function drop(): void {
    client?.connection.stream.destroy();
    client = undefined;
  }

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const fresh = open();
    client = fresh;
    fresh.on('error', () => {
      if (client === fresh) client = undefined;
    });
    await fresh.connect();
    return fresh;
  }

  return {
    async ask() {
      try {
        const { rows } = await (await connected()).query<Place>(question);
        const [place] = rows;
        if (!place) throw new Error('The server did not report its position');
        return place;
      } catch (error) {
        drop();
        throw error;
      }
    },
    close: drop,
  };
}
