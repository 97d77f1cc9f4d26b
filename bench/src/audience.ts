import http from 'node:http';
import type { StreamMessage } from '@ec/contract/events/schemas';
import { requireLoopback } from './load.ts';

const PATIENCE_MS = 10_000;
/** Streams come from several addresses of this machine, so that none runs short of ports. */
const ADDRESSES = 4;

/** Open streams, and a wait until each of them had a certain message. */
export interface Audience {
  open(path: string, origin: string): Promise<void>;
  /** Resolves when the last stream has had such a message, with its moment (performance.now). */
  allHave(like: (message: StreamMessage) => boolean): Promise<number>;
  close(): void;
}

export function createAudience(): Audience {
  const requests: http.ClientRequest[] = [];
  const agent = new http.Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  let awaited: { like: (message: StreamMessage) => boolean; had: Set<number>; done: (at: number) => void } | undefined;
  const parsed = new Map<string, StreamMessage>();

  /** All streams receive the same text: it is parsed once, so that parsing is not measured. */
  function read(text: string): StreamMessage | undefined {
    const data = /^data: (.*)$/m.exec(text)?.[1];
    if (data === undefined) return undefined;
    const known = parsed.get(data) ?? (JSON.parse(data) as StreamMessage);
    if (parsed.size > 1000) parsed.clear();
    parsed.set(data, known);
    return known;
  }

  function receive(stream: number, text: string): void {
    const message = read(text);
    if (!message || !awaited?.like(message)) return;
    awaited.had.add(stream);
    if (awaited.had.size === requests.length) awaited.done(performance.now());
  }

  return {
    open: (path, origin) =>
      new Promise((resolve, reject) => {
        requireLoopback(origin);
        const stream = requests.length;
        const localAddress = `127.0.0.${1 + (stream % ADDRESSES)}`;
        const request = http.get(`${origin}${path}`, { agent, localAddress }, (response) => {
          if (response.statusCode !== 200) reject(new Error(`The stream was refused: ${response.statusCode}`));
          let waiting = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            const messages = (waiting + chunk).split('\n\n');
            waiting = messages.pop() ?? '';
            for (const message of messages) receive(stream, message);
          });
          response.on('error', () => undefined);
          resolve();
        });
        request.on('error', reject);
        requests.push(request);
      }),
    allHave(like) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error(`Only ${awaited?.had.size ?? 0} of ${requests.length} streams had the message`));
        }, PATIENCE_MS);
        awaited = {
          like,
          had: new Set(),
          done: (at) => {
            clearTimeout(timer);
            awaited = undefined;
            resolve(at);
          },
        };
      });
    },
    close() {
      for (const request of requests) request.destroy();
    },
  };
}
