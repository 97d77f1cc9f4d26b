import { Agent, get, type IncomingMessage } from 'node:http';
import type { StreamMessage } from '@ec/contract/events/schemas';
import type { StreamTicket } from '@ec/contract/notifications/schemas';
import { call } from './calls.ts';

const agent = new Agent({ keepAlive: false, maxSockets: Infinity });

/** A console's stream as a browser holds it. */
export interface Stream {
  readonly messages: readonly StreamMessage[];
  /** What a browser names when it comes back. */
  readonly lastEventId: string;
  /** Resolves when the stream has ended, however it did. */
  readonly ended: Promise<void>;
  readonly isOpen: boolean;
  /** Reads no more, while the connection stays. */
  pause(): void;
  close(): void;
}

function take(stream: { messages: StreamMessage[]; lastEventId: string }, block: string): void {
  const data = /^data: (.*)$/m.exec(block)?.[1];
  if (data === undefined) return;
  // A position that came with a message that was not read whole counts for nothing.
  stream.lastEventId = /^id: (.*)$/m.exec(block)?.[1] ?? stream.lastEventId;
  stream.messages.push(JSON.parse(data) as StreamMessage);
}

/** Opens a stream with the ticket; fails where it is refused. */
export function openWithTicket(origin: string, ticket: string, after = ''): Promise<Stream> {
  const url = new URL('/api/notifications/stream', origin);
  url.searchParams.set('token', ticket);
  if (after !== '') url.searchParams.set('lastEventId', after);
  const state = { messages: [] as StreamMessage[], lastEventId: after };
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, signal: AbortSignal.timeout(30 * 60_000) });
    sent.on('error', reject);
    sent.on('response', (response: IncomingMessage) => {
      if (response.statusCode !== 200) {
        response.resume();
        reject(new Error(`The stream was refused with ${response.statusCode}`));
        return;
      }
      let open = true;
      const ended = new Promise<void>((over) => {
        response.on('close', () => {
          open = false;
          over();
        });
      });
      let text = '';
      response.on('error', () => undefined);
      response.setEncoding('utf8').on('data', (part: string) => {
        const blocks = (text + part).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) take(state, block);
      });
      resolve({
        get messages() {
          return state.messages;
        },
        get lastEventId() {
          return state.lastEventId;
        },
        ended,
        get isOpen() {
          return open;
        },
        pause: () => void response.pause(),
        close: () => sent.destroy(),
      });
    });
  });
}

/** Asks for a ticket and opens the stream, as the console does. */
export async function openStream(origin: string, token: string, after = ''): Promise<Stream> {
  const answer = await call(origin, 'POST', '/notifications/stream-ticket', { token, patience: 30_000 });
  if (answer.status !== 200) throw new Error(`No ticket: ${answer.status} ${answer.text}`);
  return await openWithTicket(origin, answer.data<StreamTicket>().ticket, after);
}

/** How many streams the server says are open. */
export async function openStreams(origin: string): Promise<number> {
  const { text } = await call(origin, 'GET', '/metrics');
  return Number(/^ec_streams_open (\d+)$/m.exec(text)?.[1]);
}
