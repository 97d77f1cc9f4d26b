import { Piscina } from 'piscina';
import type { Rendering } from './renderers.ts';

/** The thread ends when nothing was asked of it for so long. */
const IDLE_MS = 60_000;
/** A document that needs more fails alone, and the server goes on. */
const MEMORY_MB = 768;

/**
 * A file of a report takes up to a second without a pause, in which nobody else would be answered: it is written in a thread
 * of its own, one file at a time, behind the server's other threads where the system knows such ranks.
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

/** Writes one file; an abort ends the thread in the middle of its work and is thrown. */
export async function rendered(rendering: Rendering, signal: AbortSignal): Promise<Buffer> {
  const bytes = await pool.run(rendering, { signal });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
