import { createHash } from 'node:crypto';
import type { AuditSession } from '@ec/contract/audit/schemas';
import { sql } from 'kysely';

/** An entry with every value as PostgreSQL's own text or null. Nothing is rounded or reformatted between the store, an export and a verifier. */
export interface WrittenEntry {
  id: string;
  /** UTC with microseconds: 2027-02-20T18:00:00.000000Z. */
  createdAt: string;
  event: string;
  resourceId: string | null;
  userId: string | null;
  areaId: string | null;
  ip: string | null;
  userAgent: string | null;
  /** PostgreSQL's text of the jsonb value. */
  previousValues: string | null;
  newValues: string | null;
  /** The database session that wrote it; null for entries of earlier versions. */
  session: string | null;
}

/** What identifies an entry, without its values. */
export type NamedEntry = Pick<WrittenEntry, 'id' | 'createdAt' | 'event'>;

/** The columns of NamedEntry, from audit_entries as `e`. */
export const NAMED_COLUMNS = sql`e.id::text as id,
  to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt", e.event`;

/** The columns of WrittenEntry, from audit_entries as `e`. A value can be a text of one megabyte. */
export const WRITTEN_COLUMNS = sql`${NAMED_COLUMNS},
  e.resource_id as "resourceId", e.user_id::text as "userId", e.area_id::text as "areaId", e.ip,
  e.user_agent as "userAgent", e.previous_values::text as "previousValues", e.new_values::text as "newValues", e.session`;

/** The "previous hash" of the first entry: 32 zero bytes. */
export const NO_HASH: Buffer = Buffer.alloc(32);

/**
 * The canonical form of an entry at its position: one line of JSON, an array of twelve texts or nulls (eleven without a session). The database writes
 * the same form when it links (audit_link in migration 0024).
 */
export function writtenForm(position: number, entry: WrittenEntry): string {
  const { id, createdAt, event, resourceId, userId, areaId, ip, userAgent, previousValues, newValues, session } = entry;
  const about = [event, resourceId, userId, areaId, ip, userAgent, previousValues, newValues];
  if (session !== null) about.push(session);
  return JSON.stringify([String(position), id, createdAt, ...about]);
}

/** The hash of an entry at its position: SHA-256 of the previous hash (32 bytes) followed by the written form in UTF-8. */
export function linkHash(previous: Buffer, position: number, entry: WrittenEntry): Buffer {
  return createHash('sha256').update(previous).update(writtenForm(position, entry), 'utf8').digest();
}

const SESSION =
  /^(?<role>"(?:[^"]|"")*"|[^ ]*) (?<process>\d+) (?<address>[^ ]+) (?<transaction>\d+) (?<application>.*)$/s;

/** Parses the session text that the default of audit_entries.session writes. A text in another form is returned whole as the role. */
export function readSession(text: string): AuditSession {
  const {
    role = text,
    process = '',
    address = '',
    transaction = '',
    application = '',
  } = SESSION.exec(text)?.groups ?? {};
  return { role, process, address, transaction, application };
}
