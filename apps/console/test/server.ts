import type * as z from 'zod/mini';
import { type ErrorCode, ERRORS, errorText } from '@ec/contract/base/errors';
import { vi } from 'vitest';

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  token: string | null;
  headers: Headers;
  /** Fires when the caller no longer waits for the answer. */
  signal: AbortSignal | null;
}

type Answer = Response | Promise<Response>;
type Handler = (call: Call) => Answer;

/** An answer of the API, checked against the contract before it is given. */
export function ok<T extends z.ZodMiniType>(schema: T, data: z.input<T>, status = 200): Response {
  return json(status, { success: true, data: schema.parse(data) });
}

/** An answer that keeps its fields on top, as the sign-in does. */
export function okFlat<T extends z.ZodMiniType>(schema: T, body: z.input<T>): Response {
  return json(200, schema.parse(body));
}

export function refuse(code: ErrorCode, details: Record<string, unknown> = {}): Response {
  return json(ERRORS[code].status, { success: false, code, error: errorText(code, details), details });
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('The request was aborted', 'AbortError')));
  });
}

/** Stands in for the server: handlers by "METHOD /path"; what has none answers 404. Returns the calls as they come. */
export function serve(handlers: Record<string, Handler>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://console.test');
    const path = url.pathname.replace(/^\/api/, '');
    const method = init.method ?? 'GET';
    const headers = new Headers(init.headers);
    const call: Call = {
      method,
      path,
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
      headers,
      signal: init.signal ?? null,
    };
    calls.push(call);
    const answer = (handlers[`${method} ${path}`] ?? (() => refuse('NOT_FOUND')))(call);
    return await Promise.race([answer, aborted(init.signal)]);
  });
  return calls;
}
