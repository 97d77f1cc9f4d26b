import type { StreamMessage } from '@ec/contract/events/schemas';
import type { StreamTicket } from '@ec/contract/notifications/schemas';
import type { Client, TestApp } from './harness.ts';

/** A console's stream, read over a real connection. */
export interface OpenStream {
  status: number;
  headers: Headers;
  /** What the last frame that named a position said: a browser names it when it comes back. */
  lastEventId(): string;
  /** The lines that came before the first event. */
  preamble: string;
  /** The next message without heartbeats, unless one is requested ('any' for every kind); undefined when the server ended the stream. */
  next(type?: StreamMessage['type'] | 'any'): Promise<StreamMessage | undefined>;
  close(): Promise<void>;
}

/** Lets the application listen, once, on a port of its own. */
export async function listen(test: TestApp): Promise<string> {
  const address = test.app.fastify.server.address();
  if (address === null) return await test.app.fastify.listen({ port: 0, host: '127.0.0.1' });
  return typeof address === 'string' ? address : `http://127.0.0.1:${address.port}`;
}

export async function ticketOf(client: Client): Promise<string> {
  const reply = await client.post('/notifications/stream-ticket');
  return reply.json<StreamTicket>('data').ticket;
}

function parse(block: string): StreamMessage | undefined {
  const data = /^data: (.*)$/m.exec(block)?.[1];
  return data === undefined ? undefined : (JSON.parse(data) as StreamMessage);
}

export async function openStream(
  test: TestApp,
  ticket: string,
  after: { query?: string; header?: string } = {},
): Promise<OpenStream> {
  const url = new URL('/api/notifications/stream', await listen(test));
  url.searchParams.set('token', ticket);
  if (after.query !== undefined) url.searchParams.set('lastEventId', after.query);
  const controller = new AbortController();
  const response = await fetch(url, {
    signal: controller.signal,
    headers: after.header === undefined ? {} : { 'last-event-id': after.header },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let lastEventId = '';

  async function block(): Promise<string | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const found = text.slice(0, end);
        text = text.slice(end + 2);
        lastEventId = /^id: (.*)$/m.exec(found)?.[1] ?? lastEventId;
        return found;
      }
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return undefined;
      text += chunk.value;
    }
  }

  const streams = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    lastEventId: () => lastEventId,
    preamble: (streams ? await block() : undefined) ?? '',
    async next(type) {
      for (;;) {
        const found = await block();
        if (found === undefined) return undefined;
        const message = parse(found);
        if (!message) continue;
        if (type === undefined ? message.type !== 'heartbeat' : type === 'any' || message.type === type) return message;
      }
    },
    async close() {
      controller.abort();
      await reader?.cancel().catch(() => undefined);
    },
  };
}
