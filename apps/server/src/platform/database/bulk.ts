import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database, Tx } from './database.ts';
import type { Tables } from './tables.ts';
import { LeasingDialect } from './leased-connections.ts';

/** A value of a copied row; an array becomes a PostgreSQL array, a Buffer a bytea. */
export type Cell = string | number | boolean | Date | Buffer | null | readonly (string | number)[];

type Rows = Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;

export interface Bulk {
  tx: Tx;
  /** Loads rows into a table in PostgreSQL's copy format; answers how many. The rows may fail half-way. */
  copy(table: string, columns: readonly string[], rows: Rows): Promise<number>;
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escape = (text: string) => text.replaceAll(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character);
const item = (value: string | number) =>
  typeof value === 'number' ? String(value) : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

function encode(cell: Cell): string {
  if (cell === null) return String.raw`\N`;
  if (typeof cell === 'string') return escape(cell);
  if (cell instanceof Date) return cell.toISOString();
  if (Buffer.isBuffer(cell)) return String.raw`\\x${cell.toString('hex')}`;
  if (Array.isArray(cell)) return escape(`{${cell.map(item).join(',')}}`);
  return String(cell);
}

const CHUNK = 128 * 1024;

/** Batches lines: a stream write per row would cost seven times as much. */
async function* encodeRows(rows: Rows, counted: () => void): AsyncGenerator<string> {
  let chunk = '';
  for await (const row of rows) {
    chunk += `${row.map(encode).join('\t')}\n`;
    counted();
    if (chunk.length > CHUNK) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

function singleConnection(client: pg.Client): Kysely<Tables> {
  const lent = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: () => Promise.resolve(lent), end: () => Promise.resolve() };
  return new Kysely<Tables>({ dialect: new LeasingDialect({ pool: pool as unknown as pg.Pool }) });
}

/**
 * One transaction on a connection of its own, with COPY: for loads of many rows, which the pool's pipelined connections
 * cannot stream. It is all or nothing; a killed process leaves nothing.
 */
export async function bulkTransaction<T>(database: Database, work: (bulk: Bulk) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url });
  // Without a listener a lost connection would end the process; the statement under way fails all the same.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // PostgreSQL then cancels the statement of a killed process, and releases its locks, before the statement ends.
    await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined);
    return await singleConnection(client)
      .transaction()
      .execute(async (tx) => {
        async function copy(table: string, columns: readonly string[], rows: Rows): Promise<number> {
          let count = 0;
          const target = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
          const source = Readable.from(
            encodeRows(rows, () => count++),
            { objectMode: false, highWaterMark: 4 * CHUNK },
          );
          await pipeline(source, target);
          return count;
        }
        return await work({ tx, copy });
      });
  } finally {
    await client.end();
  }
}
