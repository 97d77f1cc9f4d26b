import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, requireLoopback } from '../load.ts';
import type { Staying } from './people.ts';
import type { Recorder } from './recorder.ts';

const SHORTEST_MS = 20_000;
const LONGEST_MS = 120_000;
const PAUSE_MS = 1000;

interface Options {
  origin: string;
  client: Client;
  watchers: Staying;
  recorder: Recorder;
  streams: number;
}

/** Opens the stream; resolves once it is answered, with how to end it and the moment when it ended. */
function openStream(url: string): Promise<{ close: () => void; ended: Promise<void> }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The stream was refused: ${response.statusCode}`));
      const ended = new Promise<void>((end) => {
        response.on('close', end);
        response.on('error', () => end());
      });
      response.resume();
      resolve({ close: () => request.destroy(), ended });
    });
    request.on('error', reject);
  });
}

/** So many consoles, each open for a while, then closed and opened again. */
export function comeAndGo({ origin, client, watchers, recorder, streams }: Options): { stop(): Promise<void> } {
  requireLoopback(origin);
  const over = new AbortController();

  async function visit(place: number): Promise<void> {
    const begin = performance.now();
    const reply = await client.send({
      method: 'POST',
      path: '/notifications/stream-ticket',
      token: watchers.token(place),
    });
    if (reply.status !== 200 && reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`);
    const { data } = JSON.parse(reply.text) as { data: { ticket: string } };
    const stream = await openStream(`${origin}/api/notifications/stream?token=${data.ticket}`);
    recorder.note('stream', performance.now() - begin);
    const stay = SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS);
    const left = delay(stay, undefined, { signal: over.signal }).then(
      () => true,
      () => true,
    );
    const early = stream.ended.then(() => false);
    if (!(await Promise.race([left, early]))) recorder.fail('stream', 'The server ended it');
    stream.close();
  }

  async function keepComing(place: number): Promise<void> {
    // They do not all come at once.
    await delay((place / streams) * SHORTEST_MS, undefined, { signal: over.signal }).catch(() => undefined);
    while (!over.signal.aborted) {
      await visit(place).catch((error: unknown) => recorder.fail('stream', error));
      await delay(PAUSE_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  }

  const all = Promise.all(Array.from({ length: streams }, (_, place) => keepComing(place)));
  return {
    async stop() {
      over.abort();
      await all;
    },
  };
}
