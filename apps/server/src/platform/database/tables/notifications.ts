import type { SessionId } from '@ec/contract/base/common';

/** The tables of notifications. */
export interface NotificationsTables {
  stream_tickets: { ticket_hash: Buffer; session_id: SessionId; expires_at: Date };
}
