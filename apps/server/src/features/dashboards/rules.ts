import type { AccessNeed } from '@ec/contract/permissions/decide-access';
import type { AuditEvent } from '@ec/contract/audit/events';
import { ADMIN_ROLES } from '@ec/contract/permissions/roles';

interface Sentence {
  /** With the placeholders `{who}` and `{place}`. */
  text: string;
  /** The access that a reader needs, besides having the place in their area. */
  need: AccessNeed;
  /** The page of the record, with the placeholder `{id}`, for readers with access. */
  page?: string;
}

const people = { roles: ADMIN_ROLES, module: 'user_management' } as const;
const approvals = { roles: ADMIN_ROLES, module: 'approvals' } as const;
const rights = { module: 'settings' } as const;
const disputes = { module: 'disputes' } as const;
const anybody = {} as const;
const result = { need: anybody, page: '/review/{id}' } as const;

/** Readers of the activity feed, which is drawn from the audit log. */
export const ACTIVITY_READERS = {
  roles: 'any',
  module: 'dashboard',
  privilege: 'canAccessAuditLogs',
} as const satisfies AccessNeed;

/** The events of the activity feed and their texts. Sign-ins and the like are only in the audit log. */
export const ACTIVITIES: Partial<Record<AuditEvent, Sentence>> = {
  'result.submitted': { text: '{who} submitted the result of {place}', ...result },
  'result.entered_at_desk': { text: '{who} had the result of {place} entered from its photo at the desk', ...result },
  'result.verified': { text: '{who} verified the result of {place}', ...result },
  'result.returned': { text: '{who} returned the result of {place}', ...result },
  'result.disputed': { text: '{who} disputed the result of {place}', ...result },
  'result.cancelled': { text: '{who} cancelled the result of {place}', ...result },
  'dispute.commented': { text: '{who} commented on a dispute of {place}', need: disputes, page: '/disputes/{id}' },
  'dispute.assigned': { text: '{who} assigned a dispute of {place}', need: disputes, page: '/disputes/{id}' },
  'election.created': { text: '{who} created an election', need: anybody, page: '/elections' },
  'election.updated': { text: '{who} changed an election', need: anybody, page: '/elections' },
  'election.transitioned': { text: '{who} changed the status of an election', need: anybody, page: '/elections' },
  'election_mode.changed': { text: '{who} switched election mode', need: anybody },
  'user.created': { text: '{who} created a user in {place}', need: people, page: '/users/{id}' },
  'user.updated': { text: '{who} changed a user in {place}', need: people, page: '/users/{id}' },
  'user.status_changed': { text: '{who} changed the status of a user in {place}', need: people, page: '/users/{id}' },
  'user.deleted': { text: '{who} deleted a user in {place}', need: people },
  'user.imported': { text: '{who} imported users', need: people, page: '/users' },
  'approval.requested': {
    text: '{who} requested an approval in {place}',
    need: approvals,
    page: '/approvals?request={id}',
  },
  'approval.approved': {
    text: '{who} approved a request in {place}',
    need: approvals,
    page: '/approvals?request={id}',
  },
  'approval.rejected': {
    text: '{who} rejected a request in {place}',
    need: approvals,
    page: '/approvals?request={id}',
  },
  'permission.changed': { text: '{who} changed the permissions of a role', need: rights, page: '/permissions' },
  'permission.reset': { text: '{who} reset the permissions of a role', need: rights, page: '/permissions' },
  'geography.renamed': { text: '{who} renamed {place}', need: anybody },
  'geography.added': { text: '{who} added {place}', need: anybody },
  'geography.imported': { text: '{who} imported a register of polling units', need: anybody },
  'settings.updated': { text: '{who} changed the system settings', need: rights, page: '/settings' },
};
export const ACTIVITY_EVENTS = Object.keys(ACTIVITIES) as AuditEvent[];
