import * as z from 'zod/mini';
import {
  AreaReference,
  ElectionId,
  ListQuery,
  PersonLink,
  ResultId,
  Timestamp,
  unseenIsNone,
  UserId,
  withoutDirections,
} from '../base/common.ts';
import { Source } from '../elections/schemas.ts';
import { requiredName } from '../base/names.ts';
import { LocationLink } from '../geography/schemas.ts';

export const AlertId = z.uuid().brand<'AlertId'>();
export type AlertId = z.infer<typeof AlertId>;

export const AlertPriority = z.enum(['critical', 'high', 'medium', 'low']);
export type AlertPriority = z.infer<typeof AlertPriority>;
export const AlertType = z.enum(['error', 'warning', 'info', 'success']);
export type AlertType = z.infer<typeof AlertType>;

/**
 * The audience of an alert about a place: all users whose area contains the place; only administrators among them, if officers must not know of it;
 * or only those with access to audit logs.
 */
export type AlertAudience = 'everyone' | 'admins' | 'security';

/**
 * The rules that raise alerts, and `manual` for those raised by users. Each rule raises one alert per subject. `escalates`: an unacknowledged alert
 * goes to the level above after the set time.
 */
export const ALERT_RULES = {
  over_voting: {
    title: 'Over-voting',
    text: 'More votes than accredited voters.',
    type: 'error',
    priority: 'critical',
    audience: 'everyone',
    escalates: true,
  },
  high_turnout: {
    title: 'High turnout',
    text: 'Accredited over registered voters above the threshold of the settings.',
    type: 'warning',
    priority: 'high',
    audience: 'admins',
    escalates: true,
  },
  low_turnout: {
    title: 'Low turnout',
    // Common in Nigeria (27 percent of units in 2023): one alert per unit would hide all others.
    text: 'The first unit of a ward with accredited over registered voters below the threshold of the settings, and below its share of the median of the LGA (of the state, then the nation, while the LGA has few results).',
    type: 'warning',
    priority: 'low',
    audience: 'admins',
    escalates: false,
  },
  discrepancy: {
    title: 'Counts differ',
    text: 'Official and grassroots count of a unit differ by more than the threshold of the settings.',
    type: 'error',
    priority: 'critical',
    audience: 'admins',
    escalates: true,
  },
  collation_differs: {
    title: 'Collation form differs',
    text: 'A collation form differs from our sheets of its units, from a form below or above it, or from its own sums.',
    type: 'error',
    priority: 'critical',
    audience: 'admins',
    escalates: true,
  },
  late_result: {
    title: 'Late result',
    text: 'A result that came after the deadline.',
    type: 'info',
    priority: 'medium',
    audience: 'everyone',
    escalates: false,
  },
  lock_out: {
    title: 'Account locked',
    text: 'Too many failed attempts to sign in.',
    type: 'warning',
    priority: 'high',
    audience: 'security',
    escalates: false,
  },
  silent_units: {
    title: 'Silent polling units',
    text: 'Units of a ward without a result at the hour that the settings set.',
    type: 'warning',
    priority: 'high',
    audience: 'admins',
    escalates: true,
  },
  repeated_sheet: {
    title: 'Sheet seen before',
    text: "The same photo was sent as another unit's sheet.",
    type: 'error',
    priority: 'critical',
    audience: 'admins',
    escalates: true,
  },
  same_photo: {
    title: 'Same photo at two units',
    text: 'The photos of two units are the same, or nearly. Often one sheet was photographed or chosen twice.',
    type: 'warning',
    priority: 'high',
    audience: 'admins',
    escalates: true,
  },
  same_photo_contests: {
    title: 'Same photo for two contests',
    text: 'The photos of two contests of one unit are the same, or nearly.',
    type: 'warning',
    priority: 'medium',
    audience: 'admins',
    escalates: false,
  },
  identical_votes: {
    title: 'Identical votes',
    text: 'Units of one ward with exactly the same votes for every party. Not in an election whose own check of the same votes raises alerts or is off.',
    type: 'error',
    priority: 'high',
    audience: 'admins',
    escalates: true,
  },
  unusual_result: {
    title: 'Unusual result',
    text: 'A result differs from what stands beside it, by a check that raises alerts in this election. Once for a check and version.',
    type: 'warning',
    priority: 'medium',
    audience: 'admins',
    escalates: true,
  },
  audit_chain: {
    title: 'Audit chain not whole',
    text: 'Entries wait to be linked for over a minute or to be judged for over five, or the end of the chain is not as it was left. Resolved by itself when that is over.',
    type: 'error',
    priority: 'critical',
    audience: 'security',
    escalates: false,
  },
  unjudged_entry: {
    title: 'Alerts were interrupted',
    text: 'An entry of the audit log could not be judged and was passed over, or the place up to which entries are judged was moved.',
    type: 'error',
    priority: 'critical',
    audience: 'security',
    escalates: false,
  },
  harmful_upload: {
    title: 'Harmful upload',
    text: 'A file that was sent holds something harmful, or a picture that is made to take up memory. Once for a person and hour.',
    type: 'error',
    priority: 'high',
    audience: 'admins',
    escalates: true,
  },
  changed_file: {
    title: 'Photo is not the one received',
    text: 'A stored photo is missing or is not the one that was received.',
    type: 'error',
    priority: 'critical',
    audience: 'admins',
    escalates: true,
  },
  manual: {
    title: 'Raised by hand',
    text: 'Raised by an administrator.',
    type: 'info',
    priority: 'medium',
    audience: 'everyone',
    escalates: true,
  },
} as const satisfies Record<
  string,
  {
    title: string;
    text: string;
    type: AlertType;
    priority: AlertPriority;
    audience: AlertAudience;
    escalates: boolean;
  }
