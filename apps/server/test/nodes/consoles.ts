import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamMessage } from '@ec/contract/events/schemas';
import { openStream, type Stream } from '../faults/streams.ts';

const PAUSE_MS = 200;

/** An open console: it comes back whenever its stream ends, and sends its last position. */
export interface Console {
  /** The messages it received, in order; what came a second time is left out by its id, as the console does. */
  readonly messages: readonly StreamMessage[];
  /** How often its stream was cut off. */
  readonly cuts: number;
  close(): Promise<void>;
}

/** Takes what is new of a stream's messages. */
function createReader() {
  const messages: StreamMessage[] = [];
  const known = new Set<string>();
  return {
    messages,
    take(stream: Stream, from: number): number {
      for (const message of stream.messages.slice(from)) {
        if (message.type === 'notification') {
          if (known.has(message.id)) continue;
          known.add(message.id);
        }
        messages.push(message);
      }
      return stream.messages.length;
    },
  };
}

/** Opens a console with the token, and keeps it open until it is closed. */
export async function openConsole(origin: string, token: string): Promise<Console> {
  const reader = createReader();
  let stream = await openStream(origin, token);
  let read = 0;
  let cuts = 0;
  let closed = false;

  async function reopen(): Promise<void> {
    const after = stream.lastEventId;
    while (!closed) {
      try {
        stream = await openStream(origin, token, after);
        read = 0;
        return;
      } catch {
        await sleep(PAUSE_MS);
      }
    }
  }

  async function keepOpen(): Promise<void> {
    while (!closed) {
      await stream.ended;
      read = reader.take(stream, read);
      if (closed) return;
      cuts += 1;
      await reopen();
    }
  }

  const kept = keepOpen();
  return {
    get messages() {
      read = reader.take(stream, read);
      return reader.messages;
    },
    get cuts() {
      return cuts;
    },
    async close() {
      closed = true;
      stream.close();
      await kept;
    },
  };
}
