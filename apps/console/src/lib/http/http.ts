import type { ErrorBody } from '@ec/contract/base/error-body';
import type { Call, Received, Sent } from '@ec/contract/endpoints';
import { markSynced } from '../stream/connection.ts';
import { taskOfItsOwn } from '../device/when-idle.ts';
import { ApiError } from './api-error.ts';

const API_BASE = '/api';
const API_TIMEOUT_MS = 10_000;

export type QueryValue = string | number | boolean | null | undefined;

/** What any call sends. `Sending` says which of it one call needs and allows. */
export interface Parts {
  params?: Record<string, string | number> | undefined;
  /** Values that are undefined, null or empty are left out. */
  query?: Record<string, QueryValue | readonly (string | number)[]> | undefined;
  body?: unknown;
}

type Params<C extends Call> = [Sent<C, 'params'>] extends [undefined]
  ? { params?: never }
  : { params: Record<keyof Sent<C, 'params'> & string, string | number> };
type Query<C extends Call> = { query?: { [Name in keyof Sent<C, 'query'>]?: NonNullable<Parts['query']>[string] } };
type Body<C extends Call> = undefined extends Sent<C, 'body'> ? { body?: Sent<C, 'body'> } : { body: Sent<C, 'body'> };

/** What the call sends, by the contract's endpoints. */
export type Sending<C extends Call> = Params<C> & Query<C> & Body<C>;

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  timeoutMs?: number | undefined;
}

interface Token {
  token: string | null;
}

/** The address of a call: its path with the variables filled in, and its query. */
export function apiUrl(call: Call, { params = {}, query = {} }: Parts = {}): string {
  const [, pattern = ''] = call.split(' ');
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    search.set(key, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = search.toString();
  return `${API_BASE}${path}${text ? `?${text}` : ''}`;
}

export interface Answer {
  status: number;
  content: Blob;
}

/** One request with a time limit; throws ApiError for no answer and for every answer that is no success. */
export async function request(call: Call, options: RequestOptions & Parts & Token): Promise<Answer> {
  const [method = 'GET'] = call.split(' ');
  // A page starts several in the task that draws it, and a phone takes some milliseconds for each.
  if (method === 'GET') await taskOfItsOwn();
  const headers = new Headers(options.headers);
  if (options.token) headers.set('authorization', `Bearer ${options.token}`);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  const body = options.body === undefined ? null : JSON.stringify(options.body);

  const controller = new AbortController();
  const cancel = () => controller.abort();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, options.timeoutMs ?? API_TIMEOUT_MS);
  options.signal?.addEventListener('abort', cancel);
  if (options.signal?.aborted) cancel();
  try {
    const response = await fetch(apiUrl(call, options), { method, headers, body, signal: controller.signal });
    // The body is read inside the time limit too: on 2G the headers may come and the rest never.
    const content = await response.blob();
    // An answer of a gateway or of the browser's cache does not count as an answer of the server.
    const mayBeKept = response.headers.get('cache-control')?.includes('max-age') ?? false;
    if (response.status < 500 && !mayBeKept) markSynced(response.headers.get('date'));
    if (!response.ok) throw ApiError.answered(response.status, parseErrorBody(await content.text()));
    return { status: response.status, content };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (timedOut) throw ApiError.client('TIMEOUT');
    throw ApiError.client(options.signal?.aborted ? 'CANCELLED' : 'NETWORK');
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
  }
}

/** One request and the data of its answer: the field `data`, or the whole body where an answer keeps its fields on top. */
export async function send<C extends Call>(
  call: C,
  options: RequestOptions & Sending<C> & Token,
): Promise<Received<C, 'answer'>> {
  const { status, content } = await request(call, options);
  return unwrap(await content.text(), status);
}

export function unwrap<T>(text: string, status: number): T {
  if (!text) return undefined as T;
  try {
    const body: unknown = JSON.parse(text);
    return (typeof body === 'object' && body !== null && 'data' in body ? body.data : body) as T;
  } catch {
    throw ApiError.client('UNREADABLE', status);
  }
}

export function parseErrorBody(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
