import type { Call } from '@ec/contract/endpoints';
import { ApiError } from './api-error.ts';
import { markSynced } from '../stream/connection.ts';
import { apiUrl, parseErrorBody, type Parts } from './http.ts';

export interface ReceiveOptions {
  signal?: AbortSignal | undefined;
  /** Gets what the answer says of the file, before its first part. */
  onHeaders?: ((headers: Headers) => void) | undefined;
  /** Gets each part as it comes. */
  onPart?: ((part: Uint8Array) => void) | undefined;
  /** The longest time without progress. */
  stallMs?: number | undefined;
}

/** Parts are put aside in pieces of this size, which browsers keep on disk: a large file never stands in memory whole. */
const PIECE_BYTES = 8 * 1024 * 1024;

async function collect(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  type: string,
  onPart: (part: Uint8Array) => void,
) {
  const pieces: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const putAside = () => {
    pieces.push(new Blob(parts));
    parts = [];
    size = 0;
  };
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    size += next.value.length;
    onPart(next.value);
    if (size >= PIECE_BYTES) putAside();
  }
  putAside();
  return new Blob(pieces, { type });
}

/** A file of any length. There is no limit in time, only on standing still; one that breaks off is an error, never half a file. */
export async function receiveFile(call: Call, token: string | null, options: ReceiveOptions & Parts): Promise<Blob> {
  const { signal, onHeaders, onPart, stallMs = 60_000 } = options;
  const controller = new AbortController();
  const cancel = () => controller.abort();
  let stalled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stalled = true;
      controller.abort();
    }, stallMs);
  };
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  alive();
  try {
    const headers = new Headers(token ? { authorization: `Bearer ${token}` } : undefined);
    const response = await fetch(apiUrl(call, options), { method: 'GET', headers, signal: controller.signal });
    if (response.status < 500) markSynced();
    if (!response.ok) throw ApiError.answered(response.status, parseErrorBody(await response.text()));
    if (!response.body) throw ApiError.client('UNREADABLE', response.status);
    onHeaders?.(response.headers);
    return await collect(response.body, response.headers.get('content-type') ?? '', (part) => {
      alive();
      onPart?.(part);
    });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (stalled) throw ApiError.client('TIMEOUT');
    throw ApiError.client(signal?.aborted ? 'CANCELLED' : 'NETWORK');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}
