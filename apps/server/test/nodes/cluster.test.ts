import { request } from 'node:https';
import path from 'node:path';
import type { StreamMessage } from '@ec/contract/events/schemas';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { missingPackages } from '../../../../scripts/cluster/processes.ts';
import { migrate } from '../../../../scripts/cluster/servers.ts';
import { type Cluster, type RunningMachine, startCluster } from '../../../../scripts/cluster/start-cluster.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { call, until } from '../faults/calls.ts';
import { expectNothingLost, type Ground, newUser, prepareGround } from '../faults/ground.ts';
import { notSurvived } from '../migration-rule.ts';
import { type Console, openConsole } from './consoles.ts';
import { type Crowd, startCrowd } from './crowd.ts';
import { fillDisk, mountDisk } from './disks.ts';
import { type Load, startLoad } from './load.ts';
import { expectRejoined, freezeMachine, killMachine, primaryOf, startMachine, thawMachine } from './machines.ts';
import { makeNextVersion, NEXT, NEXT_MIGRATION } from './next-version.ts';

const OFFICERS = 24;
/** Submissions a second beside those of the officers whose sheets are returned. */
const CROWD_PER_SECOND = 200;
const PATIENCE = { timeout: 90_000, interval: 20 };

const missing = missingPackages();
if (missing.length > 0) console.log(`The cluster was not tried without Debian's packages ${missing.join(', ')}.`);

let cluster: Cluster;
let database: Database;
let ground: Ground;
let consoles: Console[];
let load: Load;
let crowd: Crowd;
let former: RunningMachine;
/** Whether each database machine has a disk of its own, which can be filled. */
let hasDisks = false;

const reasonOf = (message: StreamMessage) =>
  message.type === 'notification'
    ? (/: (round \d+)$/.exec(message.notification.message)?.[1] ?? message.id)
    : undefined;
const reasonsTold = (console: Console) => console.messages.map(reasonOf).filter((reason) => reason !== undefined);

/** Waits until so many more submissions are acknowledged. */
async function expectMore(count: number): Promise<void> {
  const enough = load.acknowledged.length + count;
  await expect.poll(() => load.acknowledged.length, PATIENCE).toBeGreaterThanOrEqual(enough);
}

/** Waits until a submission that was sent after that moment (or after `from`) is acknowledged, and says how long that took. */
async function expectBackAfter(what: string, moment: number, from = moment): Promise<void> {
  const later = () => load.acknowledged.filter(({ sentAt }) => sentAt > from).map(({ at }) => at - moment);
  await expect.poll(() => later().length, PATIENCE).toBeGreaterThan(0);
  console.log(`After ${what} a submission was taken ${Math.round(Math.min(...later()))} ms later`);
}

function statusOverTls(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end();
  });
}

