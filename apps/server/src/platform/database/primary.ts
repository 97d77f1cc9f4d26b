import pg from 'pg';
import { splitHosts } from './database-hosts.ts';

/** Time limit for a server to report its role. */
const ANSWER_MS = 1000;
/** How often all servers are probed, to detect a machine that is gone without closing its connections. */
const LOOK_MS = 5000;
const CANNOT_CONNECT_NOW = '57P03';
const ADMIN_SHUTDOWN = '57P01';

/** The state that a server reports. */
interface Answer {
  server: Server;
  /** The timeline it writes, one higher with each promotion; null if it takes no writes, undefined if it does not answer. */
  timeline?: number | null;
  error?: unknown;
}

interface Leader {
  server: Server;
  timeline: number;
}

const ROLE = `select case when pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' then null
  else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`;

/** The servers of one database address, and which of them takes writes. */
export interface Primary {
  /** The address of the first server; all share user, password and database. */
  address: string;
  /** With one server only, none is probed. */
  several: boolean;
  /** Finds the server that takes writes. Throws with a code of PostgreSQL or the network where none does at this moment. */
  locate(): Promise<Pick<Server, 'host' | 'port'>>;
  /** Tracks the connection: it is closed when another server takes writes, even while it waits. */
  follow(client: pg.Client): void;
  /** Probes periodically, until close. */
  watch(): void;
  close(): void;
}

/** One of the servers, as a connection to it names it. */
interface Server {
  address: string;
  host: string;
  port: number;
}

function serverAt(address: string): Server {
  const { host, port } = new pg.Client({ connectionString: address });
  return { address, host, port };
}

function broken(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

async function readTimeline(address: string): Promise<number | null> {
  const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS };
  const client = new pg.Client({ connectionString: address, ...limits });
  client.on('error', () => undefined); // the same trouble reaches the calls below
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(ROLE);
    void client.end().catch(() => undefined);
    const timeline = rows[0]?.timeline ?? null;
    return timeline === null ? null : Number.parseInt(timeline, 16);
  } catch (error) {
    // A server that hangs would not answer an orderly close.
    client.connection.stream.destroy();
    throw error;
  }
}

function newest(answers: readonly Answer[]): Leader | undefined {
  let best: Leader | undefined;
  for (const { server, timeline } of answers) {
    if (typeof timeline === 'number' && timeline > (best?.timeline ?? 0)) best = { server, timeline };
  }
  return best;
}

/** Why none of them takes writes, with a code of PostgreSQL or the network. */
function refusal(answers: readonly Answer[]): Error {
  const failed = answers.filter(({ error }) => error !== undefined);
  const [first] = failed;
  if (first === undefined || failed.length < answers.length) {
    return broken(CANNOT_CONNECT_NOW, 'None of the servers takes writes', first?.error);
  }
  const { code, message } = first.error as { code?: string; message?: string };
  return broken(code ?? CANNOT_CONNECT_NOW, message || 'None of the servers answers', first.error);
}

/**
 * Finds among the servers of an address the one that takes writes. After a promotion the former one may come back and take
 * writes too, which would then be lost: the newest timeline ever seen decides, and no older one is used again.
 */
export function followPrimary(url: string): Primary {
  const addresses = splitHosts(url) ?? [url];
  const several = addresses.length > 1;
  const servers = several ? addresses.map(serverAt) : [];
  const clients = new Set<pg.Client>();
  const silent = new Set<Server>();
  let known = 0;
  let looking: Promise<Server> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function breakOff(which: (client: pg.Client) => boolean): void {
    for (const client of clients) {
      if (which(client))
        client.connection.stream.destroy(broken(ADMIN_SHUTDOWN, 'This server takes no writes any more'));
    }
  }
  const isAt = (server: Server) => (client: pg.Client) => client.host === server.host && client.port === server.port;

  async function ask(server: Server): Promise<Answer> {
    try {
      const timeline = await readTimeline(server.address);
      silent.delete(server);
      if (timeline === null) breakOff(isAt(server));
      return { server, timeline };
    } catch (error) {
      silent.add(server);
      return { server, error };
    }
  }

  function lead({ server, timeline }: Leader): Server {
    known = timeline;
    const here = isAt(server);
    breakOff((client) => !here(client));
    return server;
  }

  async function look(): Promise<Server> {
    const spoke = servers.map((server) => !silent.has(server));
    const asked = servers.map(ask);
    // A server that did not answer before is not awaited if another one leads.
    const near = newest(await Promise.all(asked.filter((_, index) => spoke[index])));
    if (near && known > 0 && near.timeline >= known) return lead(near);
    const answers = await Promise.all(asked);
    const found = newest(answers);
    if (found && found.timeline >= known) return lead(found);
    throw refusal(answers);
  }

  function lookTogether(): Promise<Server> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    address: addresses[0] ?? url,
    several,
    locate: lookTogether,
    follow(client) {
      clients.add(client);
      client.once('end', () => clients.delete(client));
    },
    watch() {
      if (!several) return;
      timer = setInterval(() => void lookTogether().catch(() => undefined), LOOK_MS);
      timer.unref();
    },
    close() {
      clearInterval(timer);
    },
  };
}

type Connected = (error: Error | null, client?: pg.Client) => void;

/** A connection to the server that takes writes. */
export class PrimaryClient extends pg.Client {
  readonly #primary: Primary;

  constructor(primary: Primary, options: pg.ClientConfig = {}) {
    super({ ...options, connectionString: primary.address });
    this.#primary = primary;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | void {
    if (this.#primary.several) {
      const connected = this.#connectToPrimary();
      if (!callback) return connected;
      connected.then(
        () => callback(null, this),
        (error: unknown) => callback(error as Error),
      );
    } else if (callback) super.connect(callback);
    else return super.connect();
  }

  async #connectToPrimary(): Promise<pg.Client> {
    const { host, port } = await this.#primary.locate();
    this.host = host;
    this.port = port;
    await super.connect();
    this.#primary.follow(this);
    return this;
  }
}

/** A pool of connections to the server that takes writes; `Client` is the class of its connections. */
export function openPool(
  primary: Primary,
  options: pg.PoolConfig,
  Client: new (primary: Primary, options?: pg.ClientConfig) => pg.Client = PrimaryClient,
): pg.Pool {
  class PooledClient extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(primary, typeof config === 'object' ? config : {});
    }
  }
  const pool = new pg.Pool({ ...options, Client: PooledClient });
  // An idle connection that the server closes is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  // A connection closed within a transaction fails that, and emits the error once more without a listener.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
