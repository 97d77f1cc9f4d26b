import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ImageAnswer, type ImageTask, READY } from './image-messages.ts';

/** Longer than the largest picture takes on a busy machine. */
const LIMIT_MS = 30_000;

const LOSSES = {
  /** It could not even be started: the picture is not the reason. */
  start: 'The process for pictures does not start',
  /** It was ended after its time: the machine may be busy. */
  time: 'The process of the picture took too long',
  /** It ended by itself, or the system ended it. */
  picture: 'The process of the picture has ended',
} as const;
type Loss = keyof typeof LOSSES;

/** The process ended, or was ended after its time. */
export class WorkerLost extends Error {
  override name = 'WorkerLost';
  readonly why: Loss;

  constructor(why: Loss) {
    super(LOSSES[why]);
    this.why = why;
  }
}

/** A process of its own that makes images, one picture at a time. */
export interface ImageWorker {
  /** Throws WorkerLost where the picture brings the process to its end. */
  run(task: ImageTask): Promise<ImageAnswer>;
  /** False once the process has ended. */
  isAlive(): boolean;
  end(): void;
}

const ENTRY = fileURLToPath(new URL('image-process.ts', import.meta.url));
const NODE_OPTIONS = ['--max-old-space-size=64', '--max-semi-space-size=4', '--v8-pool-size=1'];

/**
 * The limit is set by the shell, since only the system can bound what libvips takes: on Linux it holds for all writable memory. Where the
 * system does not know it the process runs without. Nothing of the server's environment (addresses, keys) reaches the process.
 */
function launch(memoryKb: number): ChildProcess {
  const limited = `ulimit -c 0; ulimit -d ${memoryKb} 2>/dev/null; exec "$@"`;
  return spawn('/bin/sh', ['-c', limited, 'sh', process.execPath, ...NODE_OPTIONS, ENTRY], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
  });
}

/** Starts a process that may take so much memory. */
export function startImageWorker(memoryKb: number, limitMs: number = LIMIT_MS): ImageWorker {
  const child = launch(memoryKb);
  let alive = true;
  let ready = false;
  let late = false;
  let settle: ((answer: ImageAnswer | WorkerLost) => void) | undefined;
  const lost = () => {
    alive = false;
    const ended = ready ? 'picture' : 'start';
    settle?.(new WorkerLost(late ? 'time' : ended));
  };
  child.on('message', (answer: ImageAnswer | typeof READY) => {
    if (answer === READY) ready = true;
    else settle?.(answer);
  });
  child.once('exit', lost);
  child.once('error', lost);
  // It must not keep a server from stopping.
  child.unref();
  child.channel?.unref();
  return {
    isAlive: () => alive,
    end: () => void child.kill('SIGKILL'),
    async run(task) {
      const timer = setTimeout(() => {
        late = true;
        child.kill('SIGKILL');
      }, limitMs);
      child.channel?.ref();
      try {
        const answer = await new Promise<ImageAnswer | WorkerLost>((resolve) => {
          settle = resolve;
          if (!alive) lost();
          else child.send(task, (error) => error && lost());
        });
        if (answer instanceof WorkerLost) throw answer;
        return answer;
      } finally {
        clearTimeout(timer);
        settle = undefined;
        child.channel?.unref();
      }
    },
  };
}
