import type { Call, Received } from '@ec/contract/endpoints';
import { ApiError } from './api-error.ts';
import { type Parts, request, type RequestOptions, send, type Sending } from './http.ts';
import { renewAccessToken } from './refresh.ts';
import { clearSession, readUserId } from '../session/session-store.ts';
import { readTokens } from '../session/stored-session.ts';
import { sendForm, type UploadOptions } from './upload.ts';

/** Refusals that are about what was typed (a password, a code), not about the session. */
const ABOUT_INPUT = new Set<string>(['BAD_CREDENTIALS', 'BAD_CODE']);

function isSessionRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 401 && !ABOUT_INPUT.has(error.code);
}

/** Runs a call with the access token; after a 401 once more with a renewed one, and where there is none the session is over. */
async function withSession<T>(call: (token: string | null) => Promise<T>): Promise<T> {
  const token = readTokens()?.accessToken ?? null;
  const person = readUserId();
  try {
    return await call(token);
  } catch (error) {
    if (!token || !isSessionRefusal(error)) throw error;
    const renewed = await renewAccessToken(token);
    // Who signed in meanwhile does not make the calls of the person before.
    if (!renewed || readUserId() !== person) throw error;
    try {
      return await call(renewed);
    } catch (second) {
      if (isSessionRefusal(second) && !second.unreached) clearSession('expired', second.ended);
      throw second;
    }
  }
}

async function blob(call: Call, options: RequestOptions & Parts = {}): Promise<Blob> {
  return withSession(async (token) => (await request(call, { timeoutMs: 60_000, ...options, token })).content);
}

/** Options that may be left out where the call sends nothing that it needs. */
type Optional<Options> = object extends Options ? [options?: Options] : [options: Options];
type Options<C extends Call, More = RequestOptions> = Optional<More & Sending<C>>;

/** The product's API: calls by their names in the contract, answers without their envelope, failures as ApiError. */
export const api = {
  /** For what speaks to the server in a way of its own: runs it with the access token, after a 401 once more with a renewed one. */
  withSession,
  call: <C extends Call>(name: C, ...[options]: Options<C>): Promise<Received<C, 'answer'>> =>
    withSession((token) => send(name, { ...options, token } as Parameters<typeof send<C>>[1])),
  /** Sends a form with files; `onProgress` gets the share sent, 0 to 1. There is no limit in time, only on standing still. */
  upload: <C extends Call>(
    name: C,
    form: FormData,
    onProgress?: (share: number) => void,
    options: UploadOptions = {},
  ) => withSession((token) => sendForm(name, form, token, { ...options, onProgress })),
  blob: <C extends Call>(name: C, ...[options]: Options<C>) => blob(name, options),
  /** A protected file as a local address for images and links; revoke it with URL.revokeObjectURL when done. */
  blobUrl: async <C extends Call>(name: C, ...[options]: Options<C>) => URL.createObjectURL(await blob(name, options)),
};
