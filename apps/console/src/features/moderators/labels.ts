import { MODERATOR_ROLES, type Privilege } from '@ec/contract/privileges';
import { ROLES } from '@ec/contract/roles';
import { SETTABLE_STATUSES, STATUS_LABELS, type UserPlace } from '@ec/contract/users';

export const ROLE_OPTIONS = MODERATOR_ROLES.map((value) => ({ value, label: ROLES[value].title }));
export const STATUS_OPTIONS = SETTABLE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

/** What each privilege lets one do, in one line; always within the person's area and for the roles they manage. */
export const PRIVILEGE_LINES: Record<Privilege, string> = {
  canCreateUsers: 'Register new people in an office.',
  canEditUsers: 'Change names, phones, roles and places, and deactivate people.',
  canDeleteUsers: 'Delete people; their phone and office become free.',
  canResetPasswords: 'Set a new password for people who cannot sign in.',
  canBulkImport: 'Register many people at once from a list or a file.',
  canManageApprovals: 'Approve, reject and ask about requests of others.',
  canManageElections: 'Create and change elections, and move them from draft to archive.',
  canManageGeographicData: 'Rename, add and delete wards, polling units and what lies above them.',
  canViewReports: 'Run the reports of their role, and see and download what was made.',
  canAccessAuditLogs: 'Open the audit logs and the security page.',
};

/** The ten privileges as the form groups them. */
export const PRIVILEGE_GROUPS = [
  { title: 'People', ids: ['canCreateUsers', 'canEditUsers', 'canDeleteUsers', 'canResetPasswords', 'canBulkImport'] },
  { title: 'Requests', ids: ['canManageApprovals'] },
  { title: 'Elections and places', ids: ['canManageElections', 'canManageGeographicData'] },
  { title: 'Oversight', ids: ['canViewReports', 'canAccessAuditLogs'] },
] as const satisfies readonly { title: string; ids: readonly Privilege[] }[];

/** Where somebody acts: Lagos, South West; the nation where nothing stands below it. */
export function areaText(assignment: UserPlace | null): string {
  if (!assignment) return 'Not assigned';
  const links = assignment.chain.filter(({ type }) => type !== 'national');
  const names = links.map(({ name }) => name).toReversed();
  return names.length > 0 ? names.join(', ') : assignment.name;
}
