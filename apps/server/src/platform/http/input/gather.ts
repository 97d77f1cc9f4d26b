import type { UserId } from '@ec/contract/base/common';
import { AppError } from '../errors.ts';

const MEGABYTE = 1024 * 1024;
/** The first piece of memory for a file; each further one is as large as all before it. */
const FIRST_BYTES = 64 * 1024;
/** Of all files that are being received: slow or hostile senders must not fill the memory together. */
const MOST_BYTES = 256 * MEGABYTE;
/** Of those of one person, so that few cannot keep out the others. */
const MOST_BYTES_OF_ONE = 20 * MEGABYTE;

const receiving = new Map<UserId, number>();

function hold(userId: UserId, bytes: number): void {
  const own = (receiving.get(userId) ?? 0) + bytes;
  const all = [...receiving.values()].reduce((sum, held) => sum + held, bytes);
  if (bytes > 0 && (own > MOST_BYTES_OF_ONE || all > MOST_BYTES)) throw new AppError('IMAGES_BUSY');
  if (own > 0) receiving.set(userId, own);
  else receiving.delete(userId);
}

/**
 * The person's whole file, at most `maxBytes`, in few large pieces, not in one for each chunk of the network: large ones go back to the system when
 * they are freed (docs/operations.md, "Memory"). Throws IMAGES_BUSY where no room is left for it.
 */
export async function gather(chunks: AsyncIterable<Buffer>, maxBytes: number, userId: UserId): Promise<Buffer> {
  let whole = Buffer.alloc(0);
  let size = 0;
  const grow = (bytes: number) => {
    hold(userId, bytes - whole.length);
    const larger = Buffer.allocUnsafeSlow(bytes);
    whole.copy(larger, 0, 0, size);
    whole = larger;
  };
  try {
    for await (const chunk of chunks) {
      const needed = size + chunk.length;
      if (needed > whole.length) grow(Math.max(needed, Math.min(maxBytes, Math.max(FIRST_BYTES, 2 * whole.length))));
      size += chunk.copy(whole, size);
    }
  } finally {
    hold(userId, -whole.length);
  }
  return whole.subarray(0, size);
}
