import type { SessionId } from '@ec/contract/common';
import type {} from '../../platform/tables.ts';

declare module '../../platform/database.ts' {
  interface Tables {
    stream_tickets: { ticket_hash: Buffer; session_id: SessionId; expires_at: Date };
  }
}
