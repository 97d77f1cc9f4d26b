import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';

const HOLDER = fileURLToPath(new URL('../../../../test/fixtures/hold-postgres.ts', import.meta.url));
const asRoot = process.getuid?.() === 0;

interface Holder {
  child: ChildProcess;
  url: string;
  error: string;
}

const holders: ChildProcess[] = [];
const folders: string[] = [];

function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'embedded-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

async function hold(folder: string, role: 'server' | 'command'): Promise<Holder> {
  const child = spawn(process.execPath, [HOLDER, folder, role], { stdio: ['pipe', 'pipe', 'inherit'] });
  holders.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, url: '', error: '', ...(JSON.parse(line) as object) };
}

async function end({ child }: Holder, how: 'politely' | 'SIGKILL' = 'politely'): Promise<void> {
  const exit = once(child, 'exit');
  if (how === 'politely') child.stdin?.end();
  else child.kill(how);
  await exit;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function postmaster(url: string): Promise<number> {
  const [row] = await query(url, `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid`);
  return (row as { pid: number }).pid;
}

const pidFile = (folder: string) => path.join(folder, 'postgres', 'data', 'postmaster.pid');
const stopped = (folder: string) =>
  vi.waitFor(() => expect(existsSync(pidFile(folder))).toBe(false), { timeout: 10_000, interval: 20 });

afterEach(async () => {
  for (const child of holders.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) await end({ child, url: '', error: '' }, 'SIGKILL');
  }
  for (const folder of folders.splice(0)) {
    const home = path.join(folder, 'postgres');
    await stopped(folder);
    if (lstatSync(home, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(realpathSync(home), { recursive: true });
    rmSync(folder, { recursive: true });
  }
});

describe('the embedded PostgreSQL', () => {
  it('keeps what was committed when its owner is killed, and leaves no process behind', async () => {
    const folder = newFolder();
    const first = await hold(folder, 'server');
    await query(first.url, 'create table seen as select 7 as n');
    await end(first, 'SIGKILL');
    const second = await hold(folder, 'server');
    expect(await query(second.url, 'select n from seen')).toEqual([{ n: 7 }]);
    await end(second);
    expect(existsSync(pidFile(folder))).toBe(false);
  });

  it('listens at a socket in its own folder, and on the loopback alone where that has too long a name', async () => {
    const listening = async (url: string) => (await query(url, 'show listen_addresses'))[0];
    const folder = newFolder();
    const short = await hold(folder, 'command');
    expect(decodeURIComponent(new URL(short.url).hostname)).toBe(realpathSync(path.dirname(pidFile(folder))));
    expect(await listening(short.url)).toEqual({ listen_addresses: '' });
    const deep = path.join(newFolder(), 'a-name-that-leaves-no-room-for-a-socket'.repeat(3));
    mkdirSync(deep);
    const long = await hold(deep, 'command');
    expect(new URL(long.url).hostname).toBe('127.0.0.1');
    expect(await listening(long.url)).toEqual({ listen_addresses: '127.0.0.1' });
    await end(long);
  });

  it('comes up again after it was killed itself', async () => {
    const folder = newFolder();
    const first = await hold(folder, 'command');
    await query(first.url, 'create table seen as select 7 as n');
    process.kill(await postmaster(first.url), 'SIGKILL');
    await end(first, 'SIGKILL');
    const second = await hold(folder, 'server');
    expect(await query(second.url, 'select n from seen')).toEqual([{ n: 7 }]);
  });

  it('is started again at the same address when it is killed under a server', async () => {
    const folder = newFolder();
    const server = await hold(folder, 'server');
    await query(server.url, 'create table seen as select 7 as n');
    process.kill(await postmaster(server.url), 'SIGKILL');
    await vi.waitFor(async () => expect(await query(server.url, 'select n from seen')).toEqual([{ n: 7 }]), {
      timeout: 15_000,
      interval: 100,
    });
    await end(server, 'SIGKILL');
    await stopped(folder);
  });

  it('lets a command join, and stays when the command ends', async () => {
    const folder = newFolder();
    const server = await hold(folder, 'server');
    const command = await hold(folder, 'command');
    expect(command.url).toBe(server.url);
    await end(command);
    expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('passes from a command to the server that comes, and ends with the server', async () => {
    const folder = newFolder();
    const command = await hold(folder, 'command');
    const server = await hold(folder, 'server');
    await end(command, 'SIGKILL');
    expect(server.url).toBe(command.url);
    expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    await end(server, 'SIGKILL');
    await stopped(folder);
  });

  it('refuses a second server on the same folder', async () => {
    const folder = newFolder();
    const server = await hold(folder, 'server');
    const second = await hold(folder, 'server');
    expect(second.error).toMatch(`Another server (process ${server.child.pid}) is running`);
    expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('gives two first starters of one folder the same database', async () => {
    const folder = newFolder();
    const [one, two] = await Promise.all([hold(folder, 'command'), hold(folder, 'command')]);
    expect(one.error + two.error).toBe('');
    expect(one.url).toBe(two.url);
    expect(await query(one.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('syncs what is committed, asks for a password, and hides that password', async () => {
    const folder = newFolder();
    const server = await hold(folder, 'server');
    const settings = `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`;
    expect(await query(server.url, settings)).toHaveLength(3);
    expect(await query(server.url, `${settings} and setting <> 'on'`)).toEqual([]);
    const wrong = new URL(server.url);
    wrong.password = 'guessed';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect(statSync(path.join(folder, 'postgres', 'password')).mode & 0o777).toBe(0o600);
  });

  it.runIf(asRoot)('works in a folder that root alone may enter', async () => {
    const folder = newFolder(0o700);
    const first = await hold(folder, 'server');
    await query(first.url, 'create table seen as select 7 as n');
    await end(first);
    const second = await hold(folder, 'server');
    expect(await query(second.url, 'select n from seen')).toEqual([{ n: 7 }]);
  });
});
