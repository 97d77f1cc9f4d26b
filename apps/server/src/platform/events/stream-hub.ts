import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { SessionId, UserId } from '@ec/contract/base/common';
import type { StreamMessage } from '@ec/contract/events/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Notification } from '@ec/contract/notifications/schemas';
import { isInForce } from '@ec/contract/permissions/privileges';
import type { Actor } from '../http/actor.ts';
import type { Clock } from '../runtime/clock.ts';
import { positionText, type StreamPosition } from './stream-position.ts';

/** One console's open stream. */
interface Stream {
  actor: Actor;
  response: ServerResponse;
  /** Up to where the reader has been told; undefined while what it missed is still being read. */
  position: StreamPosition | undefined;
  /** What came in that while. */
  held: Batch[];
  /** Numbers that the reader had been told when it joined; their events may still be on their way. */
  known: ReadonlySet<string>;
}

interface Batch {
  /** In the order of their numbers. */
  notifications: readonly Notification[];
  horizon: string;
}

const NONE: ReadonlySet<string> = new Set();
const HEARTBEAT_MS = 15_000;
/** So long a heartbeat waits for what it tells besides. */
const ASK_MS = 1000;
/** A reader that lets this much pile up is cut off; it comes back and asks for what it missed. */
const MAX_WAITING_BYTES = 512 * 1024;

export interface StreamHub {
  /**
   * Adds the stream until its connection closes. Answers how to say up to where its reader has been told, and which
   * numbers lately: notifications are held back until then.
   */
  open(actor: Actor, response: ServerResponse): (told: StreamPosition, known: ReadonlySet<string>) => void;
  /** Sends the message to every stream whose person it concerns; it is put into text once. */
  send(message: StreamMessage, concerns: (actor: Actor) => boolean): void;
  /** Sends the person's streams the notifications of one batch, which was read at the horizon. */
  notify(userId: UserId, notifications: readonly Notification[], horizon: string): void;
  /** Sends the message to the person's streams. */
  sendToUser(userId: UserId, message: StreamMessage): void;
  /**
   * Sends each area's people the message made for their area, where there is one: areas are asked once however many
   * people share them, and the message is put into text once an area.
   */
  sendByArea(
    messageFor: (area: LocationId) => StreamMessage | undefined,
    concerns: (actor: Actor, area: LocationId) => boolean,
  ): void;
  /** Ends the streams that match, among one person's where that is known. */
  end(which: (actor: Actor) => boolean, message: StreamMessage, userId?: UserId): void;
  /** The sessions behind the open streams, or behind one person's. */
  sessions(userId?: UserId): SessionId[];
  /** Puts what is now known of the session's person in place of what was; answers whether their rights changed. */
  renew(actor: Actor): boolean;
  /** How many are open. */
  readonly size: number;
  /** How many of them are the person's. */
  countOf(userId: UserId): number;
  close(): void;
}

const rightsOf = ({ role, areas, levels, privileges }: Actor) => ({ role, areas, levels, privileges });

/** A message in the form of the wire; a position lets the reader ask for what it was not told up to there. */
export function frame(message: StreamMessage, position?: StreamPosition): string {
  const id = position ? `id: ${positionText(position)}\n` : '';
  return `${id}event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`;
}

/** A stream that has just been opened may have been told at a later horizon than that of an event on its way. */
function later(one: string | null, other: string): string {
  return one !== null && BigInt(one) > BigInt(other) ? one : other;
}

/** Streams that share something, found by it. */
function createIndex<K>() {
  const groups = new Map<K, Set<Stream>>();
  return {
    groups,
    add(key: K, stream: Stream): void {
      const group = groups.get(key);
      if (group) group.add(stream);
      else groups.set(key, new Set([stream]));
    },
    remove(key: K, stream: Stream): void {
      const group = groups.get(key);
      group?.delete(stream);
      if (group?.size === 0) groups.delete(key);
    },
  };
}

/** True from the moment on at which the person's privileges end, also before the stream is brought up to date. */
function isOver({ privileges }: Actor, clock: Clock): boolean {
  return privileges !== null && !isInForce(privileges.validUntil, clock.now());
}

