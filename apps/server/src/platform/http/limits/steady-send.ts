import { Readable } from 'node:stream';

/** Size of one piece; each is written when the one before was accepted. */
export const PIECE_BYTES = 128 * 1024;
/** A reader who accepts no piece for this time is disconnected: slower than 9 kB a second, or vanished. */
export const STALLED_MS = 15_000;

function* piecesOf(content: Buffer, taken: () => void): Generator<Buffer> {
  for (let start = 0; start < content.length; start += PIECE_BYTES) {
    taken();
    yield content.subarray(start, start + PIECE_BYTES);
  }
}

/**
 * The content as a stream with a limit on progress, not on the time for the whole, so that a large file reaches
 * slow readers. `over` is aborted when the connection is finished or closed.
 */
export function steadily(content: Buffer, over: AbortSignal, cutOff: () => void): Readable {
  const timer = setTimeout(cutOff, STALLED_MS);
  over.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return Readable.from(
    piecesOf(content, () => timer.refresh()),
    { objectMode: false, highWaterMark: 0 },
  );
}
