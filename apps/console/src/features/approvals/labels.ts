import {
  APPROVAL_STATUSES,
  APPROVAL_TYPES,
  type ApprovalRequest,
  type ApprovalStatus,
  type ApprovalType,
  PRIORITIES,
  type Priority,
  type RequestedUser,
} from '@ec/contract/approvals/schemas';
import { type Role, ROLES } from '@ec/contract/permissions/roles';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { inZone, type Moment } from '../../lib/format/format.ts';

interface Chip {
  tone: Tone;
  label: string;
}

const STATUS_TONES: Record<ApprovalStatus, Tone> = {
  PENDING: 'wait',
  APPROVED: 'ok',
  REJECTED: 'bad',
  CANCELLED: 'off',
};
export const statusChip = (status: ApprovalStatus): Chip => ({
  tone: STATUS_TONES[status],
  label: APPROVAL_STATUSES[status],
});

const PRIORITY_CHIPS: Record<Priority, Chip> = {
  LOW: { tone: 'off', label: 'Low' },
  MEDIUM: { tone: 'info', label: 'Medium' },
  HIGH: { tone: 'wait', label: 'High' },
  URGENT: { tone: 'bad', label: 'Urgent' },
};
export const priorityChip = (priority: Priority): Chip => PRIORITY_CHIPS[priority];

export const typeLabel = (type: ApprovalType): string => APPROVAL_TYPES[type];
export const roleTitle = (role: Role): string => ROLES[role].title;

/** A request's number as people say it: the last 8 characters of its id. */
export const shortId = (id: string): string => id.slice(-8);

/** "Feb 25, 2023, 04:00 PM", in the organisation's zone: the queue shows its dates in the American order. */
export const usDate = (moment: Moment): string => inZone(moment).format('MMM D, YYYY, hh:mm A');

const choices = (labels: Record<string, string>, all: string) => [
  { value: '', label: all },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];
export const TYPE_CHOICES = choices(APPROVAL_TYPES, 'All types');
export const STATUS_CHOICES = choices(APPROVAL_STATUSES, 'All statuses');
export const PRIORITY_CHOICES = [
  ...choices(
    Object.fromEntries(PRIORITIES.map((priority) => [priority, PRIORITY_CHIPS[priority].label])),
    'All priorities',
  ),
  { value: 'HIGH,URGENT', label: 'High and urgent' },
];

/** Where the person acts or is to act: the office as it reads, else the narrowest place that is known. */
export function placeOf(user: RequestedUser): string {
  return user.assignment ?? user.pollingUnit ?? user.ward ?? user.lga ?? user.state ?? user.region ?? 'Not assigned';
}

/** "Chidi Okoro (Ward Admin, Ipodo)" */
const personText = ({ userData, targetUserName }: ApprovalRequest): string =>
  `${targetUserName} (${roleTitle(userData.role)}, ${placeOf(userData)})`;

/** Who decides, for readers who cannot; null for readers who can, and once it is decided. */
export function standingLabel({ standing }: ApprovalRequest): string | null {
  if (standing === 'own') return 'Your Request';
  return standing === 'awaiting' ? 'Awaiting Approval' : null;
}

/** Whose decision it takes, where that is a second national or super admin's; null elsewhere. */
export function secondPersonLabel({ secondPerson, status, standing }: ApprovalRequest): string | null {
  if (!secondPerson || status !== 'PENDING') return null;
  if (standing === 'decide') return 'You decide as the second person.';
  return 'Another National Admin or Super Admin than the requester decides.';
}

/** True while the approver waits for an answer. */
export const isAsked = ({ status, requiredInfo, infoComment }: ApprovalRequest): boolean =>
  status === 'PENDING' && (requiredInfo !== null || infoComment !== null);

/** "User registration of Chidi Okoro" */
export const requestTitle = (request: ApprovalRequest): string =>
  `${typeLabel(request.requestType)} of ${request.targetUserName}`;

/** What approving does, to whom. */
export function approvalEffect(request: ApprovalRequest): string {
  const person = personText(request);
  switch (request.requestType) {
    case 'USER_REGISTRATION':
      return request.userData.status.toUpperCase() === 'ACTIVE'
        ? `${person} becomes an active user and can sign in.`
        : `${person} becomes a user, who cannot sign in until they are made active.`;
    case 'ROLE_CHANGE':
    case 'DATA_MODIFICATION':
      return `These changes to ${request.targetUserName} take effect immediately.`;
    case 'USER_DEACTIVATION':
      return `${person} becomes inactive, can no longer sign in, and is signed out everywhere.`;
    case 'USER_DELETION':
      return `${person} is deleted and signed out everywhere. This action cannot be undone.`;
  }
}

/** What rejecting, or taking the request back, leaves. */
export function refusalEffect(request: ApprovalRequest): string {
  switch (request.requestType) {
    case 'USER_REGISTRATION':
      return `${personText(request)} is not registered, and the place is free for another user.`;
    case 'ROLE_CHANGE':
    case 'DATA_MODIFICATION':
      return `${request.targetUserName} stays as they are.`;
    case 'USER_DEACTIVATION':
    case 'USER_DELETION':
      return `${personText(request)} stays a user as before.`;
  }
}

/** "Approved by Ngozi Bello (National Admin) on Feb 25, 2023, 04:00 PM." */
export function decisionText(request: ApprovalRequest): string {
  const by = request.approvedByUser;
  const whom = by ? ` by ${by.name} (${roleTitle(by.role)})` : request.approvedBy ? ` by ${request.approvedBy}` : '';
  const when = request.approvedAt ? ` on ${usDate(request.approvedAt)}` : '';
  return `${APPROVAL_STATUSES[request.status]}${whom}${when}.`;
}