describe.skipIf(missing.length > 0)('the cluster of deploy/cluster under load', () => {
  beforeAll(async () => {
    const env = { RATE_LIMIT_FACTOR: '1000', DATABASE_POOL: '8' };
    cluster = await startCluster({ env, prepareHome: (home) => void (hasDisks = mountDisk(home)) });
    database = openDatabase(cluster.ownerUrl, { max: 4 });
    ground = await prepareGround(database, cluster.servers, OFFICERS);
    const reviewer = await newUser(database, 'ward_admin', ground.ward);
    consoles = await Promise.all(ground.officers.map(({ token }) => openConsole(cluster.origin, token)));
    load = startLoad(cluster.origin, ground, reviewer);
    crowd = await startCrowd(database, { origin: cluster.origin, ground, load, perSecond: CROWD_PER_SECOND });
  });
  afterAll(async () => {
    await Promise.all((consoles ?? []).map((one) => one.close()));
    await database?.close();
    await cluster?.remove();
  });

  afterEach(({ task }) => {
    if (task.result?.state !== 'fail') return;
    for (const { name, keeper, member } of cluster.machines)
      console.log(
        [name, keeper, member].map((one) => (typeof one === 'string' ? one : one.output().slice(-5000))).join('\n'),
      );
  });

  it('lends connections through PgBouncer, which keeps no prepared statement: the servers go around it', async () => {
    const { gate, passwords } = cluster.layout;
    const open = async (name: string) => {
      const at = `127.0.0.1:${gate.pgbouncer}/${name}`;
      const client = new pg.Client({ connectionString: `postgres://election_console:${passwords.application}@${at}` });
      await client.connect();
      return client;
    };
    const clients = [
      await open('election_console'),
      await open('election_console'),
      await open('election_console_read'),
    ];
    const [first, second, reader] = clients;
    const inRecovery = 'select pg_is_in_recovery() as answer';
    expect((await first?.query(inRecovery))?.rows).toEqual([{ answer: false }]);
    expect((await reader?.query(inRecovery))?.rows).toEqual([{ answer: true }]);
    const named = { name: 'a', text: 'select 1' };
    await first?.query(named);
    await expect(second?.query(named)).rejects.toThrow('prepared statement "a" already exists');
    for (const client of clients) await client.end();
  });

  it('serves by the nginx file that is deployed, over TLS too', async () => {
    expect(await statusOverTls(`${cluster.secureOrigin}/api/ready`)).toBe(200);
    expect(await statusOverTls(`${cluster.secureOrigin}/api/metrics`)).toBe(404);
  });

  it('is sent as much as a call takes, and a register of more than a sheet', async () => {
    const send = async (path: string, bytes: number) => {
      const headers = { 'content-type': 'text/csv', authorization: `Bearer ${ground.admin.token}` };
      const body = new Uint8Array(bytes).fill(0x61);
      return (await fetch(`${cluster.origin}/api${path}`, { method: 'POST', headers, body })).status;
    };
    const TOO_LARGE = 413;
    expect(await send('/auth/login', 300 * 1024)).toBe(TOO_LARGE);
    for (const path of ['/geographical-data/import', '/geographical-data/import/preview'])
      expect(await send(path, 20 * 1024 * 1024)).not.toBe(TOO_LARGE);
  });

  it('searches the audit log on a replica, through PgBouncer', async () => {
    for (const { origin } of cluster.servers) {
      const read = async () => {
        expect((await call(origin, 'GET', '/audit-logs', { token: ground.admin.token })).status).toBe(200);
        const { text } = await call(origin, 'GET', '/metrics');
        return Number(/^ec_reads_total\{from="replica"\} (\d+)/m.exec(text)?.[1]);
      };
      await expect.poll(read, PATIENCE).toBeGreaterThan(0);
    }
  });

  it('takes submissions through nginx', async () => {
    const count = () => load.acknowledged.length + crowd.receipts.length;
    const began = performance.now();
    const before = count();
    await expect.poll(count, PATIENCE).toBeGreaterThanOrEqual(before + 10 * CROWD_PER_SECOND);
    const seconds = (performance.now() - began) / 1000;
    console.log(`${Math.round((count() - before) / seconds)} submissions a second through nginx`);
  });

  it('goes on when a server is killed', async () => {
    const moment = performance.now();
    const [server] = cluster.servers;
    server?.process.signal('SIGKILL');
    await expectBackAfter('kill -9 of a server', moment);
    await expectMore(4 * OFFICERS);
  });

  it('goes on when an etcd member is killed', async () => {
    const replica = cluster.machines.find((machine) => machine.name !== former?.name);
    const moment = performance.now();
    replica?.member.signal('SIGKILL');
    await expectBackAfter('kill -9 of an etcd member', moment);
    await expectMore(4 * OFFICERS);
    await expect.poll(() => replica?.member.starts, PATIENCE).toBe(2);
  });

  it('goes on without a majority of etcd while Patroni answers on all machines', async () => {
    const primary = await primaryOf(cluster);
    const others = cluster.machines.filter((machine) => machine !== primary);
    for (const { member } of others) {
      member.off();
      member.signal('SIGKILL');
    }
    await expect.poll(() => primary.keeper.output(), PATIENCE).toMatch(/failsafe mode/);
    await expectMore(4 * OFFICERS);
    for (const { member } of others) member.on();
    await expect.poll(async () => (await primaryOf(cluster)).name, PATIENCE).toBe(primary.name);
    await expectMore(4 * OFFICERS);
  });

  it('promotes the synchronous standby when the machine of the primary is killed', async () => {
    former = await primaryOf(cluster);
    const moment = performance.now();
    killMachine(former);
    await expectBackAfter('kill -9 of all processes of the primary’s machine', moment);
    expect(await primaryOf(cluster, former)).not.toBe(former);
    await expectMore(4 * OFFICERS);
  });

  it('takes the former primary back as a replica', async () => {
    startMachine(former);
    await expectRejoined(cluster, former);
    await expectMore(4 * OFFICERS);
  });

  it('replaces a primary that hangs with its connections open', async () => {
    former = await primaryOf(cluster);
    const moment = performance.now();
    await freezeMachine(former);
    await expectBackAfter('the freeze of the primary’s machine', moment);
    await primaryOf(cluster, former);
    await expectMore(4 * OFFICERS);
    thawMachine(former);
    await expectRejoined(cluster, former);
    await expectMore(4 * OFFICERS);
  });

  it('hands over when the disk of the primary is full, which follows once there is space', async ({ skip }) => {
    if (!hasDisks) skip('No disk can be mounted here: that takes root on Linux');
    former = await primaryOf(cluster);
    const moment = performance.now();
    const free = fillDisk(path.join(cluster.folder, former.name));
    await primaryOf(cluster, former);
    await expectBackAfter('the disk of the primary was full, and the handover', moment, performance.now());
    await expectMore(OFFICERS);
    free();
    await expectRejoined(cluster, former);
    await expectMore(OFFICERS);
  });

  it('runs jobs, and reads reports from a replica', async () => {
    const asked = await call(cluster.origin, 'POST', '/reports', {
      token: ground.admin.token,
      body: { template: 'election_summary', parameters: { election_id: ground.election } },
    });
    expect(asked.status, asked.text).toBeLessThan(300);
    const { id } = asked.data<{ id: string }>();
    await until(
      (answer) => answer.data<{ status: string }>().status === 'completed',
      () => call(cluster.origin, 'GET', `/reports/${id}`, { token: ground.admin.token }),
    );
  });

  it('is upgraded under load: the schema first, then one server after the other', async () => {
    // The one that was killed started again by itself, as under systemd; the others never ended.
    expect(cluster.servers.slice(1).map(({ process: { starts } }) => starts)).toEqual([1, 1]);
    expect(notSurvived(9999, NEXT_MIGRATION)).toEqual([]);
    const failedBefore = load.failures.length;
    const source = makeNextVersion(cluster.folder);
    const moment = performance.now();
    await migrate({ ...cluster, source });
    await expectMore(OFFICERS);
    for (const server of cluster.servers) await server.replace(source);
    await expectMore(OFFICERS);
    console.log(`Upgraded in ${Math.round(performance.now() - moment)} ms`);
    for (const { origin } of cluster.servers)
      expect((await call(origin, 'GET', '/metrics')).text).toContain(`ec_build_info{version="${NEXT}"} 1`);
    expect(load.failures.slice(failedBefore)).toEqual([]);
  });

  it('has lost neither a submission nor an event, and stored none twice', async () => {
    await Promise.all([load.end(), crowd.end()]);
    const receipts = [...load.acknowledged.map(({ receipt }) => receipt), ...crowd.receipts];
    await expectNothingLost(database, [ground.election, ...crowd.elections], receipts);
    for (const [index, officer] of consoles.entries())
      await expect.poll(() => reasonsTold(officer), PATIENCE).toEqual(load.reasons[index]);
    const events = load.reasons.reduce((sum, reasons) => sum + reasons.length, 0);
    const cuts = consoles.reduce((sum, one) => sum + one.cuts, 0);
    console.log(`${receipts.length} submissions stored once; ${events} events in order over ${cuts} cut streams`);
    expect(cluster.servers.map(({ process: { starts } }) => starts)).toEqual([1, 1, 1]);
  });
});
