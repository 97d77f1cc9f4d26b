import { ApiError } from './api-error.ts';
import { type Method, request, type RequestOptions, send } from './http.ts';
import { receiveFile, type ReceiveOptions } from './receive-file.ts';
import { renewAccessToken } from './refresh.ts';
import { saveBlob } from '../device/save-blob.ts';
import { clearSession, readTokens } from '../session/session-store.ts';
import { sendForm, type UploadOptions } from './upload.ts';

/** Refusals that are about what was typed (a password, a code), not about the session. */
const ABOUT_INPUT = new Set<string>(['BAD_CREDENTIALS', 'BAD_CODE']);

function isSessionRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && !ABOUT_INPUT.has(error.code);
}

/** Runs a call with the access token; after a 401 once more with a renewed one, and where there is none the session is over. */
async function withSession<T>(call: (token: string | null) => Promise<T>): Promise<T> {
  const token = readTokens()?.accessToken ?? null;
  try {
    return await call(token);
  } catch (error) {
    if (!token || !isSessionRefusal(error)) throw error;
    const renewed = await renewAccessToken(token);
    if (!renewed) throw error;
    try {
      return await call(renewed);
    } catch (second) {
      if (isSessionRefusal(second)) clearSession('expired');
      throw second;
    }
  }
}

async function call<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  return withSession((token) => send<T>(method, path, { ...options, token }));
}

async function blob(path: string, options: RequestOptions = {}): Promise<Blob> {
  return withSession(async (token) => (await request('GET', path, { timeoutMs: 60_000, ...options, token })).content);
}

/** The product's API: paths below /api, answers without their envelope, failures as ApiError. */
export const api = {
  get: <T>(path: string, options?: RequestOptions) => call<T>('GET', path, options),
  post: <T>(path: string, options?: RequestOptions) => call<T>('POST', path, options),
  put: <T>(path: string, options?: RequestOptions) => call<T>('PUT', path, options),
  patch: <T>(path: string, options?: RequestOptions) => call<T>('PATCH', path, options),
  delete: <T>(path: string, options?: RequestOptions) => call<T>('DELETE', path, options),
  /** Sends a form with files; `onProgress` gets the share sent, 0 to 1. There is no limit in time, only on standing still. */
  upload: <T>(path: string, form: FormData, onProgress?: (share: number) => void, options: UploadOptions = {}) =>
    withSession((token) => sendForm<T>(path, form, token, { ...options, onProgress })),
  /** Receives a file of any length part by part; the parts are told as they come. */
  receive: (path: string, options: ReceiveOptions = {}) => withSession((token) => receiveFile(path, token, options)),
  blob,
  /** A protected file as a local address for images and links; revoke it with URL.revokeObjectURL when done. */
  blobUrl: async (path: string, options?: RequestOptions) => URL.createObjectURL(await blob(path, options)),
  /** Saves a protected file under the given name. */
  download: async (path: string, filename: string, options?: RequestOptions) => {
    saveBlob(filename, await blob(path, options));
  },
};
