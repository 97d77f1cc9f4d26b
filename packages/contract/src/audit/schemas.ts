import { inDigits } from '../base/wording.ts';
import * as z from 'zod/mini';
import { AUDIT_EVENTS, type AuditEvent } from './events.ts';
import { AreaReference, ListQuery, PersonLink, Timestamp, UserId } from '../base/common.ts';
import { LocationLink } from '../geography/schemas.ts';

/** The record types of entries. */
export const AUDIT_RESOURCES = [
  ...new Set(Object.values(AUDIT_EVENTS).map(({ resource }): AuditResource => resource)),
].sort();
export type AuditResource = (typeof AUDIT_EVENTS)[AuditEvent]['resource'];

/** The actions at the top of the filter, by title; the others follow in the order of AUDIT_EVENTS. */
export const FIRST_ACTIONS = ['User Login', 'Result Submitted', 'User Created', 'Approval Processed'] as const;

/** Every action of the filter and the table, without duplicates; several events may share one. */
export const AUDIT_ACTIONS: readonly string[] = [
  ...new Set<string>([...FIRST_ACTIONS, ...Object.values(AUDIT_EVENTS).map(({ action }) => action)]),
];

/** The events of an action's title; none for an unknown title. */
export function eventsOfAction(action: string): AuditEvent[] {
  return (Object.keys(AUDIT_EVENTS) as AuditEvent[]).filter((event) => AUDIT_EVENTS[event].action === action);
}

export const AuditPeriod = z.enum(['today', 'week', 'month', 'all']);
export type AuditPeriod = z.infer<typeof AuditPeriod>;
export const AUDIT_PERIODS: Record<AuditPeriod, string> = {
  today: 'Today',
  week: 'This Week',
  month: 'This Month',
  all: 'All Time',
};

const filters = {
  q: ListQuery.shape.q,
  /** An action's title, as in AUDIT_ACTIONS. */
  action: z.optional(z.string().check(z.maxLength(60))),
  /** In the organisation's time zone; a week starts on Monday. If `from` and `to` are given too, both conditions apply. */
  period: z._default(AuditPeriod, 'all'),
  from: z.optional(Timestamp),
  /** Exclusive. */
  to: z.optional(Timestamp),
  userId: z.optional(UserId),
  /** Only actions of the system itself. */
  system: z.optional(z.stringbool()),
  resource: z.optional(z.enum(AUDIT_RESOURCES as [AuditResource, ...AuditResource[]])),
  resourceId: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  area: z.optional(AreaReference),
  /** An address, or a prefix that ends in a dot or colon (`10.1.`). */
  ip: z.optional(z.string().check(z.trim(), z.maxLength(45), z.regex(/^[\da-fA-F.:]+$/, 'This is not an address'))),
};

export const AuditLogFilters = z.object(filters);
export type AuditLogFilters = z.infer<typeof AuditLogFilters>;

/** Newest first. Paged by position in the chain, which does not shift while entries are added: `before` or `after` a position. */
export const AuditLogQuery = z.object({
  ...filters,
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  pageSize: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
});
export type AuditLogQuery = z.infer<typeof AuditLogQuery>;

/** Also accepts ids that are no UUID of a user: the log shows what was stored. */
const AnyUserId = z.guid().brand<'UserId'>();

