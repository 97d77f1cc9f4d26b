import { MAX_PART_BYTES, UPLOAD_SHA256 } from '@ec/contract/uploads/schemas';
import { DetailedError, Upload } from 'tus-js-client';
import { ApiError } from '../http/api-error.ts';
import { apiUrl, parseErrorBody } from '../http/http.ts';
import { forget, keep, kept } from './device-store.ts';

/** The first part: five seconds at 50 kbit/s. Later ones grow with the speed of the network. */
const FIRST_PART = 32 * 1024;
const LARGEST_PART = Math.min(512 * 1024, MAX_PART_BYTES);
/** A part that was taken so quickly is followed by one twice as large. */
const QUICK_MS = 2500;
/**
 * So long a part may go unanswered before the server is asked what it has; the upload goes on from there. A part that takes
 * longer would mean less than a kilobyte a second.
 */
const PATIENCE_MS = 45_000;

const urlKey = (sha256: string) => `upload:${sha256}`;

/** The failure in the terms of all other calls. */
function toApiError(error: Error): ApiError {
  const answer = error instanceof DetailedError ? error.originalResponse : null;
  const status = answer?.getStatus() ?? 0;
  return status === 0 ? ApiError.client('NETWORK') : ApiError.answered(status, parseErrorBody(answer?.getBody() ?? ''));
}

/** The last part of the address of an upload. */
const idOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/**
 * Sends a file in parts by the tus protocol, behind what an earlier attempt sent of it; resolves with the upload's id when the
 * server has all of it. `onProgress` says what share the server has; `signal` stops it where it stands. Rejects with ApiError; the next
 * attempt goes on.
 */
export async function uploadParts(
  { blob, sha256 }: { blob: Blob; sha256: string },
  token: string | null,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<string> {
  const uploadUrl = (await kept<string>(urlKey(sha256))) ?? null;
  return await new Promise<string>((resolve, reject) => {
    let began = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const upload = new Upload(blob, {
      endpoint: apiUrl('POST /uploads'),
      uploadUrl,
      uploadSize: blob.size,
      metadata: { [UPLOAD_SHA256]: sha256 },
      chunkSize: FIRST_PART,
      // The outbox decides when to retry, and the upload to resume is stored under the SHA-256.
      retryDelays: null,
      storeFingerprintForResuming: false,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      onUploadUrlAvailable: () => {
        if (upload.url) void keep(urlKey(sha256), upload.url);
      },
      onChunkComplete: (_size, accepted, total) => {
        const took = Date.now() - began;
        const size = upload.options.chunkSize ?? FIRST_PART;
        upload.options.chunkSize = took < QUICK_MS ? Math.min(size * 2, LARGEST_PART) : FIRST_PART;
        onProgress(accepted / (total ?? blob.size));
        wait();
      },
      onSuccess: () => {
        clearTimeout(timer);
        resolve(idOf(upload.url ?? ''));
      },
      onError: (error) => {
        clearTimeout(timer);
        reject(toApiError(error));
      },
    });
    const wait = () => {
      began = Date.now();
      clearTimeout(timer);
      timer = setTimeout(() => {
        void upload.abort();
        reject(ApiError.client('TIMEOUT'));
      }, PATIENCE_MS);
    };
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      void upload.abort();
      reject(ApiError.client('CANCELLED'));
    });
    wait();
    upload.start();
  });
}

/** Forgets the progress of the file. */
export const forgetUpload = (sha256: string): Promise<void> => forget(urlKey(sha256));
