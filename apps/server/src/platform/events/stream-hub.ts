import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { SessionId, UserId } from '@ec/contract/base/common';
import { notificationMessage, type StreamMessage } from '@ec/contract/events/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Notification } from '@ec/contract/notifications/schemas';
import { isInForce } from '@ec/contract/permissions/privileges';
import type { Actor } from '../http/actor.ts';
import type { Clock } from '../runtime/clock.ts';

/**
 * Position up to which a subscriber has received notifications. A number alone is not enough: numbers are issued before commit, so a lower one can
 * appear after a higher one. Every transaction below the horizon had ended at the last delivery, so an undelivered event has a higher number or was
 * saved at the horizon or above.
 */
export interface StreamPosition {
  /** The highest number delivered. */
  newest: number;
  /** Number of a transaction; null if the subscriber knows none: then only higher numbers count as undelivered. */
  horizon: string | null;
}

/** The position as text (`17-2345`), as the subscriber sends it when it reconnects. */
function positionText({ newest, horizon }: StreamPosition): string {
  return horizon === null ? String(newest) : `${newest}-${horizon}`;
}

/** Parses a position; undefined for anything else. */
export function readPosition(text: string): StreamPosition | undefined {
  const parts = /^(\d{1,15})(?:-(\d{1,19}))?$/.exec(text);
  return parts ? { newest: Number(parts[1]), horizon: parts[2] ?? null } : undefined;
}

/** One console's open stream. */
interface Stream {
  actor: Actor;
  response: ServerResponse;
  /** Position up to which the subscriber is served; undefined while the events it missed are still being read. */
  position: StreamPosition | undefined;
  /** Batches that arrived during that time. */
  held: Batch[];
  /** Numbers the subscriber already had when it joined; their events may still arrive. */
  known: ReadonlySet<string>;
}

interface Batch {
  /** In ascending order of number. */
  notifications: readonly Notification[];
  horizon: string;
}

const NONE: ReadonlySet<string> = new Set();
const HEARTBEAT_MS = 15_000;
/** Maximum time that a heartbeat waits for the election mode. */
const ASK_MS = 1000;
/** A subscriber with this much unsent data is disconnected; it reconnects and requests what it missed. */
const MAX_WAITING_BYTES = 512 * 1024;

export interface StreamHub {
  /**
   * Adds the stream until its connection closes. Returns a function to call with the subscriber's position and the recent numbers it has;
   * notifications are held back until then.
   */
  open(actor: Actor, response: ServerResponse): (position: StreamPosition, known: ReadonlySet<string>) => void;
  /** Sends the message to every stream whose actor it concerns; it is serialised once. */
  send(message: StreamMessage, concerns: (actor: Actor) => boolean): void;
  /** Sends the user's streams the notifications of one batch, read at the horizon. */
  notify(userId: UserId, notifications: readonly Notification[], horizon: string): void;
  /** Sends the message to the user's streams. */
  sendToUser(userId: UserId, message: StreamMessage): void;
  /** Sends each area's users the message made for their area, if there is one. The message is made and serialised once per area. */
  sendByArea(
    messageFor: (area: LocationId) => StreamMessage | undefined,
    concerns: (actor: Actor, area: LocationId) => boolean,
  ): void;
  /** Ends the streams that `messageFor` has a last message for, of one user if given. */
  end(messageFor: (actor: Actor) => StreamMessage | undefined, userId?: UserId): void;
  /** The sessions of the open streams, or of one user's. */
  sessions(userId?: UserId): SessionId[];
  /** Replaces the actor of the session's streams. Returns whether their rights changed. */
  renew(actor: Actor): boolean;
  /** Number of open streams. */
  readonly size: number;
  /** Number of the user's open streams. */
  countOf(userId: UserId): number;
  close(): void;
}

const rightsOf = ({ role, areas, levels, privileges }: Actor) => ({ role, areas, levels, privileges });

/** A message in wire format. The position lets the subscriber resume from there. */
export function frame(message: StreamMessage, position?: StreamPosition): string {
  const id = position ? `id: ${positionText(position)}\n` : '';
  return `${id}event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`;
}

/** The later of two horizons. A stream that was just opened can be ahead of an event that is still on its way. */
function later(one: string | null, other: string): string {
  return one !== null && BigInt(one) > BigInt(other) ? one : other;
}

/** An index of streams by a shared key. */
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

/** True from the end of the actor's privileges on, even if the stream has not been updated yet. */
function isOver({ privileges }: Actor, clock: Clock): boolean {
  return privileges !== null && !isInForce(privileges.validUntil, clock.now());
}

/** Holds the open streams of this process. `electionMode` supplies the mode for each heartbeat. */
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

  /** The actor as of now: without an area once the privileges have ended. */
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

  function deliver(stream: Stream, position: StreamPosition, { notifications, horizon }: Batch): void {
    const news = notifications.filter(({ id }) => !stream.known.has(id));
    for (const [index, notification] of news.entries()) {
      position.newest = Math.max(position.newest, Number(notification.id));
      if (index === news.length - 1) position.horizon = later(position.horizon, horizon);
      write(stream, frame(notificationMessage(notification), position));
    }
  }

  /** A heartbeat is sent even while the database is down, with the last known mode: its first purpose is to show that the connection lives. */
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
      return (position, known) => {
        stream.position = position;
        stream.known = known;
        for (const batch of stream.held.splice(0)) deliver(stream, position, batch);
      };
    },
    notify(userId, notifications, horizon) {
      // In ascending order of number: the horizon moves with the last one, when the subscriber has the whole batch.
      const batch = { notifications: [...notifications].sort((a, b) => Number(a.id) - Number(b.id)), horizon };
      for (const stream of byUser.groups.get(userId) ?? []) {
        if (stream.position) deliver(stream, stream.position, batch);
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
    end(messageFor, userId) {
      for (const stream of streamsOf(userId)) {
        const message = messageFor(stream.actor);
        if (!message) continue;
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