>;
export type AlertRule = keyof typeof ALERT_RULES;
export const ALERT_RULE_IDS = Object.keys(ALERT_RULES) as [AlertRule, ...AlertRule[]];
export const AlertRuleSchema = z.enum(ALERT_RULE_IDS);

/** Below this number equal votes are chance, not copying. */
export const IDENTICAL_VOTES_LEAST = 50;

/** The subject of an alert; `path` is a page of the console that the reader's role can open, or null. */
export const AlertResource = z.object({
  type: z.enum(['result', 'polling_unit', 'ward', 'user', 'place']),
  id: z.string(),
  label: z.string(),
  path: z.nullable(z.string()),
});
export type AlertResource = z.infer<typeof AlertResource>;

export const Alert = z.object({
  id: AlertId,
  rule: AlertRuleSchema,
  title: z.string(),
  message: z.string(),
  type: AlertType,
  priority: AlertPriority,
  isRead: z.boolean(),
  /** "System" with the rule's title, or the name of the user who raised it. */
  source: z.string(),
  raisedBy: z.nullable(PersonLink),
  createdAt: Timestamp,
  electionId: z.nullable(ElectionId),
  count: z.nullable(Source),
  resultId: z.nullable(ResultId),
  /** The two results whose photos are to be compared; none for other rules. */
  photosOf: z.array(ResultId),
  /** The place concerned, with its chain from the state (or the nation) down. */
  area: z.nullable(LocationLink),
  chain: z.array(LocationLink),
  relatedResource: z.nullable(AlertResource),
  acknowledgedAt: z.nullable(Timestamp),
  acknowledgedBy: z.nullable(PersonLink),
  /** The responsible user; null until it is acknowledged. */
  owner: z.nullable(PersonLink),
  note: z.nullable(z.string()),
  /** The place whose office it was escalated to; null if it was not. */
  escalatedTo: z.nullable(LocationLink),
  escalatedAt: z.nullable(Timestamp),
  /** When an administrator resolved it or its cause ended; null before. */
  resolvedAt: z.nullable(Timestamp),
  /** Null where the cause ended by itself. */
  resolvedBy: z.nullable(PersonLink),
  /** Until when the reader snoozed it; null where it is shown. */
  snoozedUntil: z.nullable(Timestamp),
  can: z.object({ acknowledge: z.boolean(), giveOwner: z.boolean(), resolve: z.boolean(), snooze: z.boolean() }),
});
export type Alert = z.infer<typeof Alert>;

