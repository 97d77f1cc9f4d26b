import pg from 'pg';

type ClientClass = new (options?: string | pg.ClientConfig) => pg.Client;

/** A pool of connections to the address; `Client` is the class of its connections. */
export function openPool(url: string, options: pg.PoolConfig, Client: ClientClass = pg.Client): pg.Pool {
  const pool = new pg.Pool({ ...options, connectionString: url, Client });
  // An idle connection that the server closes is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  // A connection closed within a transaction fails that, and emits the error once more without a listener.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The host and port of an address, for people: without user, password and database. */
export function hostOf(url: string): string {
  return new URL(url).host;
}
