import type { EndedSession, SessionEndReason } from '../auth/session-ends.ts';
import type { AlertAudience } from '../alerts/schemas.ts';
import type { AnnouncementId, Audience } from '../announcements/schemas.ts';
import type { LocationId } from '../geography/location-id.ts';
import type { Notification } from '../notifications/schemas.ts';
import type { ResultStatus } from '../results/schemas.ts';
import type { ElectionId, ResultId, UserId } from '../base/common.ts';
import type { ElectionStatus, Source } from '../elections/schemas.ts';

/** An event, stored in the transaction of its change and delivered to every server process. */
export type DomainEvent =
  | {
      type: 'result.changed';
      electionId: ElectionId;
      source: Source;
      resultId: ResultId;
      pollingUnitId: LocationId;
      status: ResultStatus;
      version: number;
    }
  /** A dispute was raised, commented on, assigned or resolved. */
  | { type: 'dispute.changed'; disputeId: string; pollingUnitId: LocationId }
  /** A second entry of the unit came to wait for an arbiter, or no longer does. */
  | { type: 'second_entry.changed'; pollingUnitId: LocationId }
  /** A unit that did not hold was recorded, edited or withdrawn. */
  | { type: 'margin.changed'; electionId: ElectionId; pollingUnitId: LocationId }
  /** A form of a collation centre was entered or decided on. */
  | { type: 'collation.changed'; electionId: ElectionId; collationId: string; area: LocationId }
  | { type: 'election.changed'; electionId: ElectionId; status: ElectionStatus }
  | { type: 'election_mode.changed'; isElectionMode: boolean }
  | { type: 'settings.changed' }
  | { type: 'geography.changed' }
  | { type: 'permissions.changed' }
  | { type: 'user.changed'; userId: UserId }
  /** A user or a request about one was stored, changed or decided on; `area` is the (requested) assignment. */
  | { type: 'people.changed'; area: LocationId | null; requesterId: UserId | null }
  /** An alert was raised, acknowledged or escalated; `area` is the place concerned. */
  | { type: 'alert.changed'; alertId: string; area: LocationId | null; audience: AlertAudience }
  /** A user read alerts: their own counts changed. */
  | { type: 'alert.read'; userId: UserId }
  /** An announcement was written, changed, pinned or withdrawn; with the audiences before and after it. */
  | { type: 'announcement.changed'; announcementId: AnnouncementId; audiences: Audience[] }
  /** A user read an announcement: their own counts changed. */
  | { type: 'announcement.read'; userId: UserId }
  /** A report made progress, ended or was removed. */
  | { type: 'report.changed'; reportId: string; requesterId: UserId; area: LocationId | null }
  /** A chat message was sent, withdrawn or removed. */
  | { type: 'chat.message'; channelId: LocationId; messageId: number; senderId: UserId }
  /** `device` is the description of the one that signed in instead. */
  | { type: 'session.ended'; userId: UserId; sessionId: string; reason: SessionEndReason; device?: string }
  | { type: 'notification'; userId: UserId; notification: Notification }
  /** A user read one of their notifications, or all of them (null). */
  | { type: 'notification.read'; userId: UserId; id: string | null; unread: number };

/** A new notification; what a reader needs at once stands beside the whole record. */
type NotificationMessage = { type: 'notification'; notification: Notification } & Pick<
  Notification,
  'id' | 'title' | 'message' | 'createdAt' | 'actionUrl'
>;

export function notificationMessage(notification: Notification): NotificationMessage {
  const { id, title, message, createdAt, actionUrl } = notification;
  return { type: 'notification', id, title, message, createdAt, actionUrl, notification };
}

/** A message on a console's stream; one server-sent event each, named by `type`. */
export type StreamMessage =
  | { type: 'heartbeat'; at: string; electionMode: boolean }
  | NotificationMessage
  /** One notification (null: all) was read, on any device; `unread` counts the remaining ones. */
  | { type: 'notification-read'; id: string | null; unread: number }
  | { type: 'election-mode'; isElectionMode: boolean }
  | { type: 'elections' }
  /** Results of an election changed: the number since the last message, and their LGAs (at most 50, else null). */
  | { type: 'results'; electionId: ElectionId; source: Source; count: number; lgas: LocationId[] | null }
  | { type: 'access' }
  /** Disputes in the user's area changed. */
  | { type: 'disputes' }
  /** Second entries in the user's area came to wait for an arbiter, or no longer do. */
  | { type: 'second-entries' }
  /** Forms of collation centres in the user's area changed. */
  | { type: 'collations' }
  /** Users or approval requests in the user's area changed. */
  | { type: 'people' }
  /** The user's alerts changed, or they read some on another device. */
  | { type: 'alerts' }
  /** Announcements that the user reads or manages changed, or they read some on another device. */
  | { type: 'announcements' }
  /** Reports that the user can see changed. */
  | { type: 'reports' }
  /** The organisation's settings changed. */
  | { type: 'settings' }
  /** Places were renamed, added, deleted or imported. */
  | { type: 'geography' }
  /** A message was written in, or removed from, a channel of the user. */
  | { type: 'chat'; channelId: LocationId; messageId: number; senderId: UserId }
  | ({ type: 'session-ended' } & EndedSession);

export type StreamMessageType = StreamMessage['type'];
