import type { Call, Received } from '@ec/contract/endpoints';
import { ApiError } from './api-error.ts';
import { markSynced } from '../stream/connection.ts';
import { apiUrl, parseErrorBody, unwrap } from './http.ts';

export interface UploadOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((share: number) => void) | undefined;
  /** How long an upload may report no progress: the phone's own buffer may take minutes to drain on a slow network. */
  stallMs?: number | undefined;
}

/** XMLHttpRequest, since fetch reports no upload progress. */
export function sendForm<C extends Call>(
  call: C,
  form: FormData,
  token: string | null,
  options: UploadOptions,
): Promise<Received<C, 'answer'>> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    let stalled = false;
    let timer: ReturnType<typeof setTimeout>;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        stalled = true;
        xhr.abort();
      }, options.stallMs ?? 120_000);
    };
    const cancel = () => xhr.abort();
    const end = (settle: () => void) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', cancel);
      settle();
    };
    xhr.open('POST', apiUrl(call));
    if (token) xhr.setRequestHeader('authorization', `Bearer ${token}`);
    xhr.upload.addEventListener('progress', (event) => {
      alive();
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    });
    xhr.addEventListener('progress', alive);
    xhr.addEventListener('error', () => end(() => reject(ApiError.client('NETWORK'))));
    xhr.addEventListener('abort', () => end(() => reject(ApiError.client(stalled ? 'TIMEOUT' : 'CANCELLED'))));
    xhr.addEventListener('load', () =>
      end(() => {
        // As for every answer: one of a gateway does not count as an answer of the server.
        if (xhr.status < 500) markSynced();
        if (xhr.status < 200 || xhr.status >= 300) {
          reject(ApiError.answered(xhr.status, parseErrorBody(xhr.responseText)));
          return;
        }
        try {
          resolve(unwrap(xhr.responseText, xhr.status));
        } catch (error) {
          reject(error);
        }
      }),
    );
    if (options.signal?.aborted) {
      reject(ApiError.client('CANCELLED'));
      return;
    }
    options.signal?.addEventListener('abort', cancel);
    alive();
    xhr.send(form);
  });
}
