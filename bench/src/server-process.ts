import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Memory {
  /** Resident memory of the process. */
  resident: number;
  /** What JavaScript objects and buffers take. */
  used: number;
}

export interface ServerProcess {
  origin: string;
  /** Bytes after a garbage collection. */
  memory(): Promise<Memory>;
  /** Milliseconds of processor time so far. */
  processor(): Promise<number>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  databaseUrl: string;
  dataDir: string;
  pool: number;
}

async function answer<T>(child: ChildProcess, key: string): Promise<T> {
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The server ended before it answered');
    }),
  ])) as [Record<string, T>];
  const value = message[key];
  if (value === undefined) throw new Error(`The server answered without ${key}`);
  return value;
}

/** Starts the server as a process of its own. With BENCH_PROFILE set to a folder it leaves a CPU profile there. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const profile = process.env['BENCH_PROFILE'];
  const child = fork(new URL('./server.ts', import.meta.url), {
    execArgv: ['--expose-gc', ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [])],
    env: {
      ...process.env,
      BENCH_DATABASE: options.databaseUrl,
      BENCH_DATA: options.dataDir,
      BENCH_POOL: String(options.pool),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const origin = await answer<string>(child, 'address');
  const ask = async <T>(what: 'memory' | 'processor') => {
    child.send(what);
    return await answer<T>(child, what);
  };
  return {
    origin,
    memory: () => ask<Memory>('memory'),
    processor: () => ask<number>('processor'),
    stop: async () => {
      const ended = once(child, 'exit');
      child.send('stop');
      await ended;
    },
  };
}
