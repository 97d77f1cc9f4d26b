import { AUDIT_EVENTS, type AuditEvent } from '@ec/contract/audit/events';
import { ACTIVITY_TYPES, type ActivityType, SECURITY_EVENTS, type SecurityEvent } from '@ec/contract/reports/schemas';

/** Made by consoles, or by the rehearsal, without a user's decision, so no activity of a user. */
const AUTOMATIC: readonly AuditEvent[] = [
  'auth.refreshed',
  'stream.opened',
  'notification.read',
  'system.rehearsal_loaded',
];

const EVENTS = Object.keys(AUDIT_EVENTS) as AuditEvent[];
const TYPES = Object.keys(ACTIVITY_TYPES) as ActivityType[];

/** The kind of activity of an event; undefined if it is none. */
export function activityOf(event: string): ActivityType | undefined {
  if ((AUTOMATIC as readonly string[]).includes(event)) return undefined;
  const noun = event.split('.')[0] ?? '';
  return TYPES.find((type) => (ACTIVITY_TYPES[type].events as readonly string[]).includes(noun));
}

/** The audit events of the activity types; all types if none is given. */
export function eventsOfActivities(types: readonly ActivityType[] | undefined): AuditEvent[] {
  const chosen = types && types.length > 0 ? types : TYPES;
  return EVENTS.filter((event) => {
    const type = activityOf(event);
    return type !== undefined && chosen.includes(type);
  });
}

const KINDS = Object.keys(SECURITY_EVENTS) as SecurityEvent[];

/** The kind of security event that an audit event is. */
export function securityKindOf(event: string): SecurityEvent | undefined {
  return KINDS.find((kind) => (SECURITY_EVENTS[kind].events as readonly string[]).includes(event));
}

/** The requested kinds; all if none is given. */
export function securityKinds(kinds: readonly SecurityEvent[] | undefined): readonly SecurityEvent[] {
  return kinds && kinds.length > 0 ? KINDS.filter((kind) => kinds.includes(kind)) : KINDS;
}

export const actionOf = (event: string): string =>
  event in AUDIT_EVENTS ? AUDIT_EVENTS[event as AuditEvent].action : event;
