import { cleaned, DeliveryError } from './message-rules.ts';

const MAX_ANSWER_BYTES = 64 * 1024;

/** Errors that mean the request cannot have reached the provider. */
const UNREACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

export interface HttpAnswer {
  status: number;
  /** Undefined if the body is not JSON. */
  json: unknown;
  text: string;
  retryAfterMs: number | undefined;
}

function codeOf(error: unknown): string {
  const { code, errors, cause } = error as { code?: string; errors?: unknown[]; cause?: unknown };
  if (code) return code;
  const inner = errors?.[0] ?? cause;
  return inner === undefined ? '' : codeOf(inner);
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  if (response.body) {
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > MAX_ANSWER_BYTES) break;
      parts.push(part);
    }
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * POSTs to a provider and returns any answer. Redirects are not followed: the key is only for this address. Throws a DeliveryError if there is no
 * answer.
 */
export async function post(
  url: string,
  { headers, body, timeoutMs }: { headers: Record<string, string>; body: string; timeoutMs: number },
): Promise<HttpAnswer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    const text = await readText(response);
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
    return { status: response.status, json: parsed(text), text, retryAfterMs };
  } catch (error) {
    const code = codeOf(error);
    if (UNREACHED.has(code)) throw new DeliveryError('away', `The SMS gateway could not be reached (${code})`);
    throw new DeliveryError('silent', 'The SMS gateway did not answer');
  }
}

/** Throws a DeliveryError for answers with the same meaning at every provider: too many requests, down, moved, account not served. */
export function assertServed(answer: HttpAnswer, secrets: readonly (string | undefined)[]): void {
  const { status, retryAfterMs } = answer;
  const away =
    status >= 500 || (status >= 300 && status < 400) || [401, 402, 403, 404, 405, 407, 408, 429].includes(status);
  if (!away) return;
  const detail = cleaned(answer.text, secrets);
  throw new DeliveryError('away', `The SMS gateway answered ${status}`, { ...(detail && { detail }), retryAfterMs });
}
