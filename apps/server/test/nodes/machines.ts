import pg from 'pg';
import { expect, vi } from 'vitest';
import { answersAs, type Cluster, type RunningMachine } from '../../../../scripts/cluster/start-cluster.ts';
import { freeze, killFamily, thaw } from '../faults/processes.ts';

const PATIENCE = { timeout: 90_000, interval: 100 };

/** Patroni, PostgreSQL and the etcd member. */
const processesOf = ({ keeper, member, postmaster }: RunningMachine) =>
  [keeper.pid, postmaster() ?? 0, member.pid].filter((pid) => pid > 0);

/** All processes of the machine end at once, as without power, and none is started again. */
export function killMachine(machine: RunningMachine): void {
  machine.keeper.off();
  machine.member.off();
  for (const pid of processesOf(machine)) killFamily(pid);
}

/** The machine has power again: its services start. */
export function startMachine(machine: RunningMachine): void {
  machine.member.on();
  machine.keeper.on();
}

/** All processes of the machine stand still; their connections stay open. */
export async function freezeMachine(machine: RunningMachine): Promise<void> {
  for (const pid of processesOf(machine)) await freeze(pid);
}

export function thawMachine(machine: RunningMachine): void {
  for (const pid of processesOf(machine)) thaw(pid);
}

/** The machine that holds the lease, once exactly one says so. */
export async function primaryOf({ machines }: Cluster, except?: RunningMachine): Promise<RunningMachine> {
  return await vi.waitFor(async () => {
    const others = machines.filter((machine) => machine !== except);
    const answers = await Promise.all(others.map((machine) => answersAs('primary', machine)));
    const [primary, ...more] = others.filter((_, index) => answers[index]);
    expect(more).toEqual([]);
    return primary ?? expect.fail('No machine holds the lease');
  }, PATIENCE);
}

/** Asks PostgreSQL of that machine itself, as its superuser, past HAProxy. */
export async function askMachine<T>(
  { layout }: Cluster,
  machine: RunningMachine,
  text: string,
): Promise<T | undefined> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:${layout.passwords.superuser}@${machine.address}:${machine.postgres}/election_console`,
    connectionTimeoutMillis: 2000,
    query_timeout: 5000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<{ answer: T }>(text)).rows[0]?.answer;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Whether the machine's etcd member is in touch with a majority. */
async function hasMajority({ address, etcd }: RunningMachine): Promise<boolean> {
  const answer = await fetch(`http://${address}:${etcd}/health`, { signal: AbortSignal.timeout(2000) });
  return ((await answer.json()) as { health: string }).health === 'true';
}

/**
 * Waits until the machine streams from the primary, on the primary's timeline, and until its etcd member counts again; it takes no write at any
 * look.
 */
export async function expectRejoined(cluster: Cluster, machine: RunningMachine): Promise<void> {
  await vi.waitFor(async () => {
    const recovers = await askMachine<boolean>(cluster, machine, 'select pg_is_in_recovery() as answer').catch(
      () => true,
    );
    if (!recovers) throw new Error('The former primary takes writes');
    expect(await answersAs('replica', machine)).toBe(true);
    const primary = await primaryOf(cluster);
    const timeline = await askMachine<string>(
      cluster,
      primary,
      'select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as answer',
    );
    const received = await askMachine<number>(
      cluster,
      machine,
      'select received_tli as answer from pg_stat_wal_receiver',
    );
    expect(received).toBe(Number.parseInt(timeline ?? '', 16));
    expect(await hasMajority(machine)).toBe(true);
  }, PATIENCE);
}
