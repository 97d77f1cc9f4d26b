import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  status: number;
  code: string | undefined;
  text: string;
  headers: NodeJS.Dict<string | string[]>;
  milliseconds: number;
  data<T>(): T;
}

interface Options {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** After this time without an answer the caller goes away, as a phone does. */
  patience?: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Makes one call; fails where there was no answer. */
export function call(origin: string, method: string, path: string, options: Options = {}): Promise<Answer> {
  const { token, body, headers = {}, patience = 60_000 } = options;
  const began = performance.now();
  const payload = body instanceof Buffer ? body : body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/api${path}`, {
      method,
      agent,
      headers: {
        ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      signal: AbortSignal.timeout(patience),
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const isJson = response.headers['content-type']?.includes('application/json') === true;
        const parsed = isJson ? (JSON.parse(text) as { code?: string; data?: unknown }) : {};
        resolve({
          status: response.statusCode ?? 0,
          code: parsed.code,
          text,
          headers: response.headers,
          milliseconds: performance.now() - began,
          data: <T>() => parsed.data as T,
        });
      });
    });
    sent.end(payload);
  });
}

/** A picture sent as the form sends it. */
export async function upload(origin: string, token: string, content: Buffer): Promise<Answer> {
  const boundary = 'sheet-of-the-unit';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="sheet.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return await call(origin, 'POST', '/files', {
    token,
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

/** Repeats the call until it is answered as wanted, with a breath between two tries; fails when the time is over. */
export async function until(
  wanted: (answer: Answer) => boolean,
  again: () => Promise<Answer>,
  { timeout = 60_000, pause = 100 }: { timeout?: number; pause?: number } = {},
): Promise<Answer> {
  let last: unknown;
  for (const end = performance.now() + timeout; performance.now() < end; await sleep(pause)) {
    try {
      const answer = await again();
      if (wanted(answer)) return answer;
      last = `${answer.status} ${answer.text}`;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`Not answered as wanted within ${timeout / 1000} s; the last was ${String(last)}`);
}
