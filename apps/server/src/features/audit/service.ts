import { AUDIT_EVENTS, type AuditEvent } from '@ec/contract/audit/events';
import {
  AUDIT_COUNT_LIMIT,
  type AuditEntry,
  type AuditEntryDetail,
  type AuditLogList,
  type AuditLogQuery,
} from '@ec/contract/audit/schemas';
import { codeOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { maskPhone } from '@ec/contract/users/phones';
import type { Actor } from '../../platform/http/actor.ts';
import { readSession } from '../../platform/audit/audit-form.ts';
import { readChainStand, standFaults } from '../../platform/audit/audit-stand.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { loadNames } from '../../platform/database/places.ts';
import { scopeOf, selectEntries } from './filter-service.ts';
import { type EntryRow, findEntry, findPage, readEntries, type Selection, walkFor } from './queries.ts';
import { type AuditValues, readValues } from './value-rules.ts';

/** The title and record type of an event; an event unknown to this version is shown by its name. */
export function describeEvent(event: string): { action: string; resource: string } {
  if (Object.hasOwn(AUDIT_EVENTS, event)) return AUDIT_EVENTS[event as AuditEvent];
  return { action: event, resource: event.split('.')[0] ?? event };
}

function toEntry(row: EntryRow, names: ReadonlyMap<LocationId, string>): AuditEntry {
  const { id, position, event, resourceId, userId, userName, userRole, areaId, ip, createdAt } = row;
  const { action, resource } = describeEvent(event);
  return {
    id,
    position,
    event,
    actionType: action,
    resourceType: resource,
    resourceId,
    user: userId === null ? null : { id: userId, name: userName ?? '', role: userRole ?? '' },
    area:
      // A place id that JSON cannot represent exactly is omitted; the export contains the stored value.
      areaId === null || !Number.isSafeInteger(areaId)
        ? null
        : { id: areaId, type: locationType(areaId), name: names.get(areaId) ?? codeOf(areaId) },
    ipAddress: ip,
    createdAt: createdAt.toISOString(),
  };
}

const namesOf = async (db: Db, rows: readonly EntryRow[]) =>
  await loadNames(
    db,
    rows.flatMap(({ areaId }) => (areaId === null ? [] : [areaId])),
  );

/** A count stops after this time and then reports "more". */
const COUNT_MS = 40;

/** The number of matches; without conditions it follows from the range, because the chain has no gaps. */
async function count(db: Db, selection: Selection): Promise<{ total: number; totalIsExact: boolean }> {
  if (selection.conditions.length === 0 && selection.anyOf === null) {
    return { total: Math.max(0, selection.last - selection.first + 1), totalIsExact: true };
  }
  const limit = AUDIT_COUNT_LIMIT + 1;
  const { positions, next } = await walkFor(db, selection, { newestFirst: true, limit }, COUNT_MS);
  const total = Math.min(positions.length, AUDIT_COUNT_LIMIT);
  return { total, totalIsExact: next === null && positions.length <= AUDIT_COUNT_LIMIT };
}

interface Page {
  /** Newest first. */
  positions: number[];
  older: number | null;
  newer: number | null;
}

async function readPage(db: Db, selection: Selection, { before, after, pageSize }: AuditLogQuery): Promise<Page> {
  const { first, last } = selection;
  if (after !== undefined && before === undefined) {
    const window = { ...selection, first: Math.max(first, after + 1) };
    const [found, older] = await Promise.all([
      findPage(db, window, { newestFirst: false, limit: pageSize + 1 }),
      findPage(db, { ...selection, last: Math.min(last, after) }, { newestFirst: true, limit: 1 }),
    ]);
    const positions = found.positions.slice(0, pageSize).toReversed();
    const goOn = found.positions.length > pageSize ? positions[0] : found.next;
    const hasOlder = older.positions.length > 0 || older.next !== null;
    return { positions, newer: goOn ?? null, older: hasOlder ? (positions.at(-1) ?? after + 1) : null };
  }
  const window = {
    ...selection,
    first: Math.max(first, (after ?? 0) + 1),
    last: Math.min(last, (before ?? Infinity) - 1),
  };
  const [found, newer] = await Promise.all([
    findPage(db, window, { newestFirst: true, limit: pageSize + 1 }),
    before === undefined
      ? { positions: [], next: null }
      : findPage(db, { ...selection, first: Math.max(first, before) }, { newestFirst: false, limit: 1 }),
  ]);
  const positions = found.positions.slice(0, pageSize);
  const goOn = found.positions.length > pageSize ? positions.at(-1) : found.next;
  const hasNewer = newer.positions.length > 0 || newer.next !== null;
  return { positions, older: goOn ?? null, newer: hasNewer ? (positions[0] ?? (before ?? 1) - 1) : null };
}

/** A page of the filtered entries, newest first. */
export async function listEntries(
  context: Pick<ReadContext, 'db' | 'organisation'>,
  actor: Actor,
  query: AuditLogQuery,
): Promise<AuditLogList> {
  const { db } = context;
  const stand = await readChainStand(db);
  const selection = await selectEntries(context, actor, query, stand);
  const [{ positions, older, newer }, total] = await Promise.all([
    readPage(db, selection, query),
    count(db, selection),
  ]);
  const rows = await readEntries(db, positions);
  const names = await namesOf(db, rows);
  return { entries: rows.map((row) => toEntry(row, names)), ...total, older, newer, warnings: standFaults(stand) };
}

/** Older versions stored complete typed phone numbers in these. */
const OF_TYPED_PHONES = new Set(['auth.sign_in_failed', 'auth.locked', 'auth.reset_failed', 'auth.invite_failed']);

function shownValues(event: string, values: AuditValues | null): AuditValues | null {
  const phone = values?.['phone'];
  if (!OF_TYPED_PHONES.has(event) || typeof phone !== 'string') return values;
  return { ...values, phone: maskPhone(phone) };
}

/** One entry with its values. Throws NOT_FOUND for an entry outside the reader's areas. */
export async function entryDetail(db: Db, actor: Actor, id: number): Promise<AuditEntryDetail> {
  const row = await findEntry(db, id, scopeOf(actor));
  if (!row) throw new AppError('NOT_FOUND');
  const { userAgent, session, hash, previousHash } = row;
  const previousValues = readValues(row.previousValues);
  const newValues = shownValues(row.event, readValues(row.newValues));
  const entry = toEntry(row, await namesOf(db, [row]));
  return {
    ...entry,
    userAgent,
    session: session === null ? null : readSession(session),
    previousValues,
    newValues,
    hash,
    previousHash,
  };
}
