import type { StreamMessage, StreamMessageType } from '@ec/contract/events/schemas';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../http/api.ts';
import { markSynced, setStreamState } from './connection.ts';
import { apiUrl } from '../http/http.ts';

export const STREAM_RECONNECT_MS = 5000;
/** Time limit for opening a stream; a network that drops all packets would let it wait for minutes. */
export const STREAM_OPEN_MS = 15_000;
/** Silence (three heartbeats) after which a stream counts as dead: a phone that changed networks gets no signal that its connection is gone. */
export const STREAM_SILENCE_MS = 45_000;

const TYPES = [
  'heartbeat',
  'notification',
  'notification-read',
  'election-mode',
  'elections',
  'results',
  'disputes',
  'second-entries',
  'collations',
  'access',
  'people',
  'alerts',
  'announcements',
  'reports',
  'settings',
  'geography',
  'chat',
  'session-ended',
] as const satisfies readonly StreamMessageType[];

type Handler = (message: StreamMessage) => void;
const handlers = new Map<StreamMessageType, Set<Handler>>();

/** Notifications may come twice after a reconnection; the ids of this many are remembered. */
const REMEMBERED = 500;
const received = new Set<string>();

function cameBefore(message: StreamMessage): boolean {
  if (message.type !== 'notification') return false;
  if (received.has(message.id)) return true;
  received.add(message.id);
  for (const oldest of received) {
    if (received.size <= REMEMBERED) break;
    received.delete(oldest);
  }
  return false;
}

export function publish(message: StreamMessage): void {
  if (cameBefore(message)) return;
  for (const handler of handlers.get(message.type) ?? []) handler(message);
}

export function subscribe(type: StreamMessageType, handler: Handler): () => void {
  const set = handlers.get(type) ?? new Set();
  handlers.set(type, set.add(handler));
  return () => set.delete(handler);
}

/** Calls the handler for every message of the type while the component stands. */
export function useStreamMessage<T extends StreamMessageType>(
  type: T,
  handler: (message: Extract<StreamMessage, { type: T }>) => void,
): void {
  const onMessage = useEffectEvent((message: StreamMessage) => {
    if (message.type === type) handler(message as Extract<StreamMessage, { type: T }>);
  });
  useEffect(() => subscribe(type, onMessage), [type]);
}

let connectNow: () => void = () => undefined;

/** Tries at once to open the stream again, if it is not open. */
export function retryStream(): void {
  connectNow();
}

/** Opens the tab's stream and keeps it open until the returned function is called. */
export function openStream(): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastEventId = '';
  let closed = false;
  let attempts = 0;

  const later = (work: () => void, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  };
  const fail = (since?: number) => {
    attempts++;
    source?.close();
    source = null;
    if (closed) return;
    setStreamState('closed', since);
    later(() => void connect(), STREAM_RECONNECT_MS);
  };
  const alive = () => {
    markSynced();
    setStreamState('open');
    const heard = Date.now();
    later(() => fail(heard), STREAM_SILENCE_MS);
  };
  const receive = (event: MessageEvent<string>) => {
    alive();
    if (event.lastEventId) lastEventId = event.lastEventId;
    const message = parse(event);
    if (message) publish(message);
  };
  const connect = async () => {
    const attempt = ++attempts;
    try {
      const { ticket } = await api.call('POST /notifications/stream-ticket');
      if (closed || attempt !== attempts) return;
      source = new EventSource(apiUrl('GET /notifications/stream', { query: { token: ticket, lastEventId } }));
      source.addEventListener('open', alive);
      // The browser's own reconnection would present the used ticket again, so it is never left to it.
      source.addEventListener('error', () => fail());
      for (const type of TYPES) source.addEventListener(type, receive);
      later(fail, STREAM_OPEN_MS);
    } catch {
      if (attempt === attempts) fail();
    }
  };
  // A connection that was open when the network was lost may be dead: it is opened again.
  const onNetwork = () => {
    fail();
    later(() => void connect(), 0);
  };
  connectNow = () => {
    if (!source) later(() => void connect(), 0);
  };

  window.addEventListener('online', onNetwork);
  received.clear();
  setStreamState('connecting');
  void connect();
  return () => {
    closed = true;
    clearTimeout(timer);
    source?.close();
    window.removeEventListener('online', onNetwork);
    connectNow = () => undefined;
    setStreamState('connecting');
  };
}

function parse(event: MessageEvent<string>): StreamMessage | null {
  try {
    const data: unknown = JSON.parse(event.data);
    return typeof data === 'object' && data !== null ? ({ ...data, type: event.type } as StreamMessage) : null;
  } catch {
    return null;
  }
}
