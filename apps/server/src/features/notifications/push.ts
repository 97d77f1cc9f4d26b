import type { AlertAudience } from '@ec/contract/alerts/schemas';
import { readsChannel } from '@ec/contract/chat/schemas';
import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { DomainEvent, StreamMessage } from '@ec/contract/events/schemas';
import { type Actor, isInsideOwn } from '../../platform/http/actor.ts';
import type { Platform } from '../../platform/http/context.ts';
import type { StoredEvent } from '../../platform/events/events.ts';
import { createResultBatcher } from './batch-results.ts';
import { endedSessions } from '../auth/queries.ts';
import { holdersOf } from './queries.ts';
import { hearsOfAlerts, hearsOfAnnouncements, hearsOfDisputes, hearsOfPeople, hearsOfReports } from './rules.ts';

const everybody = () => true;
const CHECK_MS = 30_000;
const ACCESS: StreamMessage = { type: 'access' };
const ALERTS: StreamMessage = { type: 'alerts' };
const ANNOUNCEMENTS: StreamMessage = { type: 'announcements' };

/** Ends the streams of invalid sessions, and updates the rights of the others; returns the users whose rights changed. */
async function checkStreams(platform: Platform, userId?: UserId): Promise<UserId[]> {
  const { database, organisation, hub, clock } = platform;
  const open = hub.sessions(userId);
  if (open.length === 0) return [];
  const holders = await holdersOf(database.db, open, await organisation.current(), clock.now());
  const gone = open.filter((sessionId) => !holders.has(sessionId));
  if (gone.length > 0) {
    // The event with the reason may not have arrived yet, so the reason is read from the database.
    const ends = await endedSessions(database.db, gone);
    const unknown = { reason: 'no longer valid', at: clock.now().toISOString(), device: null } as const;
    const over = new Set(gone);
    hub.end(
      ({ sessionId }) =>
        over.has(sessionId) ? { type: 'session-ended', ...(ends.get(sessionId) ?? unknown) } : undefined,
      userId,
    );
  }
  return [...holders.values()].filter((actor) => hub.renew(actor)).map((actor) => actor.userId);
}