export const AuditEntry = z.object({
  id: z.number(),
  /** Its position in the chain, from 1. */
  position: z.number(),
  event: z.string(),
  actionType: z.string(),
  resourceType: z.string(),
  resourceId: z.nullable(z.string()),
  /** Null for the system. */
  user: z.nullable(z.extend(PersonLink, { id: AnyUserId })),
  area: z.nullable(LocationLink),
  ipAddress: z.nullable(z.string()),
  createdAt: Timestamp,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditLogList = z.object({
  entries: z.array(AuditEntry),
  /** The number of matches, counted up to AUDIT_COUNT_LIMIT. */
  total: z.number(),
  /** False if there are more. */
  totalIsExact: z.boolean(),
  /** The positions for `before` (older entries) and `after` (newer ones); null at the end. */
  older: z.nullable(z.number()),
  newer: z.nullable(z.number()),
  /** Why the list may be incomplete, as sentences; empty if the chain is intact. */
  warnings: z.array(z.string()),
});
export type AuditLogList = z.infer<typeof AuditLogList>;
export const AUDIT_COUNT_LIMIT = 10_000;

/** The database's own record of the session that stored an entry. `application` is the connection's application name. */
export const AuditSession = z.object({
  role: z.string(),
  process: z.string(),
  /** The client address of the connection; `local` for a Unix socket. */
  address: z.string(),
  transaction: z.string(),
  application: z.string(),
});
export type AuditSession = z.infer<typeof AuditSession>;

/** Only `storedText`, PostgreSQL's text, if the values are no record or JSON parsers would change them. */
const values = z.nullable(z.record(z.string(), z.unknown()));

/** An entry with its values, by id. */
export const AuditEntryDetail = z.extend(AuditEntry, {
  userAgent: z.nullable(z.string()),
  /** The database session that stored it; null for entries of earlier versions. */
  session: z.nullable(AuditSession),
  previousValues: values,
  newValues: values,
  /** SHA-256 in hex over the previous hash and the entry (see docs/audit-chain.md). */
  hash: z.string(),
  previousHash: z.string(),
});
export type AuditEntryDetail = z.infer<typeof AuditEntryDetail>;

/** The newest link of the chain; position 0 and 64 zeros before the first entry. */
export const AuditHead = z.object({ position: z.number(), hash: z.string(), sealedAt: z.nullable(Timestamp) });
export type AuditHead = z.infer<typeof AuditHead>;

/**
 * `beyond`: links after the head. `waiting`: entries unlinked for over a minute. `block`: a block with missing or too narrow times, so that lists by
 * time could skip it. `head`: an externally stored head is not in the chain.
 */
export const AuditProblemKind = z.enum([
  'changed',
  'removed',
  'inserted',
  'reordered',
  'beyond',
  'waiting',
  'block',
  'head',
]);
export type AuditProblemKind = z.infer<typeof AuditProblemKind>;
/** The problem as a sentence that names the entry, if any. */
export const AuditProblem = z.object({
  kind: AuditProblemKind,
  position: z.nullable(z.number()),
  entryId: z.nullable(z.number()),
  message: z.string(),
});
export type AuditProblem = z.infer<typeof AuditProblem>;

/**
 * Not necessarily a fault. `gap`: numbers `first` to `last` without an entry, as rolled back transactions leave them. `role`: entries stored by a
 * database role other than the server's.
 */
export const AuditNote = z.object({
  kind: z.enum(['gap', 'role']),
  first: z.number(),
  last: z.number(),
  count: z.number(),
  role: z.nullable(z.string()),
});
export type AuditNote = z.infer<typeof AuditNote>;

const NOTED_RANGES = 20;
const rangeText = ({ first, last }: Pick<AuditNote, 'first' | 'last'>) =>
  first === last ? inDigits(first) : `${inDigits(first)} to ${inDigits(last)}`;

/** The notes of all parts of the chain as sentences. */
export function auditNotesText(notes: readonly AuditNote[]): string[] {
  // The numbers of two parts may overlap if entries were linked out of order.
  const gaps = [...new Map(notes.filter(({ kind }) => kind === 'gap').map((gap) => [gap.first, gap])).values()];
  const numbers = gaps.reduce((sum, { count }) => sum + count, 0);
  const ranges = gaps.slice(0, NOTED_RANGES).map(rangeText).join(', ');
  const more = gaps.length > NOTED_RANGES ? ` and ${inDigits(gaps.length - NOTED_RANGES)} more ranges` : '';
  const stored = notes.filter(({ kind }) => kind === 'role');
  return [
    ...(gaps.length > 0
      ? [
          `${inDigits(numbers)} ${numbers === 1 ? 'number names' : 'numbers name'} no entry: ${ranges}${more}. Transactions that were rolled back leave such gaps.`,
        ]
      : []),
    ...[...new Set(stored.map(({ role }) => role))].map((role) => {
      const stretches = stored.filter((note) => note.role === role);
      const count = stretches.reduce((sum, stretch) => sum + stretch.count, 0);
      const first = Math.min(...stretches.map((stretch) => stretch.first));
      const last = Math.max(...stretches.map((stretch) => stretch.last));
      return `${inDigits(count)} ${count === 1 ? 'entry' : 'entries'} (${rangeText({ first, last })}) came from the database role ${role}, not from the one that the server uses.`;
    }),
  ];
}

/** Selects a part of the chain: after the position `from`, at most `limit` entries. */
export const AuditVerifyQuery = z.object({
  from: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  most: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50_000)), 20_000),
});
export type AuditVerifyQuery = z.infer<typeof AuditVerifyQuery>;

/** `next` is the next `from`; null at the head. At most 100 problems are listed per part. */
export const AuditVerification = z.object({
  from: z.number(),
  to: z.number(),
  checked: z.number(),
  next: z.nullable(z.number()),
  head: AuditHead,
  /** Number of stored entries without a link. */
  unsealed: z.number(),
  problems: z.array(AuditProblem),
  notes: z.array(AuditNote),
});
export type AuditVerification = z.infer<typeof AuditVerification>;
