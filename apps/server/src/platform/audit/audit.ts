import type { AuditEvent } from '@ec/contract/audit/events';
import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { CompiledQuery } from 'kysely';
import { statement, type Tx } from '../database/database.ts';

/** What a write did, for the audit log. Values are plain records and never contain secrets. */
export interface AuditRecord {
  event: AuditEvent;
  resourceId?: string | undefined;
  /** The place concerned, which decides who can see the entry. */
  areaId?: LocationId | null | undefined;
  previous?: Record<string, unknown> | undefined;
  next?: Record<string, unknown> | undefined;
}

/** The user and the address of the request; a null user is the system. */
export interface AuditOrigin {
  userId: UserId | null;
  ip: string | null;
  userAgent: string | null;
}

const insertEntry = statement(
  'audit.save',
  `insert into audit_entries (event, resource_id, user_id, area_id, ip, user_agent, previous_values, new_values)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Saves the entry in the transaction of the change it describes. */
export async function saveAudit(tx: Tx, origin: AuditOrigin, record: AuditRecord): Promise<void> {
  const previous = record.previous ? JSON.stringify(record.previous) : null;
  const next = record.next ? JSON.stringify(record.next) : null;
  const { userId, ip, userAgent } = origin;
  const place = [record.event, record.resourceId ?? null, userId, record.areaId ?? null];
  await insertEntry(tx, [...place, ip, userAgent, previous, next]);
}

const insertEntries = statement(
  'audit.save_all',
  `insert into audit_entries (event, resource_id, user_id, area_id, ip, user_agent, previous_values, new_values)
   select event, "resourceId", "userId", "areaId", ip, "userAgent", previous, next
   from rows from (json_to_recordset($1::json) as (event text, "resourceId" text, "userId" uuid, "areaId" bigint, ip text,
     "userAgent" text, previous jsonb, next jsonb)) with ordinality
   order by ordinality`,
);

/** The query that saves the entries of several changes in order, each with its own origin. */
export function auditsWrite(entries: readonly (AuditOrigin & AuditRecord)[]): CompiledQuery<unknown> {
  return insertEntries.of([JSON.stringify(entries)]);
}

export const SYSTEM_ORIGIN: AuditOrigin = { userId: null, ip: null, userAgent: null };
