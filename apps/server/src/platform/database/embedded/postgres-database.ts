import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hostOf } from '../pool.ts';
import { StartError } from '../../runtime/lifecycle.ts';

const CANNOT_CONNECT_NOW = '57P03';
const NO_SUCH_DATABASE = '3D000';
const DATABASE_EXISTS = '42P04';
const NAME_TAKEN = '23505';
const TRIES = 20;

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // the same trouble reaches the call below
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Makes the database that the address names; of two processes at once, both succeed. */
async function createDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  const name = maintenance.pathname.slice(1);
  maintenance.pathname = '/postgres';
  try {
    await query(maintenance.href, `create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== DATABASE_EXISTS && code !== NAME_TAKEN) throw error;
  }
}

/** Does a server answer at the address? Makes its database at the first time; false when the server is gone or going. */
export async function serves(url: string): Promise<boolean> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    try {
      await query(url, 'select 1');
      return true;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === NO_SUCH_DATABASE) await createDatabase(url);
      else if (code !== CANNOT_CONNECT_NOW) return false;
      else await sleep(100);
    }
  }
  return false;
}

const NOT_YET = new Set([CANNOT_CONNECT_NOW, 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT']);
const PATIENCE_MS = 30_000;

/**
 * Asks a server that we do not run, and that the variable names, for its version, and waits for one that is still
 * starting. Throws StartError.
 */
export async function describeServer(variable: string, url: string): Promise<{ version: number; standby: boolean }> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(500)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ number: number; standby: boolean }>(
        `select current_setting('server_version_num')::int as number, pg_is_in_recovery() as standby`,
      );
      const { number = 0, standby = false } = rows[0] ?? {};
      return { version: Math.floor(number / 10_000), standby };
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      // HAProxy takes the connection and ends it while no server behind it is the primary.
      const yet = NOT_YET.has(code) || /Connection terminated/.test(message);
      if (yet && Date.now() < end) continue;
      throw new StartError(`The database that ${variable} names (${hostOf(url)}) cannot be used: ${message || code}.`);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
