import type { AlertAudience } from '../alerts/schemas.ts';
import type { AnnouncementId, Audience } from '../announcements/schemas.ts';
import type { LocationId } from '../geography/location-id.ts';
import type { Notification } from '../notifications/schemas.ts';
import type { ResultStatus } from '../results/schemas.ts';
import type { ElectionId, ResultId, UserId } from '../base/common.ts';
import type { ElectionStatus, Source } from '../elections/schemas.ts';

/** What happened, as it is stored beside the change in the same transaction and told to every server process. */
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
  /** A dispute was raised, commented on, given to somebody or resolved. */
  | { type: 'dispute.changed'; disputeId: string; pollingUnitId: LocationId }
  | { type: 'election.changed'; electionId: ElectionId; status: ElectionStatus }
  | { type: 'election_mode.changed'; isElectionMode: boolean }
  | { type: 'settings.changed' }
  | { type: 'geography.changed' }
  | { type: 'permissions.changed' }
  | { type: 'user.changed'; userId: UserId }
  /** A person or a request about one was stored, changed or decided on; `area` is where they are (to be) assigned. */
  | { type: 'people.changed'; area: LocationId | null; requesterId: UserId | null }
  /** An alert was raised, acknowledged or escalated; `area` is the place it is about. */
  | { type: 'alert.changed'; alertId: string; area: LocationId | null; audience: AlertAudience }
  /** Somebody read alerts: their own counts changed. */
  | { type: 'alert.read'; userId: UserId }
  /** An announcement was written, changed, pinned or withdrawn; the audiences are those before and after it. */
  | { type: 'announcement.changed'; announcementId: AnnouncementId; audiences: Audience[] }
  /** Somebody read an announcement: their own counts changed. */
  | { type: 'announcement.read'; userId: UserId }
  /** A report went on, ended or was removed. */
  | { type: 'report.changed'; reportId: string; requesterId: UserId; area: LocationId | null }
  /** A message was sent to a group chat, or one that stood there was withdrawn or removed. */
  | { type: 'chat.message'; channelId: LocationId; messageId: number; senderId: UserId }
  | { type: 'session.ended'; userId: UserId; sessionId: string; reason: string }
  | { type: 'notification'; userId: UserId; notification: Notification }
  /** The person read one of their notifications, or all of them (null). */
  | { type: 'notification.read'; userId: UserId; id: string | null; unread: number };

/** What a console receives on its stream; one server-sent event each, named by `type`. */
export type StreamMessage =
  | { type: 'heartbeat'; at: string; electionMode: boolean }
  | { type: 'notification'; id: string; notification: Notification }
  /** One (or all: null) was read, here or on another device; `unread` is how many still are. */
  | { type: 'notification-read'; id: string | null; unread: number }
  | { type: 'election-mode'; isElectionMode: boolean }
  | { type: 'elections' }
  /** Results of an election changed: which, how many since the last message, and the LGAs they lie in (at most 50, else null). */
  | { type: 'results'; electionId: ElectionId; source: Source; count: number; lgas: LocationId[] | null }
  | { type: 'access' }
  /** Disputes of the person's area changed. */
  | { type: 'disputes' }
  /** Users or approval requests of the person's area changed. */
  | { type: 'people' }
  /** Alerts that reach the person changed, or they read some elsewhere. */
  | { type: 'alerts' }
  /** Announcements that reach the person, or that they look after, changed, or they read some elsewhere. */
  | { type: 'announcements' }
  /** Reports that the person may see changed. */
  | { type: 'reports' }
  /** The organisation's settings changed. */
  | { type: 'settings' }
  /** Places were renamed, added, deleted or imported. */
  | { type: 'geography' }
  /** A message was written in a channel that the person is a member of; one that they know already was taken out of it. */
  | { type: 'chat'; channelId: LocationId; messageId: number; senderId: UserId }
  | { type: 'session-ended'; reason: string };

export type StreamMessageType = StreamMessage['type'];
