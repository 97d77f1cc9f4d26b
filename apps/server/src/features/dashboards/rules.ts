import type { AccessNeed } from '@ec/contract/access';
import type { AuditEvent } from '@ec/contract/audit';
import type { Source } from '@ec/contract/elections';
import type { ModuleLevels } from '@ec/contract/permissions';
import { ADMIN_ROLES, type Role } from '@ec/contract/roles';
import { sourceOf } from '../results/rules.ts';

const GRASSROOTS: readonly Role[] = ['grassroot_admin', 'grassroot_moderator'];

/** The one count that officers and the grassroots see, so that neither can be fitted to the other; undefined for all others. */
export function ownCount(role: Role): Source | undefined {
  return GRASSROOTS.includes(role) ? 'grassroots' : sourceOf(role);
}

/** The count whose figures the person is shown. */
export function sourceFor(role: Role, asked: Source | undefined): Source {
  return ownCount(role) ?? asked ?? 'official';
}

/** True for those who are told who holds an office and under which number: administrators who may see people. */
export function seesPeople(person: { role: Role; levels: ModuleLevels }): boolean {
  return (ADMIN_ROLES as readonly Role[]).includes(person.role) && person.levels.user_management !== 'none';
}

interface Sentence {
  /** `{who}` and `{place}` are filled in. */
  text: string;
  /** Who may read of it, besides having the place in their area. */
  need: AccessNeed;
  /** The page of the record, `{id}` filled in, for whoever may read of it. */
  page?: string;
}

const people = { roles: ADMIN_ROLES, module: 'user_management' } as const;
const approvals = { roles: ADMIN_ROLES, module: 'approvals' } as const;
const rights = { module: 'settings' } as const;
const disputes = { module: 'disputes' } as const;
const anybody = {} as const;
const result = { need: anybody, page: '/review/{id}' } as const;

/** What the activity feed tells of, and how. Sign-ins and the like are for the audit log alone. */
export const ACTIVITIES: Partial<Record<AuditEvent, Sentence>> = {
  'result.submitted': { text: '{who} submitted the result of {place}', ...result },
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
    text: '{who} asked for an approval in {place}',
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
