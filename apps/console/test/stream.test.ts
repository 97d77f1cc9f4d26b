import { notificationMessage } from '@ec/contract/events/schemas';
import { StreamTicket } from '@ec/contract/notifications/schemas';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionWord, useConnection } from '../src/lib/stream/connection.ts';
import {
  openStream,
  publish,
  retryStream,
  STREAM_OPEN_MS,
  STREAM_RECONNECT_MS,
  STREAM_SILENCE_MS,
  subscribe,
} from '../src/lib/stream/stream.ts';
import { stubEventSource, TestEventSource } from './event-source.ts';
import { signedInOnDevice } from './people.ts';
import { ok, refuse, serve } from './server.ts';

const word = () => connectionWord(useConnection.getState());
let close: () => void = () => undefined;
let tickets = 0;
const ticket = () => ok(StreamTicket, { ticket: `ticket-${++tickets}`, expiresInSeconds: 30 });
const heartbeat = { type: 'heartbeat', at: '2023-02-25T13:32:07.000Z', electionMode: true };

beforeEach(() => {
  vi.useFakeTimers();
  tickets = 0;
  stubEventSource();
  signedInOnDevice();
  useConnection.setState({ stream: 'connecting', network: true, lastSync: null, downSince: null });
});

afterEach(() => {
  close();
  vi.useRealTimers();
});

async function opened() {
  close = openStream();
  await vi.advanceTimersByTimeAsync(0);
  TestEventSource.latest().open();
}

describe('the live stream', () => {
  it('opens with a one-use ticket, never with the access token, and is then Online', async () => {
    serve({ 'POST /notifications/stream-ticket': ticket });
    expect(word()).toBe('Connecting');
    await opened();
    expect(TestEventSource.latest().url).toBe('/api/notifications/stream?token=ticket-1');
    expect(word()).toBe('Online');
  });

  it('is Offline when it closes, and five seconds later goes on after the last event with a fresh ticket', async () => {
    serve({ 'POST /notifications/stream-ticket': ticket });
    await opened();
    TestEventSource.latest().send(heartbeat, '41');
    TestEventSource.latest().fail();
    expect(word()).toBe('Offline');
    await vi.advanceTimersByTimeAsync(STREAM_RECONNECT_MS - 1);
    expect(TestEventSource.opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(TestEventSource.latest().url).toBe('/api/notifications/stream?token=ticket-2&lastEventId=41');
    TestEventSource.latest().open();
    expect(word()).toBe('Online');
  });

  it('tries again when no ticket can be had', async () => {
    let answer = () => refuse('UNAVAILABLE');
    serve({ 'POST /notifications/stream-ticket': () => answer() });
    close = openStream();
    await vi.advanceTimersByTimeAsync(0);
    expect(word()).toBe('Offline');
    answer = ticket;
    await vi.advanceTimersByTimeAsync(STREAM_RECONNECT_MS);
    expect(TestEventSource.opened).toHaveLength(1);
  });

  it('counts as dead when nothing is heard for long', async () => {
    serve({ 'POST /notifications/stream-ticket': ticket });
    await opened();
    await vi.advanceTimersByTimeAsync(STREAM_SILENCE_MS - 1000);
    TestEventSource.latest().send(heartbeat);
    await vi.advanceTimersByTimeAsync(STREAM_SILENCE_MS - 1000);
    expect(word()).toBe('Online');
    await vi.advanceTimersByTimeAsync(1000);
    expect(word()).toBe('Offline');
    expect(TestEventSource.opened[0]?.closed).toBe(true);
  });

  it('is Offline when the device has no network', async () => {
    serve({ 'POST /notifications/stream-ticket': ticket });
    await opened();
    window.dispatchEvent(new Event('offline'));
    expect(word()).toBe('Offline');
    expect(useConnection.getState().downSince).toBe(Date.now());
    const before = TestEventSource.latest();
    window.dispatchEvent(new Event('online'));
    expect(word()).toBe('Offline');
    await vi.advanceTimersByTimeAsync(0);
    expect(before.closed).toBe(true);
    TestEventSource.latest().open();
    expect(word()).toBe('Online');
    expect(useConnection.getState().downSince).toBeNull();
  });

  it('is tried again when it does not open in time', async () => {
    serve({ 'POST /notifications/stream-ticket': ticket });
    close = openStream();
    await vi.advanceTimersByTimeAsync(STREAM_OPEN_MS);
    expect(word()).toBe('Offline');
    await vi.advanceTimersByTimeAsync(STREAM_RECONNECT_MS);
    expect(TestEventSource.opened).toHaveLength(2);
    expect(TestEventSource.opened[0]?.closed).toBe(true);
  });

  it('is opened once, however often it is requested while a ticket is on its way', async () => {
    let give: (response: Response) => void = () => undefined;
    const waiting: Promise<Response>[] = [];
    serve({
      'POST /notifications/stream-ticket': () => {
        const answer = new Promise<Response>((resolve) => {
          give = resolve;
        });
        waiting.push(answer);
        return answer;
      },
    });
    close = openStream();
    await vi.advanceTimersByTimeAsync(0);
    const first = give;
    retryStream();
    await vi.advanceTimersByTimeAsync(0);
    expect(waiting).toHaveLength(2);
    give(ticket());
    first(ticket());
    await vi.advanceTimersByTimeAsync(0);
    expect(TestEventSource.opened).toHaveLength(1);
  });

  it('was down since it was last heard, where it was found silent', async () => {
    serve({ 'POST /notifications/stream-ticket': ticket });
    await opened();
    const heard = Date.now();
    await vi.advanceTimersByTimeAsync(STREAM_SILENCE_MS);
    expect(useConnection.getState().downSince).toBe(heard);
  });

  it('notes when the server was last heard', async () => {
    serve({ 'POST /notifications/stream-ticket': ticket });
    await opened();
    vi.setSystemTime(new Date('2023-02-25T13:32:07Z'));
    TestEventSource.latest().send(heartbeat);
    expect(useConnection.getState().lastSync).toBe(Date.parse('2023-02-25T13:32:07Z'));
  });
});

it('a notification that comes twice is shown once', () => {
  const heard: string[] = [];
  const message = (id: string) =>
    notificationMessage({
      id,
      topic: 'account',
      type: 'info',
      title: '',
      message: '',
      isRead: false,
      createdAt: '2023-02-25T13:32:07.000Z',
      actionUrl: null,
    });
  const end = subscribe('notification', (each) => heard.push('id' in each ? String(each.id) : ''));
  for (const id of ['901', '902', '901', '903', '902']) publish(message(id));
  end();
  expect(heard).toEqual(['901', '902', '903']);
});
