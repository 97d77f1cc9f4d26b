import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ImageAnswer, type ImageTask, READY } from './image-messages.ts';

/** Longer than the largest image takes on a busy machine. */
const LIMIT_MS = 30_000;

const LOSSES = {
  /** It could not start: the image is not the cause. */
  start: 'The process for pictures does not start',
  /** It was killed after its time limit: the machine may be busy. */
  time: 'The process of the picture took too long',
  /** It ended by itself, or the system killed it. */
  picture: 'The process of the picture has ended',
} as const;
type Loss = keyof typeof LOSSES;

/** The process ended, or was killed after its time limit. */
export class WorkerLost extends Error {
  override name = 'WorkerLost';
  readonly why: Loss;

  constructor(why: Loss) {
    super(LOSSES[why]);
    this.why = why;
  }
}

/** A separate process that decodes images, one at a time. */
export interface ImageWorker {
  /** Throws WorkerLost if the process ends while it handles the image. */
  run(task: ImageTask): Promise<ImageAnswer>;
  /** False once the process has ended. */
  isAlive(): boolean;
  end(): void;
}

const ENTRY = fileURLToPath(new URL('image-process.ts', import.meta.url));
const NODE_OPTIONS = ['--max-old-space-size=64', '--max-semi-space-size=4', '--v8-pool-size=1'];

/**
 * The shell sets the limit, because only the operating system can bound the memory of libvips: on Linux it covers all writable memory. On other
 * systems the process runs without a limit. The process gets none of the server's environment (addresses, keys).
 */
function launch(memoryKb: number): ChildProcess {
  const limited = `ulimit -c 0; ulimit -d ${memoryKb} 2>/dev/null; exec "$@"`;
  return spawn('/bin/sh', ['-c', limited, 'sh', process.execPath, ...NODE_OPTIONS, ENTRY], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
  });
}

/** Starts a process with a memory limit in kilobytes. */
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
  // The process must not keep the server from stopping.
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
