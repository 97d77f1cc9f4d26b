import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../apps/server/src/platform/database/embedded/postgres-process.ts';
import { type Processes, type Supervised, waitFor } from './processes.ts';

const SERVER = fileURLToPath(new URL('../../apps/server/src/', import.meta.url));
const HERE = '127.0.0.1';

/** One of our servers. */
export interface RunningServer {
  /** The program that runs now. */
  readonly process: Supervised;
  port: number;
  origin: string;
  /** Ends it in good order, and starts the program whose sources are in the folder at its port; resolves when that is ready. */
  replace(source: string): Promise<void>;
}

/** Runs `npm run migrate` of the program in the folder, as the operator does before its servers start. */
export async function migrate({
  databaseUrl,
  ownerUrl,
  source = SERVER,
}: {
  databaseUrl: string;
  ownerUrl: string;
  source?: string;
}): Promise<void> {
  const child = spawn(process.execPath, [path.join(source, 'commands/migrate.ts')], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The database was not migrated:\n${text}`);
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/ready`, { signal: AbortSignal.timeout(5000) });
  await answer.arrayBuffer();
  return answer.status === 200;
}

function launch(
  processes: Processes,
  { name, port, env }: { name: string; port: number; env: Readonly<Record<string, string>> },
): RunningServer {
  const origin = `http://${HERE}:${port}`;
  const start = (source: string) =>
    processes.start({
      name,
      command: process.execPath,
      args: [path.join(source, 'main.ts')],
      env: { LOG_LEVEL: 'warn', TRUST_PROXY: HERE, ...env, HOST: HERE, PORT: String(port) },
    });
  let program = start(SERVER);
  return {
    port,
    origin,
    get process() {
      return program;
    },
    async replace(source) {
      const former = program;
      former.off();
      former.signal('SIGTERM');
      await waitFor(`The end of ${name}`, () => Promise.resolve(former.pid === 0), former.output);
      program = start(source);
      await waitFor(name, () => isReady(origin), program.output);
    },
  };
}

/** Starts three servers with one store of files, and waits until they are ready. */
export async function startServers(
  processes: Processes,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<RunningServer[]> {
  const dataDir = path.join(folder, 'files');
  mkdirSync(dataDir);
  const servers: RunningServer[] = [];
  for (const number of [1, 2, 3]) {
    const name = `server-${number}`;
    const server = launch(processes, { name, port: await freePort(), env: { ...env, DATA_DIR: dataDir } });
    servers.push(server);
    // The first one alone: it makes the keys and the first super admin, which the others share.
    if (number === 1) await waitFor('Server 1', () => isReady(server.origin), server.process.output);
  }
  for (const { process: program, origin } of servers)
    await waitFor(program.name, () => isReady(origin), program.output);
  return servers;
}
