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
  process: Supervised;
  port: number;
  origin: string;
}

/** Runs `npm run migrate`, as the operator does before the servers start. */
export async function migrate({ databaseUrl, ownerUrl }: { databaseUrl: string; ownerUrl: string }): Promise<void> {
  const child = spawn(process.execPath, [path.join(SERVER, 'commands/migrate.ts')], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The database was not migrated:\n${text}`);
}

async function isReady({ origin }: RunningServer): Promise<boolean> {
  const answer = await fetch(`${origin}/api/ready`, { signal: AbortSignal.timeout(5000) });
  await answer.arrayBuffer();
  return answer.status === 200;
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
    const port = await freePort();
    const program = processes.start({
      name: `server-${number}`,
      command: process.execPath,
      args: [path.join(SERVER, 'main.ts')],
      env: { LOG_LEVEL: 'warn', TRUST_PROXY: HERE, ...env, HOST: HERE, PORT: String(port), DATA_DIR: dataDir },
    });
    const server = { process: program, port, origin: `http://${HERE}:${port}` };
    servers.push(server);
    // The first one alone: it makes the keys and the first super admin, which the others share.
    if (number === 1) await waitFor('Server 1', () => isReady(server), program.output);
  }
  for (const server of servers) await waitFor(server.process.name, () => isReady(server), server.process.output);
  return servers;
}
