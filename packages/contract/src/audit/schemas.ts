import * as z from 'zod/mini';
import { AUDIT_EVENTS, type AuditEvent } from './events.ts';
import { AreaReference, ListQuery, PersonLink, Timestamp, UserId } from '../base/common.ts';
import { LocationLink } from '../geography/schemas.ts';

/** The kinds of record that entries are about. */
export const AUDIT_RESOURCES = [
  ...new Set(Object.values(AUDIT_EVENTS).map(({ resource }): AuditResource => resource)),
].sort();
export type AuditResource = (typeof AUDIT_EVENTS)[AuditEvent]['resource'];

/** The actions that the filter offers first, by their titles; the others follow in the order of AUDIT_EVENTS. */
export const FIRST_ACTIONS = ['User Login', 'Result Submitted', 'User Created', 'Approval Processed'] as const;

/** Every action as the filter and the table show it, each once; several events may share one. */
export const AUDIT_ACTIONS: readonly string[] = [
  ...new Set<string>([...FIRST_ACTIONS, ...Object.values(AUDIT_EVENTS).map(({ action }) => action)]),
];

/** The events that an action's title stands for; none for a title that is no action. */
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
  /** In the organisation's time zone; a week begins on Monday. `from` and `to` lie inside it where both are given. */
  period: z._default(AuditPeriod, 'all'),
  from: z.optional(Timestamp),
  /** Not included itself. */
  to: z.optional(Timestamp),
  userId: z.optional(UserId),
  /** Only what the system did by itself. */
  system: z.optional(z.stringbool()),
  resource: z.optional(z.enum(AUDIT_RESOURCES as [AuditResource, ...AuditResource[]])),
  resourceId: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  area: z.optional(AreaReference),
  /** An address, or the beginning of one that ends in a dot or colon (`10.1.`). */
  ip: z.optional(z.string().check(z.trim(), z.maxLength(45), z.regex(/^[\da-fA-F.:]+$/, 'This is not an address'))),
};

export const AuditLogFilters = z.object(filters);
export type AuditLogFilters = z.infer<typeof AuditLogFilters>;

/** Newest first. Paged by place in the chain, which does not shift while entries are added: `before` a place, or `after` it. */
export const AuditLogQuery = z.object({
  ...filters,
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  pageSize: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
});
export type AuditLogQuery = z.infer<typeof AuditLogQuery>;

/** Also an id in a form that no person's has: the log shows what was stored. */
const AnyUserId = z.guid().brand<'UserId'>();

export const AuditEntry = z.object({
  id: z.number(),
  /** Its place in the chain, from 1. */
  position: z.number(),
  event: z.string(),
  actionType: z.string(),
  resourceType: z.string(),
  resourceId: z.nullable(z.string()),
  /** Null for what the system did. */
  user: z.nullable(z.extend(PersonLink, { id: AnyUserId })),
  area: z.nullable(LocationLink),
  ipAddress: z.nullable(z.string()),
  createdAt: Timestamp,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditLogList = z.object({
  entries: z.array(AuditEntry),
  /** How many match, counted up to AUDIT_COUNT_LIMIT. */
  total: z.number(),
  /** False where there are more than were counted. */
  totalIsExact: z.boolean(),
  /** The place to ask `before` for what is older, and `after` for what is newer; null where there is no more. */
  older: z.nullable(z.number()),
  newer: z.nullable(z.number()),
  /** Sentences that say why the list may not hold everything; none while the chain is as it should be. */
  warnings: z.array(z.string()),
});
export type AuditLogList = z.infer<typeof AuditLogList>;
export const AUDIT_COUNT_LIMIT = 10_000;

/** The database's own note of who stored an entry. `application` is what the connection calls itself. */
export const AuditSession = z.object({
  role: z.string(),
  process: z.string(),
  /** The address that the connection came from; `local` for a socket of the database's own machine. */
  address: z.string(),
  transaction: z.string(),
  application: z.string(),
});
export type AuditSession = z.infer<typeof AuditSession>;

/** `storedText` alone, PostgreSQL's text of them, where they are no record or hold what JSON's readers would change. */
const values = z.nullable(z.record(z.string(), z.unknown()));

/** An entry whole; by its id. */
export const AuditEntryDetail = z.extend(AuditEntry, {
  userAgent: z.nullable(z.string()),
  /** Through which session of the database it came, as the database noted it; null for entries of earlier versions. */
  session: z.nullable(AuditSession),
  previousValues: values,
  newValues: values,
  /** SHA-256 in hex over the hash before and the entry itself (see docs/audit-chain.md). */
  hash: z.string(),
  previousHash: z.string(),
});
export type AuditEntryDetail = z.infer<typeof AuditEntryDetail>;

/** The newest link of the chain; position 0 and 64 zeros before the first entry. */
export const AuditHead = z.object({ position: z.number(), hash: z.string(), sealedAt: z.nullable(Timestamp) });
export type AuditHead = z.infer<typeof AuditHead>;

/**
 * `beyond`: links after the head. `waiting`: entries without a link for over a minute. `block`: a block whose times are missing
 * or too narrow, so that lists by time could pass it over. `head`: a head that was kept elsewhere is not in the chain.
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
/** What is wrong, as a sentence that names the entry where it is about one. */
export const AuditProblem = z.object({
  kind: AuditProblemKind,
  position: z.nullable(z.number()),
  entryId: z.nullable(z.number()),
  message: z.string(),
});
export type AuditProblem = z.infer<typeof AuditProblem>;

/**
 * What is no fault by itself. `gap`: numbers from `first` to `last` that name no entry, as rolled back transactions leave them.
 * `role`: entries that a database role other than the server's stored.
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
const inDigits = (value: number) => value.toLocaleString('en-NG');
const rangeText = ({ first, last }: Pick<AuditNote, 'first' | 'last'>) =>
  first === last ? inDigits(first) : `${inDigits(first)} to ${inDigits(last)}`;

/** The notes of all parts of the chain as sentences. */
export function auditNotesText(notes: readonly AuditNote[]): string[] {
  // The numbers of two parts may overlap where entries were linked out of their order.
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

/** A part of the chain to be verified: from the place after `from`, at most so many entries. */
export const AuditVerifyQuery = z.object({
  from: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  most: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50_000)), 20_000),
});
export type AuditVerifyQuery = z.infer<typeof AuditVerifyQuery>;

/** `next` is what to ask from next; null once the head is reached. At most 100 problems are named a part. */
export const AuditVerification = z.object({
  from: z.number(),
  to: z.number(),
  checked: z.number(),
  next: z.nullable(z.number()),
  head: AuditHead,
  /** Entries that are stored and wait to be linked. */
  unsealed: z.number(),
  problems: z.array(AuditProblem),
  notes: z.array(AuditNote),
});
export type AuditVerification = z.infer<typeof AuditVerification>;