/** Neither acknowledged nor resolved (open), acknowledged, owned by the reader, not resolved, or resolved; snoozed ones are in `snoozed` alone. */
export const AlertState = z.enum(['open', 'acknowledged', 'mine', 'unresolved', 'resolved', 'snoozed']);
export type AlertState = z.infer<typeof AlertState>;

/** What a list of alerts, or a change of many, is narrowed to. */
export const alertFilters = {
  priority: z.optional(AlertPriority),
  type: z.optional(AlertType),
  rule: z.optional(AlertRuleSchema),
  state: z.optional(AlertState),
  electionId: z.optional(ElectionId),
  area: z.optional(AreaReference),
  q: ListQuery.shape.q,
  unread: z.optional(z.boolean()),
};

export const AlertListQuery = z.extend(z.extend(ListQuery, alertFilters), {
  unread: z.optional(z.stringbool()),
  /** The alerts of one group of `GET /alerts/groups`, by its key. */
  group: z.optional(z.string().check(z.maxLength(80))),
  sort: z._default(z.enum(['newest', 'oldest', 'severity']), 'newest'),
});
export type AlertListQuery = z.infer<typeof AlertListQuery>;

/** The filters of an export: those of the list, without its pages and its order. */
export const AlertExportQuery = z.omit(AlertListQuery, {
  page: true,
  pageSize: true,
  limit: true,
  sort: true,
  group: true,
});
export type AlertExportQuery = z.infer<typeof AlertExportQuery>;

export const AlertList = z.object({
  alerts: z.array(Alert),
  total: z.number(),
  /** Unread and open alerts of the reader, ignoring the filters; at most ALERT_COUNT_MOST. */
  unread: z.number(),
  open: z.number(),
});
export type AlertList = z.infer<typeof AlertList>;

const text = (most: number, missing: string) =>
  z.string().check(withoutDirections(), z.trim(), unseenIsNone(), z.minLength(1, missing), z.maxLength(most));

export const RaiseAlertRequest = z.strictObject({
  title: requiredName(120, 'Title is required'),
  message: text(1000, 'Message is required'),
  type: z._default(AlertType, 'info'),
  priority: z._default(AlertPriority, 'medium'),
  /** The place concerned: users whose area contains it see the alert. */
  area: AreaReference,
});
export type RaiseAlertRequest = z.infer<typeof RaiseAlertRequest>;

/** Without an owner, the caller becomes the owner. A repeated call sets another owner and a new note. */
export const AcknowledgeAlertRequest = z.strictObject({
  ownerId: z.optional(UserId),
  note: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
});
export type AcknowledgeAlertRequest = z.infer<typeof AcknowledgeAlertRequest>;

/** Marks all of the reader's alerts up to this one as read (the newest if absent). */
export const ReadAllAlertsRequest = z._default(z.strictObject({ upTo: z.optional(AlertId) }), {});
/** Counted as in the list. */
export const AlertCounts = z.object({ unread: z.number(), open: z.number() });
export type AlertCounts = z.infer<typeof AlertCounts>;

/** Users who can own the alert: active administrators whose area contains its place, the lowest office first, at most 50. */
export const AlertOwnersQuery = z.object({ q: ListQuery.shape.q });
export const AlertOwners = z.object({
  /** The phone only for those who may see it. */
  people: z.array(z.extend(PersonLink, { phone: z.nullable(z.string()), chain: z.array(LocationLink) })),
});
export type AlertOwners = z.infer<typeof AlertOwners>;
