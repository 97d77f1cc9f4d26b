import { mkdirSync } from 'node:fs';
import { request } from 'node:https';
import type { StreamMessage } from '@ec/contract/events/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import type { Receipt } from '@ec/contract/results/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { debianPrograms } from '../debian-postgres.ts';
import { call, until } from '../faults/calls.ts';
import {
  expectNothingLost,
  type Ground,
  prepareGround,
  type SignedIn,
  newUser,
  submissionOf,
} from '../faults/ground.ts';
import { killFamily } from '../faults/processes.ts';
import { newFolder, type ServerProcess, startServer } from '../faults/server-process.ts';
import { type Cluster, run, startCluster } from './cluster.ts';
import { type Console, openConsole } from './consoles.ts';
import { type Load, startLoad } from './load.ts';
import { hasNginx, type Proxy, startNginx } from './nginx.ts';

const OFFICERS = 8;
/** So often the limits that ship: officers send one version after the other here. */
const FACTOR = 20;
const TICKETS_A_MINUTE = 120 * FACTOR;
const AT_ONCE = 100;
/** Within this time after its loss a submission must be taken again. */
const BACK_MS = 30_000;
const PATIENCE = { timeout: 60_000, interval: 20 };

const programs = debianPrograms();
if (!programs || !hasNginx()) {
  console.log("Several servers were not tried: Debian's packages postgresql and nginx are not on this machine.");
}

let cluster: Cluster;
let servers: ServerProcess[];
let proxy: Proxy;
let database: Database;
let ground: Ground;
let reviewer: SignedIn;
let officers: Console[];
let watcher: Console;
let load: Load;

const reasonOf = (message: StreamMessage) =>
  message.type === 'notification'
    ? (/: (round \d+)$/.exec(message.notification.message)?.[1] ?? message.id)
    : undefined;
const reasonsTold = (console: Console) => console.messages.map(reasonOf).filter((reason) => reason !== undefined);
const resultsTold = (console: Console) => console.messages.filter(({ type }) => type === 'results').length;

/** Waits until so many more submissions are acknowledged. */
async function more(count: number): Promise<void> {
  const enough = load.acknowledged.length + count;
  await expect.poll(() => load.acknowledged.length, PATIENCE).toBeGreaterThanOrEqual(enough);
}

/** Waits until a submission that was sent after that moment is acknowledged; answers how long after it that was. */
async function backAfter(moment: number): Promise<number> {
  const later = () => load.acknowledged.filter(({ sentAt }) => sentAt > moment).map(({ at }) => at - moment);
  await expect.poll(() => later().length, PATIENCE).toBeGreaterThan(0);
  return Math.min(...later());
}

/** How many readings the server has made from a replica. */
async function readFromReplica({ origin }: ServerProcess): Promise<number> {
  const { text } = await call(origin, 'GET', '/metrics');
  return Number(/^ec_reads_total\{from="replica"\} (\d+)/m.exec(text)?.[1]);
}

/** The versions of these results, as the server shows them to a reader who did not write them. */
async function versionsOn({ origin }: ServerProcess, receipts: readonly Receipt[]): Promise<number[]> {
  const { token } = ground.admin;
  const shown = receipts.map(({ id }) => call(origin, 'GET', `/results/${id}`, { token }));
  return (await Promise.all(shown)).map((answer) => answer.data<{ version: number }>().version);
}

/** Each result's newest receipt. */
const newestOf = (receipts: readonly Receipt[]) =>
  [...Map.groupBy(receipts, ({ id }) => id).values()].map((each) => each.toSorted((a, b) => b.version - a.version)[0]);

/** Waits until the server shows what is stored, and fails where it shows something older after that. */
async function expectShown(server: ServerProcess, receipts: readonly Receipt[]): Promise<void> {
  const newest = newestOf(receipts).filter((receipt) => receipt !== undefined);
  const versions = newest.map(({ version }) => version);
  await expect.poll(() => versionsOn(server, newest), PATIENCE).toEqual(versions);
  for (let look = 0; look < 20; look++) expect(await versionsOn(server, newest)).toEqual(versions);
}

