import { Piscina } from 'piscina';
import type { Rendering } from './renderers.ts';

/**
 * Idle time after which the thread ends, and its memory is free again: the files of one report share a thread, the next report has a new one.
 * What is left of a PDF of 5,000 rows is some 400 MB, which the thread collects no sooner than it needs room.
 */
const IDLE_MS = 1000;
/** A document that needs more memory fails alone; the server continues. */
const MEMORY_MB = 768;

export type Render = (rendering: Rendering, signal: AbortSignal) => Promise<Buffer>;

/**
 * Rendering blocks for up to a second, in which the server could not answer. So it runs in a worker thread, one file at a time, with lower priority
 * where the system supports that. An abort kills the thread and is thrown.
 */
export function createRenderer(memoryMb = MEMORY_MB): Render {
  const pool = new Piscina<Rendering, Uint8Array>({
    filename: new URL('render-thread.ts', import.meta.url).href,
    name: 'render',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    niceIncrement: 10,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  return async (rendering, signal) => {
    const bytes = await pool.run(rendering, { signal });
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
}

/** The renderer of all reports of this process. */
export const rendered = createRenderer();

/** Whether the file needed more memory than its thread may take. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
