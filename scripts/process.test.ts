import { freePort } from '../apps/server/src/platform/database/embedded/postgres-process.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ec-process-'));
chmodSync(dataDir, 0o755);

const changedAt = (file: string) => statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
/** The commands install and build what is out of date; during a test run there must be nothing to do. */
const prepared =
  process.platform === 'linux' &&
  changedAt('node_modules/.installed') > changedAt('package-lock.json') &&
  changedAt('apps/console/dist/.built') > 0;

interface Account {
  role: string;
  phone: string;
  password: string;
}

interface Running {
  npm: ChildProcess;
  address: string;
  /** The process family after the start. */
  processes: Process[];
}

let running: Running | undefined;

/** Starts `npm run demo` as a terminal does, in a process group of its own, and waits until it is ready. */
async function start(port: number): Promise<Running> {
  const env = { HOST: '127.0.0.1', DATABASE_URL: '', LOG_LEVEL: 'warn', REHEARSAL_SCALE: 'small', REHEARSAL_PACE: '0' };
  const npm = spawn('npm', ['run', 'demo'], {
    cwd: root,
    detached: true,
    env: { ...process.env, ...env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  const started: Running = { npm, address: `http://127.0.0.1:${port}`, processes: [] };
  running = started;
  await vi.waitFor(() => expect(text).toContain('Rehearsal is ready at'), { timeout: 60_000, interval: 50 });
  started.processes = family(started);
  return started;
}

interface Process {
  pid: number;
  parent: number;
  command: string;
}

function listProcesses(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ pid: Number(name), parent, command }];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}

/** npm and all its descendants, except those detached on purpose. */
function family({ npm }: Running): Process[] {
  const all = listProcesses();
  const below = new Set([npm.pid]);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all.filter(({ pid }) => below.has(pid));
}

/** The process of the family that runs node with these arguments. */
function member(server: Running, words: string): number {
  const found = family(server).find(({ command }) => /^\S*node /.test(command) && command.includes(words));
  if (!found) throw new Error(`no process below npm runs ${words}`);
  return found.pid;
}

/** Remaining processes: of npm's former family, and on this test's store (PostgreSQL and its supervising shells). */
function leftOvers(before: Process[]): Process[] {
  const pids = new Set(before.map(({ pid }) => pid));
  return listProcesses().filter(({ pid, command }) => command !== '' && (pids.has(pid) || command.includes(dataDir)));
}

async function everythingEnded({ address, processes }: Running): Promise<void> {
  const patience = { timeout: 20_000, interval: 50 };
  await vi.waitFor(() => expect(leftOvers(processes)).toEqual([]), patience);
  await vi.waitFor(() => expect(fetch(`${address}/api/health`)).rejects.toThrow('fetch failed'), patience);
  expect(existsSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
  running = undefined;
}

async function call<T>(url: string, init: RequestInit, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { ...init, headers });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

async function signIn({ address }: Running): Promise<string> {
  const accounts = JSON.parse(readFileSync(path.join(dataDir, 'accounts.json'), 'utf8')) as Account[];
  const admin = accounts.find(({ role }) => role === 'super_admin');
  const body = JSON.stringify({ phoneNumber: admin?.phone, password: admin?.password });
  const { accessToken } = await call<{ accessToken: string }>(`${address}/api/auth/login`, { method: 'POST', body });
  return accessToken;
}

async function electionMode(server: Running, token: string): Promise<boolean> {
  const { data } = await call<{ data: { isElectionMode: boolean } }>(
    `${server.address}/api/election-mode`,
    { method: 'GET' },
    token,
  );
  return data.isElectionMode;
}

/** A write that the server has confirmed: toggles election mode and returns the new state. */
async function write(server: Running): Promise<boolean> {
  const token = await signIn(server);
  const isElectionMode = !(await electionMode(server, token));
  const body = JSON.stringify({ isElectionMode });
  await call(`${server.address}/api/election-mode`, { method: 'PATCH', body }, token);
  return isElectionMode;
}

function signalGroup({ npm }: Running, signal: NodeJS.Signals): void {
  if (npm.pid === undefined) return;
  try {
    process.kill(-npm.pid, signal);
  } catch {
    // the group is already gone
  }
}

afterEach(async () => {
  const left = running;
  if (!left) return;
  signalGroup(left, 'SIGKILL');
  await everythingEnded(left);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe.runIf(prepared)('the processes of npm run demo', () => {
  const victims: [string, (server: Running) => number | undefined][] = [
    ['npm', ({ npm }) => npm.pid],
    ['the shell between', (server) => family(server).find(({ command }) => /^\S*sh -c /.test(command))?.pid],
    ['the launcher', (server) => member(server, 'scripts/run.mjs')],
    ['the server', (server) => member(server, 'apps/server/src/demo.ts')],
  ];

  it.each(victims)(
    'all end when %s is killed outright, and what was answered is kept',
    async (_, victim) => {
      const port = await freePort();
      const first = await start(port);
      const written = await write(first);
      const pid = victim(first);
      // A shell that replaces itself by its command leaves no process in between.
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      else first.npm.kill('SIGKILL');
      await everythingEnded(first);

      const second = await start(port);
      expect(await electionMode(second, await signIn(second))).toBe(written);
      second.npm.kill('SIGTERM');
      await everythingEnded(second);
    },
    120_000,
  );

  it('hold a contest day in a small rehearsal', async () => {
    const server = await start(await freePort());
    const { data } = await call<{ data: { elections: { type: string; contestDay: unknown }[] } }>(
      `${server.address}/api/elections?status=live`,
      { method: 'GET' },
      await signIn(server),
    );
    const held = data.elections.filter(({ contestDay }) => contestDay !== null);
    expect(held.map(({ type }) => type).toSorted()).toEqual(['house_of_representatives', 'presidential', 'senatorial']);
    server.npm.kill('SIGTERM');
    await everythingEnded(server);
  }, 120_000);

  it('end in good order on Ctrl-C', async () => {
    const server = await start(await freePort());
    signalGroup(server, 'SIGINT');
    await everythingEnded(server);
    const log = readFileSync(path.join(dataDir, 'postgres', 'log'), 'utf8');
    expect(log.trimEnd()).toMatch(/database system is shut down$/);
  }, 120_000);

  it('say which port is taken, and leave what runs alone', async () => {
    const server = await start(await freePort());
    const { port } = new URL(server.address);
    const other = spawn('npm', ['run', 'demo'], { cwd: root, env: { ...process.env, PORT: port, DATA_DIR: dataDir } });
    let text = '';
    for (const stream of [other.stdout, other.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
    const [code] = (await once(other, 'close')) as [number];
    expect(code).toBe(1);
    expect(text).toContain(
      `Port ${port} is already in use. Stop the program that uses it, or set PORT to another number.`,
    );
    expect(await electionMode(server, await signIn(server))).toBeTypeOf('boolean');
    server.npm.kill('SIGTERM');
    await everythingEnded(server);
  }, 120_000);
});
