import { AUDIT_EVENTS, type AuditEvent } from '@ec/contract/audit/events';
import { AUDIT_ACTIONS, type AuditResource, FIRST_ACTIONS } from '@ec/contract/audit/schemas';

/** Kinds of record as people call them. */
export const RESOURCE_WORDS: Record<AuditResource, string> = {
  affected_unit: 'Unit that did not hold',
  alert: 'Alert',
  announcement: 'Announcement',
  approval: 'Approval request',
  audit_log: 'Audit log',
  channel: 'Group chat',
  chat_message: 'Chat message',
  collation: 'Collation form',
  review_audit: 'Review audit',
  second_entry: 'Second entry',
  collation_agent: 'Collation agent',
  constituency: 'Constituency',
  contest_day: 'Contest day',
  dispute: 'Dispute',
  earlier_election: 'Earlier election',
  election: 'Election',
  election_mode: 'Election mode',
  file: 'File',
  form_codes: 'Form codes',
  law: 'Law',
  location: 'Location',
  message: 'Message',
  notification: 'Notification',
  register_import: 'Register import',
  report: 'Report',
  result: 'Result',
  role: 'Role',
  session: 'Session',
  settings: 'Settings',
  system: 'System',
  user: 'User',
  user_import: 'User import',
  wall: 'Wall screen',
};

/** A kind of record in words; one that this console does not know, as it is stored. */
export const resourceWord = (resource: string): string =>
  (RESOURCE_WORDS as Record<string, string | undefined>)[resource] ?? resource;

type Family = AuditEvent extends `${infer F}.${string}` ? F : never;

/** What belongs together in the list of actions, by the first part of the event's name. */
const FAMILIES: Record<Family, string> = {
  auth: 'Sign-in and passwords',
  user: 'Users',
  approval: 'Approvals',
  permission: 'Permissions',
  moderator: 'Moderators',
  contest_day: 'Elections',
  election: 'Elections',
  election_mode: 'Elections',
  form_codes: 'Elections',
  law: 'Elections',
  live: 'Results',
  unusual: 'Results',
  margin: 'Results',
  result: 'Results',
  dispute: 'Disputes',
  collation: 'Collation',
  review_audit: 'Second entries',
  second_entry: 'Second entries',
  transcriber: 'Transcribers',
  collation_agent: 'Collation',
  file: 'Results',
  wall: 'Wall screens',
  geography: 'Geographical data',
  notification: 'Notifications',
  stream: 'Sign-in and passwords',
  alert: 'Alerts',
  report: 'Reports',
  chat: 'Communication',
  announcement: 'Communication',
  audit: 'Oversight',
  security: 'Oversight',
  delivery: 'Oversight',
  settings: 'Oversight',
  system: 'Oversight',
};

function familyOf(action: string): string {
  const events = Object.keys(AUDIT_EVENTS) as AuditEvent[];
  const event = events.find((each) => AUDIT_EVENTS[each].action === action);
  return FAMILIES[(event ?? 'system.').split('.')[0] as Family];
}

interface Choice {
  value: string;
  label: string;
}

const choiceOf = (action: string): Choice => ({ value: action, label: action });
const later = AUDIT_ACTIONS.slice(FIRST_ACTIONS.length);

/** The choices of the action filter: all, those looked for most, then the others by what they are about. */
export const ACTION_CHOICES: (Choice | { group: string; items: Choice[] })[] = [
  { value: '', label: 'All Actions' },
  ...FIRST_ACTIONS.map(choiceOf),
  ...[...new Set(later.map(familyOf))].map((group) => ({
    group,
    items: later.filter((action) => familyOf(action) === group).map(choiceOf),
  })),
];

/** The choices of the resource filter, by their words. */
export const RESOURCE_CHOICES = Object.entries(RESOURCE_WORDS)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label));
