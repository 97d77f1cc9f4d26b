import type { UserId } from '@ec/contract/base/common';
import { AppError } from '../http/errors.ts';
import type { ImageAnswer, ImageTask, MadeImages, Recipe } from './image-messages.ts';
import { type ImageWorker, startImageWorker, WorkerLost } from './image-worker.ts';

/** Makes images of uploads, in processes of their own with a limit of memory: the server itself opens no picture. */
export interface Images {
  /**
   * Throws the refusals of makeImages, IMAGE_TOO_LARGE where the header says so, IMAGE_NOT_OPENED for a picture that brought its process to
   * an end twice, and IMAGES_BUSY where too many wait or the machine is too busy to open one in its time. Of one person's pictures one is opened at a time.
   */
  make(userId: UserId, content: Content, recipe: Recipe): Promise<MadeImages>;
  close(): void;
}

export interface ImageLimits {
  /** Pictures that are opened at once. */
  atOnce: number;
  /** Of each process; the largest picture that is taken needs 870,000, of which 600,000 are what Node reserves and does not use. */
  memoryKb?: number;
  /** For one picture. */
  limitMs?: number;
  /** Pictures that wait, each with its content of up to 10 MB. */
  waiting?: number;
}

const MEMORY_KB = 1_000_000;
const MOST_WAITING = 24;
/** Waiting pictures of one person; one once half of the places are taken, so that few people cannot take them all. */
const MOST_WAITING_OF_ONE = 2;
/** A process ends when it was not needed for so long. */
const IDLE_MS = 60_000;

/** The picture, or what reads it once its turn has come. */
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

/** Only a picture whose process ended by itself both times is the reason of it; a machine that is busy is not to be held against anybody. */
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

/** Starts processes when the first pictures come, and again after one was lost. */
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

  /** Tries once more in a fresh process: the system may have ended the one before for another reason. */
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
