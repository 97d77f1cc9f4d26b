import type { ErrorBody } from '@ec/contract/base/error-body';
import { ApiError } from './api-error.ts';
import { markSynced } from '../stream/connection.ts';
import { markJustWrote, noteWrite } from './just-wrote.ts';

const API_BASE = '/api';
const API_TIMEOUT_MS = 10_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type QueryValue = string | number | boolean | null | undefined;

export interface RequestOptions {
  /** Values that are undefined, null or empty are left out. */
  query?: Record<string, QueryValue | readonly (string | number)[]> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  timeoutMs?: number | undefined;
}

export interface SendOptions extends RequestOptions {
  token: string | null;
}

export function apiUrl(path: string, query: RequestOptions['query'] = {}): string {
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
export async function request(method: Method, path: string, options: SendOptions): Promise<Answer> {
  const headers = new Headers(options.headers);
  if (options.token) headers.set('authorization', `Bearer ${options.token}`);
  if (method === 'GET') markJustWrote(headers);
  const form = options.body instanceof FormData;
  if (options.body !== undefined && !form) headers.set('content-type', 'application/json');
  const body = options.body === undefined ? null : form ? (options.body as FormData) : JSON.stringify(options.body);

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
    const response = await fetch(apiUrl(path, options.query), { method, headers, body, signal: controller.signal });
    // The body is read inside the time limit too: on 2G the headers may come and the rest never.
    const content = await response.blob();
    // What a gateway answers in the server's place is no word from the server.
    if (response.status < 500) markSynced();
    if (!response.ok) throw ApiError.answered(response.status, parseErrorBody(await content.text()));
    return { status: response.status, content };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (timedOut) throw ApiError.client('TIMEOUT');
    throw ApiError.client(options.signal?.aborted ? 'CANCELLED' : 'NETWORK');
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
    if (method !== 'GET') noteWrite(path);
  }
}

/** One request and the data of its answer: the field `data`, or the whole body where an answer keeps its fields on top. */
export async function send<T>(method: Method, path: string, options: SendOptions): Promise<T> {
  const { status, content } = await request(method, path, options);
  return unwrap<T>(await content.text(), status);
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