/** Holds the open streams of this process. `electionMode` answers what each heartbeat says of it. */
export function createStreamHub(electionMode: () => Promise<boolean>, clock: Clock): StreamHub {
  const streams = new Set<Stream>();
  const byUser = createIndex<UserId>();
  const byArea = createIndex<LocationId>();
  let mode = false;

  function add(stream: Stream): void {
    streams.add(stream);
    byUser.add(stream.actor.userId, stream);
    for (const area of stream.actor.areas) byArea.add(area, stream);
  }

  function remove(stream: Stream): void {
    streams.delete(stream);
    byUser.remove(stream.actor.userId, stream);
    for (const area of stream.actor.areas) byArea.remove(area, stream);
  }

  /** The reader as they are now: without any area once their privileges are over. */
  function present({ actor }: Stream): Actor {
    return isOver(actor, clock) ? { ...actor, area: null, areas: [] } : actor;
  }

  function streamsOf(userId: UserId | undefined): Stream[] {
    return [...(userId === undefined ? streams : (byUser.groups.get(userId) ?? []))];
  }

  function write(stream: Stream, text: string): void {
    if (stream.response.writableLength > MAX_WAITING_BYTES) stream.response.destroy();
    else stream.response.write(text);
  }

  function tell(stream: Stream, position: StreamPosition, { notifications, horizon }: Batch): void {
    const news = notifications.filter(({ id }) => !stream.known.has(id));
    for (const [index, notification] of news.entries()) {
      position.newest = Math.max(position.newest, Number(notification.id));
      if (index === news.length - 1) position.horizon = later(position.horizon, horizon);
      write(stream, frame({ type: 'notification', id: notification.id, notification }, position));
    }
  }

  /** First of all it says that the connection lives: also while the database is away, with the mode as it was last known. */
  async function heartbeat(): Promise<void> {
    const asked = electionMode().catch(() => mode);
    mode = await Promise.race([asked, sleep(ASK_MS, mode, { ref: false })]);
    const text = frame({ type: 'heartbeat', at: new Date().toISOString(), electionMode: mode });
    for (const stream of streams) {
      write(stream, text);
      if (stream.position) stream.known = NONE;
    }
  }

  const timer = setInterval(() => void heartbeat(), HEARTBEAT_MS);
  timer.unref();

  return {
    open(actor, response) {
      const stream: Stream = { actor, response, position: undefined, held: [], known: NONE };
      if (!response.closed && !response.destroyed) {
        add(stream);
        response.on('close', () => remove(stream));
      }
      return (told, known) => {
        stream.position = told;
        stream.known = known;
        for (const batch of stream.held.splice(0)) tell(stream, told, batch);
      };
    },
    notify(userId, notifications, horizon) {
      // In the order of their numbers: the horizon moves with the last of them, when the reader has all of the batch.
      const batch = { notifications: [...notifications].sort((a, b) => Number(a.id) - Number(b.id)), horizon };
      for (const stream of byUser.groups.get(userId) ?? []) {
        if (stream.position) tell(stream, stream.position, batch);
        else stream.held.push(batch);
      }
    },
    send(message, concerns) {
      const text = frame(message);
      for (const stream of streams) if (concerns(present(stream))) write(stream, text);
    },
    sendToUser(userId, message) {
      const theirs = byUser.groups.get(userId);
      if (!theirs) return;
      const text = frame(message);
      for (const stream of theirs) write(stream, text);
    },
    sendByArea(messageFor, concerns) {
      for (const [area, group] of byArea.groups) {
        const message = messageFor(area);
        if (!message) continue;
        const text = frame(message);
        for (const stream of group) {
          if (!isOver(stream.actor, clock) && concerns(stream.actor, area)) write(stream, text);
        }
      }
    },
    end(which, message, userId) {
      for (const stream of streamsOf(userId)) {
        if (!which(stream.actor)) continue;
        stream.response.end(frame(message));
        remove(stream);
      }
    },
    sessions(userId) {
      return [...new Set(streamsOf(userId).map(({ actor }) => actor.sessionId))];
    },
    renew(actor) {
      let changed = false;
      for (const stream of streamsOf(actor.userId)) {
        if (stream.actor.sessionId !== actor.sessionId) continue;
        changed ||= !isDeepStrictEqual(rightsOf(stream.actor), rightsOf(actor));
        remove(stream);
        stream.actor = actor;
        add(stream);
      }
      return changed;
    },
    get size() {
      return streams.size;
    },
    countOf: (userId) => streamsOf(userId).length,
    close() {
      clearInterval(timer);
      for (const stream of streams) {
        stream.response.end();
        remove(stream);
      }
    },
  };
}
