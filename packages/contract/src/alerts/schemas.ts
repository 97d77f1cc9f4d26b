import * as z from 'zod/mini';
import {
  AreaReference,
  ElectionId,
  ListQuery,
  LocationIdSchema,
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
 * Whom an alert about a place reaches: everybody whose area holds the place; the administrators among them, where it
 * would tell officers what they are not to know; or those of them who may see audit logs.
 */
export type AlertAudience = 'everyone' | 'admins' | 'security';

/**
 * What raises alerts by itself, and `manual` for those that people raise. Each rule raises once for what it is about.
 * `escalates`: unacknowledged ones are brought before the level above after the time that the settings set.
 */
export const ALERT_RULES = {
  over_voting: {
    title: 'Over-voting',
    text: 'More votes than accredited voters (Electoral Act 2022, section 51).',
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
    // Common in Nigeria (27 percent in 2023): an alert for each unit would bury all others.
    text: 'The first unit of a ward with accredited over registered voters below the threshold of the settings.',
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
  identical_votes: {
    title: 'Identical votes',
    text: 'Units of one ward with exactly the same votes for every party.',
    type: 'error',
    priority: 'high',
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

/** Equal votes of this few are chance, not copying. */
export const IDENTICAL_VOTES_LEAST = 50;

/** What an alert leads to; `path` is a page of the console that the reader's role opens, null where it opens none. */
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
  /** "System" with the rule's title, or the name of who raised it. */
  source: z.string(),
  raisedBy: z.nullable(PersonLink),
  createdAt: Timestamp,
  electionId: z.nullable(ElectionId),
  count: z.nullable(Source),
  resultId: z.nullable(ResultId),
  /** The place it is about, with its chain from the state (or the nation) down. */
  area: z.nullable(LocationLink),
  chain: z.array(LocationLink),
  relatedResource: z.nullable(AlertResource),
  acknowledgedAt: z.nullable(Timestamp),
  acknowledgedBy: z.nullable(PersonLink),
  /** Who takes care of it; null until it is acknowledged. */
  owner: z.nullable(PersonLink),
  note: z.nullable(z.string()),
  /** Where it was brought because nobody acknowledged it; null where it was not. */
  escalatedTo: z.nullable(LocationLink),
  escalatedAt: z.nullable(Timestamp),
  /** When what it is about was over by itself; null while it is not, and for rules that do not watch for that. */
  resolvedAt: z.nullable(Timestamp),
  can: z.object({ acknowledge: z.boolean(), giveOwner: z.boolean() }),
});
export type Alert = z.infer<typeof Alert>;

export const AlertListQuery = z.extend(ListQuery, {
  priority: z.optional(AlertPriority),
  type: z.optional(AlertType),
  rule: z.optional(AlertRuleSchema),
  unread: z.optional(z.stringbool()),
  /** Those that are neither acknowledged nor resolved (open), those acknowledged, or those given to me. */
  state: z.optional(z.enum(['open', 'acknowledged', 'mine'])),
  electionId: z.optional(ElectionId),
  area: z.optional(AreaReference),
});
export type AlertListQuery = z.infer<typeof AlertListQuery>;

/** Newest first. */
export const AlertList = z.object({
  alerts: z.array(Alert),
  total: z.number(),
  /** Unread and open ones that reach the reader, whatever the filters; ALERT_COUNT_MOST where there are as many or more. */
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
  /** The place that it is about: it reaches those whose area holds it. */
  area: AreaReference,
});
export type RaiseAlertRequest = z.infer<typeof RaiseAlertRequest>;

/** Without an owner, whoever acknowledges takes care of it. Acknowledged again, it passes to another owner with a new note. */
export const AcknowledgeAlertRequest = z.strictObject({
  ownerId: z.optional(UserId),
  note: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
});
export type AcknowledgeAlertRequest = z.infer<typeof AcknowledgeAlertRequest>;

/** Marks as read what the reader has seen: everything that reached them up to this alert (the newest where absent). */
export const ReadAllAlertsRequest = z._default(z.strictObject({ upTo: z.optional(AlertId) }), {});
/** Counted as in the list. */
export const AlertCounts = z.object({ unread: z.number(), open: z.number() });
export type AlertCounts = z.infer<typeof AlertCounts>;

/** People the alert could be given to: active administrators whose area holds its place, the nearest first, at most 50. */
export const AlertOwnersQuery = z.object({ q: ListQuery.shape.q });
export const AlertOwners = z.object({
  people: z.array(z.extend(PersonLink, { area: z.string(), areaId: z.nullable(LocationIdSchema) })),
});
export type AlertOwners = z.infer<typeof AlertOwners>;
