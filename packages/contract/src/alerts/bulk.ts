import * as z from 'zod/mini';
import { LocationIdSchema, Timestamp, UserId } from '../base/common.ts';
import { LOCATION_TYPES, type LocationId, type LocationType } from '../geography/location-id.ts';
import { LocationLink } from '../geography/schemas.ts';
import {
  Alert,
  ALERT_RULE_IDS,
  AlertCounts,
  AlertId,
  AlertListQuery,
  AlertPriority,
  type AlertRule,
  AlertRuleSchema,
  alertFilters,
  AlertType,
} from './schemas.ts';

/** The alerts of a rule and priority in an area: those of all places below it on the level `level`, which is the area's own. */
export interface AlertGroupOf {
  rule: AlertRule;
  priority: AlertPriority;
  level: LocationType;
  areaId: LocationId;
}

const GROUP = new RegExp(
  `^(${ALERT_RULE_IDS.join('|')})\\.(${AlertPriority.options.join('|')})\\.(${LOCATION_TYPES.join('|')})\\.(1\\d{13})$`,
);

/** The group's name in addresses and requests. */
export const groupKey = ({ rule, priority, level, areaId }: AlertGroupOf): string =>
  [rule, priority, level, areaId].join('.');

/** The group of a name; undefined where it is none. */
export function groupOf(key: string): AlertGroupOf | undefined {
  const [, rule, priority, level, areaId] = GROUP.exec(key) ?? [];
  if (areaId === undefined) return undefined;
  return {
    rule: rule as AlertRule,
    priority: priority as AlertPriority,
    level: level as LocationType,
    areaId: Number(areaId) as LocationId,
  };
}

export const AlertGroupQuery = z.extend(z.omit(AlertListQuery, { group: true, sort: true }), {
  /** The most severe first (the default), then the newest; by the newest; or by the number of alerts. */
  sort: z._default(z.enum(['severity', 'newest', 'count']), 'severity'),
});
export type AlertGroupQuery = z.infer<typeof AlertGroupQuery>;

export const AlertGroup = z.object({
  key: z.string(),
  rule: AlertRuleSchema,
  priority: AlertPriority,
  type: AlertType,
  /** Of the rule; of the newest alert where alerts were raised by hand. */
  title: z.string(),
  area: LocationLink,
  chain: z.array(LocationLink),
  count: z.number(),
  open: z.number(),
  unread: z.number(),
  /** When the newest alert of the group was raised, and what it says. */
  newestAt: Timestamp,
  newest: z.object({ id: AlertId, message: z.string() }),
  /** The alert itself where it is the only one. */
  only: z.nullable(Alert),
});
export type AlertGroup = z.infer<typeof AlertGroup>;

export const AlertGroupList = z.object({
  groups: z.array(AlertGroup),
  total: z.number(),
  /** Alerts by priority under all filters but that of the priority. */
  priorities: z.record(AlertPriority, z.number()),
  /** The newest alert of the reader, whatever the filters: up to it all can be marked as read. */
  newestId: z.nullable(AlertId),
});
export type AlertGroupList = z.infer<typeof AlertGroupList>;

/** What can be done with many alerts at once. `wake` ends the caller's snoozes. */
export const AlertBulkAction = z.enum(['acknowledge', 'assign', 'resolve', 'snooze', 'wake']);
export type AlertBulkAction = z.infer<typeof AlertBulkAction>;

/** Alerts changed by one call at most. */
export const BULK_MOST = 5000;
/** The time in which a change of many can be undone. */
export const UNDO_MINUTES = 10;
export const SNOOZE_HOURS_MOST = 24;

/** Rules whose alerts are resolved by the system when the cause ends, and not by hand. */
export const RESOLVED_BY_SYSTEM: readonly AlertRule[] = ['audit_chain'];

export const AlertBatchId = z.uuid().brand<'AlertBatchId'>();
export type AlertBatchId = z.infer<typeof AlertBatchId>;

const Key = z.string().check(z.refine((key) => groupOf(key) !== undefined, 'No group of alerts has this name'));
const CHOSEN_MOST = 200;

export const AlertBulkRequest = z.strictObject({
  action: AlertBulkAction,
  /** The alerts meant: single ones, those of groups, or without both all that match the filter, which narrows the others too. */
  ids: z.optional(z.array(AlertId).check(z.minLength(1), z.maxLength(CHOSEN_MOST))),
  groups: z.optional(z.array(Key).check(z.minLength(1), z.maxLength(CHOSEN_MOST))),
  filter: z._default(z.strictObject(alertFilters), {}),
  /** The newest alert that the caller has seen: later ones are left alone. */
  upTo: z.optional(AlertId),
  /** Counts what would be changed, and changes nothing. */
  preview: z._default(z.boolean(), false),
  ownerId: z.optional(UserId),
  note: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
  /** The end of a snooze. */
  until: z.optional(Timestamp),
});
export type AlertBulkRequest = z.infer<typeof AlertBulkRequest>;

export const AlertBulkAnswer = z.object({
  /** Null where nothing was changed. */
  id: z.nullable(AlertBatchId),
  action: AlertBulkAction,
  /** Alerts that were changed, or in a preview would be. */
  changed: z.number(),
  /** Those meant that stay as they are: acknowledged or resolved before, or in the care of another office. */
  left: z.number(),
  priorities: z.record(AlertPriority, z.number()),
  upTo: z.nullable(AlertId),
  /** The narrowest area that holds all of them; null without any. */
  areaId: z.nullable(LocationIdSchema),
  /** Until when it can be undone; null where it cannot. */
  undoUntil: z.nullable(Timestamp),
});
export type AlertBulkAnswer = z.infer<typeof AlertBulkAnswer>;

/** Alerts that are as before, and those that were changed since and stay. */
export const AlertUndoAnswer = z.object({ restored: z.number(), kept: z.number(), counts: AlertCounts });
export type AlertUndoAnswer = z.infer<typeof AlertUndoAnswer>;