/** Sends domain events to the open consoles. Returns the stop function. */
export function startPush(platform: Platform, onError: (error: unknown) => void): () => void {
  const { clock, events, hub, organisation, sessions } = platform;
  const gatherer = createResultBatcher(hub);

  /** Pending look-ups of users whose roles, levels or areas changed. */
  const checks = new Set<Promise<void>>();

  /** Roles, levels or settings changed: streams are updated before their consoles are notified to reload. */
  function accessChanged(userId?: UserId, more: readonly StreamMessage[] = []): void {
    const check = checkStreams(platform, userId)
      .then(() => {
        if (userId !== undefined) hub.sendToUser(userId, ACCESS);
        else for (const message of [ACCESS, ...more]) hub.send(message, everybody);
      })
      .catch(onError)
      .finally(() => checks.delete(check));
    checks.add(check);
  }

  /** Sends messages about a place after pending changes of rights are applied: a user moved out of it gets no more of them. */
  function withPresentRights(send: () => void): void {
    if (checks.size === 0) send();
    else void Promise.all(checks).then(send);
  }

  function sendWithPresentRights(message: StreamMessage, concerns: (actor: Actor) => boolean): void {
    withPresentRights(() => hub.send(message, concerns));
  }

  function pushChat({ channelId, messageId, senderId }: Extract<DomainEvent, { type: 'chat.message' }>): void {
    const message = { type: 'chat', channelId, messageId, senderId } as const;
    sendWithPresentRights(message, (actor) => readsChannel(actor, channelId));
  }

  function push(event: DomainEvent): void {
    switch (event.type) {
      case 'result.changed':
        return withPresentRights(() => gatherer.add(event));
      case 'notification':
      case 'alert.changed':
        return;
      case 'notification.read':
        return hub.sendToUser(event.userId, { type: 'notification-read', id: event.id, unread: event.unread });
      case 'alert.read':
        return hub.sendToUser(event.userId, ALERTS);
      case 'announcement.changed':
        return sendWithPresentRights(ANNOUNCEMENTS, (actor) => hearsOfAnnouncements(actor, event.audiences));
      case 'announcement.read':
        return hub.sendToUser(event.userId, ANNOUNCEMENTS);
      case 'report.changed':
        return sendWithPresentRights({ type: 'reports' }, (actor) => hearsOfReports(actor, event));
      case 'dispute.changed':
        return sendWithPresentRights({ type: 'disputes' }, (actor) => hearsOfDisputes(actor, event.pollingUnitId));
      case 'second_entry.changed':
        return sendWithPresentRights({ type: 'second-entries' }, (actor) =>
          hearsOfDisputes(actor, event.pollingUnitId),
        );
      case 'margin.changed':
        return sendWithPresentRights(
          { type: 'results', electionId: event.electionId, source: 'official', count: 0, lgas: null },
          (actor) => isInsideOwn(actor, event.pollingUnitId),
        );
      case 'collation.changed':
        return sendWithPresentRights({ type: 'collations' }, (actor) => hearsOfDisputes(actor, event.area));
      case 'election.changed':
        return hub.send({ type: 'elections' }, everybody);
      case 'election_mode.changed':
        organisation.invalidate();
        return hub.send({ type: 'election-mode', isElectionMode: event.isElectionMode }, everybody);
      case 'settings.changed':
        organisation.invalidate();
        sessions.forget();
        return accessChanged(undefined, [{ type: 'settings' }]);
      case 'permissions.changed':
        organisation.invalidate();
        sessions.forget();
        return accessChanged();
      case 'user.changed':
        sessions.forget(event.userId);
        return accessChanged(event.userId);
      case 'session.ended':
        sessions.forget(event.userId);
        return hub.end(
          ({ sessionId }) =>
            sessionId === event.sessionId
              ? {
                  type: 'session-ended',
                  reason: event.reason,
                  at: clock.now().toISOString(),
                  device: event.device ?? null,
                }
              : undefined,
          event.userId,
        );
      case 'chat.message':
        return pushChat(event);
      case 'people.changed':
        return sendWithPresentRights({ type: 'people' }, (actor) => hearsOfPeople(actor, event));
      case 'geography.changed':
        return hub.send({ type: 'geography' }, everybody);
    }
  }

  /** Alerts come in batches: each user reached by a batch gets one message. */
  function pushAlerts(batch: readonly StoredEvent[]): void {
    const changes = new Map<string, { area: LocationId | null; audience: AlertAudience }>();
    for (const { event } of batch) {
      if (event.type === 'alert.changed') changes.set(`${event.area} ${event.audience}`, event);
    }
    if (changes.size === 0) return;
    const different = [...changes.values()];
    sendWithPresentRights(ALERTS, (actor) => different.some((change) => hearsOfAlerts(actor, change)));
  }

  function pushNotifications(batch: readonly StoredEvent[]): void {
    const sent = batch.flatMap(({ event }) => (event.type === 'notification' ? [event] : []));
    const horizon = batch.at(-1)?.horizon ?? '0';
    for (const [userId, theirs] of Map.groupBy(sent, (event) => event.userId)) {
      const notifications = theirs.map(({ notification }) => notification);
      hub.notify(userId, notifications, horizon);
    }
  }

  const unsubscribe = events.subscribe((batch) => {
    let from = 0;
    for (const [at, { event }] of batch.entries()) {
      // What is read was there before: its notification goes first, or a console would count it as unread.
      if (event.type === 'notification.read') {
        pushNotifications(batch.slice(from, at));
        from = at;
      }
      push(event);
    }
    pushNotifications(batch.slice(from));
    pushAlerts(batch);
  });
  // No event reports an idle session or expired privileges, so open streams are checked periodically.
  const look = async () => {
    for (const userId of await checkStreams(platform)) hub.sendToUser(userId, ACCESS);
  };
  const timer = setInterval(() => void look().catch(onError), CHECK_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    gatherer.stop();
    unsubscribe();
  };
}