function statusOverTls(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end();
  });
}

describe.skipIf(!programs || !hasNginx())('three servers behind nginx on a primary with a synchronous standby', () => {
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
    const dataDir = newFolder('shared');
    mkdirSync(dataDir, { recursive: true });
    const env = {
      ...cluster.env,
      READ_DATABASE_URL: cluster.readUrl,
      TRUST_PROXY: '127.0.0.1',
      DATABASE_POOL: '8',
      RATE_LIMIT_FACTOR: String(FACTOR),
    };
    servers = [await startServer({ env, dataDir })];
    servers.push(...(await Promise.all([startServer({ env, dataDir }), startServer({ env, dataDir })])));
    proxy = await startNginx(servers.map(({ port }) => port));
    database = openDatabase(cluster.env.DATABASE_OWNER_URL, { max: 4 });
    ground = await prepareGround(database, servers, OFFICERS);
    reviewer = await newUser(database, 'ward_admin', ground.ward);
    officers = await Promise.all(ground.officers.map(({ token }) => openConsole(proxy.origin, token)));
    watcher = await openConsole(proxy.origin, ground.admin.token);
    load = startLoad(proxy.origin, ground, reviewer);
  });
  afterAll(async () => {
    await Promise.all([...(officers ?? []), watcher].map((one) => one?.close()));
    await proxy?.stop();
    for (const server of servers ?? []) await server.stop();
    await database?.close();
    await cluster?.remove();
  });

  it('serve by the file that is deployed, over TLS too', async () => {
    expect(await statusOverTls(`${proxy.secureOrigin}/api/ready`)).toBe(200);
    expect(await statusOverTls(`${proxy.secureOrigin}/api/metrics`)).toBe(404);
    await more(2 * OFFICERS);
  });

  it('are sent as much as a call takes, and a register of more than a sheet', async () => {
    const send = async (path: string, bytes: number) => {
      const headers = { 'content-type': 'text/csv', authorization: `Bearer ${ground.admin.token}` };
      const body = new Uint8Array(bytes).fill(0x61);
      return (await fetch(`${proxy.origin}/api${path}`, { method: 'POST', headers, body })).status;
    };
    const TOO_LARGE = 413;
    expect(await send('/auth/login', 300 * 1024)).toBe(TOO_LARGE);
    for (const path of ['/geographical-data/import', '/geographical-data/import/preview'])
      expect(await send(path, 20 * 1024 * 1024)).not.toBe(TOO_LARGE);
  });

  it('read from the standby while it follows', async () => {
    for (const server of servers) {
      const read = async () => {
        await call(server.origin, 'GET', `/results?electionId=${ground.election}`, { token: ground.admin.token });
        return await readFromReplica(server);
      };
      await expect.poll(read, PATIENCE).toBeGreaterThan(0);
    }
  });

  it('go on when one of them is killed', async () => {
    const killedAt = performance.now();
    await servers[0]?.kill();
    const back = await backAfter(killedAt);
    expect(back).toBeLessThan(BACK_MS);
    await more(4 * OFFICERS);
    // Each console that hung on it is back elsewhere.
    await expect.poll(() => officers.reduce((cuts, one) => cuts + one.cuts, watcher.cuts)).toBeGreaterThan(0);
    console.log(`After kill -9 of a server a submission was taken ${Math.round(back)} ms later`);
  });

  it('go on by themselves when the primary is killed and the standby promoted', async () => {
    const pids = servers.slice(1).map(({ pid }) => pid);
    const before = load.acknowledged.length;
    const killedAt = performance.now();
    killFamily(cluster.primary.pid);
    await cluster.promote();
    const promoted = performance.now() - killedAt;
    const back = await backAfter(killedAt);
    expect(back).toBeLessThan(BACK_MS);
    const told = resultsTold(watcher);
    await more(6 * OFFICERS);
    await expect.poll(() => resultsTold(watcher)).toBeGreaterThan(told);
    expect(servers.slice(1).map(({ pid }) => pid)).toEqual(pids);
    console.log(
      `After kill -9 of the primary the standby was promoted within ${Math.round(promoted)} ms, and a submission was taken ${Math.round(back)} ms after the kill (${before} were acknowledged before)`,
    );
  });

  it('have lost neither a submission nor an event, and stored none twice', async () => {
    await load.end();
    const receipts = load.acknowledged.map(({ receipt }) => receipt);
    await expectNothingLost(database, ground.election, receipts);
    for (const [index, officer] of officers.entries()) {
      const reasons = load.reasons[index] ?? [];
      expect(reasons.length).toBeGreaterThan(0);
      await expect.poll(() => reasonsTold(officer)).toEqual(reasons);
    }
    const events = load.reasons.reduce((sum, reasons) => sum + reasons.length, 0);
    const cuts = officers.reduce((sum, one) => sum + one.cuts, 0);
    console.log(
      `${receipts.length} submissions stored once; ${events} events delivered in order over ${cuts} cut streams`,
    );
  });

  it('show what is stored, and read it from the promoted server, which is no replica', async () => {
    const receipts = load.acknowledged.map(({ receipt }) => receipt);
    for (const server of servers.slice(1)) {
      const before = await readFromReplica(server);
      await expectShown(server, receipts);
      expect(await readFromReplica(server)).toBe(before);
    }
  });

  it('run jobs on the promoted server', async () => {
    const asked = await call(proxy.origin, 'POST', '/reports', {
      token: ground.admin.token,
      body: { template: 'election_summary', parameters: { election_id: ground.election } },
    });
    expect(asked.status, asked.text).toBeLessThan(300);
    const { id } = asked.data<{ id: string }>();
    await until(
      (answer) => answer.data<{ status: string }>().status === 'completed',
      () => call(proxy.origin, 'GET', `/reports/${id}`, { token: ground.admin.token }),
    );
  });

  it('count costly calls together on the promoted server', async () => {
    const { token } = await newUser(database, 'national_admin', NATION);
    const ticket = async () => (await call(proxy.origin, 'POST', '/notifications/stream-ticket', { token })).status;
    const answers: number[] = [];
    // So many fall into one minute even where another begins meanwhile.
    while (answers.length < 2 * TICKETS_A_MINUTE + AT_ONCE && !answers.includes(429)) {
      answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, ticket))));
    }
    const allowed = answers.slice(0, TICKETS_A_MINUTE - AT_ONCE);
    expect(allowed).toEqual(allowed.map(() => 200));
    expect(answers).toContain(429);
  });

  it('do not go back to a former primary that comes back and takes writes', async () => {
    await cluster.primary.start();
    // A writer that waits for no standby there, and new connections, some of which would reach it.
    await run(cluster.primary.address(), `alter system set synchronous_standby_names = ''`, 'select pg_reload_conf()');
    await run(
      cluster.standby.address(),
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'election_console'`,
    );
    const [officer] = ground.officers;
    if (!officer) throw new Error('The ground has no officer');
    const answers = Array.from({ length: 20 }, async (_, index) => {
      const submission = submissionOf(ground, officer, index);
      return await until(
        ({ status }) => status === 201,
        () => call(proxy.origin, 'POST', '/results', submission),
      );
    });
    const receipts = (await Promise.all(answers)).map((answer) => answer.data<Receipt>());
    const before = load.acknowledged.map(({ receipt }) => receipt);
    await expectNothingLost(database, ground.election, [...before, ...receipts]);
    // Its address stands among those to read from, and what it holds is old.
    for (const server of servers.slice(1)) await expectShown(server, [...before, ...receipts]);
  });
});
