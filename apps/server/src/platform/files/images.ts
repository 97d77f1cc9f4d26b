import type { UserId } from '@ec/contract/base/common';
import { AppError } from '../http/errors.ts';
import type { ImageAnswer, ImageTask, MadeImages, Recipe } from './image-messages.ts';
import { type ImageWorker, startImageWorker, WorkerLost } from './image-worker.ts';

/** Decodes uploaded images in separate processes with a memory limit; the server process itself never decodes one. */
export interface Images {
  /**
   * Throws the errors of makeImages, IMAGE_TOO_LARGE by the header, IMAGE_NOT_OPENED for an image whose process crashed twice, IMAGES_BUSY if the
   * queue is full or the machine too busy, and UNAVAILABLE if no process starts. Only one image per user is decoded at a time.
   */
  make(userId: UserId, content: Content, recipe: Recipe): Promise<MadeImages>;
  close(): void;
}

export interface ImageLimits {
  /** Number of images decoded in parallel. */
  atOnce: number;
  /** Per process. The largest accepted image needs 870,000, of which Node reserves 600,000 without using them. */
  memoryKb?: number;
  /** Per image. */
  limitMs?: number;
  /** Queue length; each entry holds up to 10 MB. */
  waiting?: number;
}

const MEMORY_KB = 1_000_000;
const MOST_WAITING = 24;
/** Queue places per user; only one once half of the queue is taken, so that few users cannot fill it. */
const MOST_WAITING_OF_ONE = 2;
/** Idle time after which a process ends. */
const IDLE_MS = 60_000;

/** The content, or a function that reads it when its turn comes. */
type Content = Buffer | (() => Promise<Buffer>);

interface Waiting extends Omit<ImageTask, 'content'> {
  content: Content;
  userId: UserId;
  resolve: (made: MadeImages) => void;
  reject: (error: unknown) => void;
}

function unavailable(): AppError {
  return new AppError('UNAVAILABLE');
}

/** The image is the cause only if its process crashed both times; a busy machine is not the user's fault. */
function lossRefusal(first: WorkerLost, second: WorkerLost): AppError {
  const losses = [first.why, second.why];
  const refused = losses.includes('start') ? unavailable() : undefined;
  const late = losses.includes('time') ? new AppError('IMAGES_BUSY') : undefined;
  const error = refused ?? late ?? new AppError('IMAGE_NOT_OPENED');
  error.cause = second;
  return error;
}

function madeOf(answer: ImageAnswer): MadeImages {
  if ('made' in answer) return answer.made;
  if ('tooLarge' in answer) throw new AppError('IMAGE_TOO_LARGE', { ...answer.tooLarge });
  throw new AppError(answer.refusal);
}

/** Starts processes for the first images, and again after one was lost. */
export function createImages({
  atOnce,
  memoryKb = MEMORY_KB,
  limitMs,
  waiting: most = MOST_WAITING,
}: ImageLimits): Images {
  const idle: { worker: ImageWorker; timer: NodeJS.Timeout }[] = [];
  const busy = new Map<UserId, ImageWorker | undefined>();
  const waiting: Waiting[] = [];
  let closed = false;

  function takeWorker(): ImageWorker {
    for (let spare = idle.pop(); spare; spare = idle.pop()) {
      clearTimeout(spare.timer);
      if (spare.worker.isAlive()) return spare.worker;
    }
    return startImageWorker(memoryKb, limitMs);
  }

  function putBack(worker: ImageWorker): void {
    if (!worker.isAlive()) return;
    const timer = setTimeout(() => {
      idle.splice(0, idle.length, ...idle.filter((spare) => spare.worker !== worker));
      worker.end();
    }, IDLE_MS);
    timer.unref();
    idle.push({ worker, timer });
  }

  async function attempt({ userId, content, recipe }: Waiting): Promise<ImageAnswer> {
    const read = typeof content === 'function' ? await content() : content;
    if (closed) throw unavailable();
    const worker = takeWorker();
    busy.set(userId, worker);
    try {
      return await worker.run({ content: read, recipe });
    } finally {
      putBack(worker);
    }
  }

  async function tried(task: Waiting): Promise<ImageAnswer | WorkerLost> {
    try {
      return await attempt(task);
    } catch (error) {
      if (error instanceof WorkerLost) return error;
      throw error;
    }
  }

  /** Retries once in a new process, because the system may have killed the first for another reason. */
  async function open(task: Waiting): Promise<MadeImages> {
    const first = await tried(task);
    if (!(first instanceof WorkerLost)) return madeOf(first);
    const second = await tried(task);
    if (!(second instanceof WorkerLost)) return madeOf(second);
    throw lossRefusal(first, second);
  }

  function next(): void {
    while (busy.size < atOnce) {
      const place = waiting.findIndex(({ userId }) => !busy.has(userId));
      const [task] = place < 0 ? [] : waiting.splice(place, 1);
      if (!task) return;
      busy.set(task.userId, undefined);
      void open(task)
        .then(task.resolve, task.reject)
        .finally(() => {
          busy.delete(task.userId);
          next();
        });
    }
  }

  return {
    async make(userId, content, recipe) {
      const own = waiting.filter((task) => task.userId === userId).length;
      const mostOfOne = waiting.length * 2 >= most ? 1 : MOST_WAITING_OF_ONE;
      if (waiting.length >= most || own >= mostOfOne) throw new AppError('IMAGES_BUSY');
      return await new Promise((resolve, reject) => {
        waiting.push({ userId, content, recipe, resolve, reject });
        next();
      });
    },
    close() {
      closed = true;
      for (const { worker, timer } of idle) {
        clearTimeout(timer);
        worker.end();
      }
      for (const worker of busy.values()) worker?.end();
    },
  };
}
