import type { ServerResponse } from 'node:http';
import type { StreamMessage } from '@ec/contract/events';
import type { Actor } from './actor.ts';

/** One console's open stream. */
interface Stream {
  actor: Actor;
  response: ServerResponse;
}

const HEARTBEAT_MS = 15_000;
/** A reader that lets this much pile up is cut off; it comes back and asks for what it missed. */
const MAX_WAITING_BYTES = 512 * 1024;

export interface StreamHub {
  /** Adds the stream until its connection closes. */
  open(actor: Actor, response: ServerResponse): void;
  /** Sends the message to every stream whose person it concerns; it is put into text once. */
  send(message: StreamMessage, concerns: (actor: Actor) => boolean): void;
  /** Ends the streams of the session or the person. */
  end(which: (actor: Actor) => boolean, message: StreamMessage): void;
  /** How many are open. */
  readonly size: number;
  close(): void;
}

function frame(message: StreamMessage): string {
  const id = message.type === 'notification' ? `id: ${message.id}\n` : '';
  return `${id}event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`;
}

/** Holds the open streams of this process. `electionMode` tells each heartbeat how it stands. */
export function createStreamHub(electionMode: () => Promise<boolean>): StreamHub {
  const streams = new Set<Stream>();

  function write(stream: Stream, text: string): void {
    if (stream.response.writableLength > MAX_WAITING_BYTES) stream.response.destroy();
    else stream.response.write(text);
  }

  async function heartbeat(): Promise<void> {
    const text = frame({ type: 'heartbeat', at: new Date().toISOString(), electionMode: await electionMode() });
    for (const stream of streams) write(stream, text);
  }

  const timer = setInterval(() => void heartbeat().catch(() => undefined), HEARTBEAT_MS);
  timer.unref();

  return {
    open(actor, response) {
      const stream = { actor, response };
      streams.add(stream);
      response.on('close', () => streams.delete(stream));
    },
    send(message, concerns) {
      const text = frame(message);
      for (const stream of streams) if (concerns(stream.actor)) write(stream, text);
    },
    end(which, message) {
      for (const stream of streams) {
        if (!which(stream.actor)) continue;
        stream.response.end(frame(message));
        streams.delete(stream);
      }
    },
    get size() {
      return streams.size;
    },
    close() {
      clearInterval(timer);
      for (const stream of streams) stream.response.end();
      streams.clear();
    },
  };
}
