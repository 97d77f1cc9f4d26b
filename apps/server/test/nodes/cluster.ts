import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { type DebianPostgres, debianPostgres } from '../debian-postgres.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

/** A primary with a standby without which it acknowledges nothing, set up as docs/operations.md says. */
export interface Cluster {
  primary: DebianPostgres;
  standby: DebianPostgres;
  /** A server's settings for both. */
  env: { DATABASE_URL: string; DATABASE_OWNER_URL: string };
  /** Both, to read from whichever is the other's replica. */
  readUrl: string;
  /** Lets the standby take writes. */
  promote(): Promise<void>;
  /** Ends both, and forgets their data. */
  remove(): Promise<void>;
}

/** Runs statements one after the other as the superuser. */
export async function run(address: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function query(address: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows[0]?.['answer'];
  } finally {
    await client.end();
  }
}

/** Makes both, the database in them and its two roles, and waits until the standby takes part in every commit. */
export async function startCluster(programs: string): Promise<Cluster> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ec-nodes-'));
  chmodSync(folder, 0o755);
  const settings = { max_connections: '150', shared_buffers: '64MB' };
  const primary = await debianPostgres(programs, { folder, name: 'primary' });
  const servers = [primary];
  const remove = async () => {
    // The standby last: the primary's end waits until it has everything.
    for (const server of servers) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await primary.start(settings);
    await run(
      primary.address(),
      `create role replicator replication login password 'replicator'`,
      `create role election_console_owner login password 'owner'`,
      `create role election_console login password 'application'`,
      'grant pg_read_all_stats to election_console',
      `create database election_console owner election_console_owner encoding 'UTF8' template template0`,
    );
    const standby = await debianPostgres(programs, {
      folder,
      name: 'standby',
      make: (data) =>
        primary.program(
          'pg_basebackup',
          [
            `--dbname=host=127.0.0.1 port=${primary.port} user=replicator application_name=standby`,
            `--pgdata=${data}`,
            '--write-recovery-conf',
            '--create-slot',
            '--slot=standby',
            '--checkpoint=fast',
          ],
          { PGPASSWORD: 'replicator' },
        ),
    });
    servers.push(standby);
    await standby.start(settings);
    await run(
      primary.address(),
      `alter system set synchronous_standby_names = 'first 1 (standby)'`,
      'select pg_reload_conf()',
    );
    await vi.waitFor(
      async () =>
        expect(await query(primary.address(), 'select sync_state as answer from pg_stat_replication')).toBe('sync'),
      PATIENCE,
    );
    const both = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}/election_console`;
    const at = (account: string) => `postgres://${account}@${both}?target_session_attrs=read-write`;
    return {
      primary,
      standby,
      env: { DATABASE_URL: at('election_console:application'), DATABASE_OWNER_URL: at('election_console_owner:owner') },
      readUrl: `postgres://election_console:application@${both}`,
      promote: () => standby.program('pg_ctl', ['promote', '--wait', `--pgdata=${path.join(folder, 'standby')}`]),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
