import { Piscina } from 'piscina';
import type { Rendering } from './renderers.ts';

/** Idle time after which the thread ends. */
const IDLE_MS = 60_000;
/** A document that needs more memory fails alone; the server continues. */
const MEMORY_MB = 768;

/**
 * Rendering blocks for up to a second, in which the server could not answer. So it runs in a worker thread, one file at a time, with lower priority
 * where the system supports that.
 */
const pool = new Piscina<Rendering, Uint8Array>({
  filename: new URL('render-thread.ts', import.meta.url).href,
  name: 'render',
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: IDLE_MS,
  niceIncrement: 10,
  resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
});

/** Renders one file; an abort kills the thread and is thrown. */
export async function rendered(rendering: Rendering, signal: AbortSignal): Promise<Buffer> {
  const bytes = await pool.run(rendering, { signal });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
