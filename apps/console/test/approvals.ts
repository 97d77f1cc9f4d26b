import {
  ApprovalDetail,
  type ApprovalEntry,
  ApprovalList,
  ApprovalStatistics,
  type RequestedUser,
} from '@ec/contract/approvals/schemas';
import { Me } from '@ec/contract/auth/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import type * as z from 'zod/mini';
import { stubEventSource } from './event-source.ts';
import { meOf, signedInOnDevice } from './people.ts';
import { freshId } from './results.ts';
import { type Call, ok, refuse, serve } from './server.ts';

export const AT = '2023-02-25T15:00:00.000Z';
export const REQUESTER = { id: '0190a0b0-0000-7000-8000-00000000a001', name: 'Bola Ade', role: 'lga_admin' } as const;
export const APPROVER = {
  id: '0190a0b0-0000-7000-8000-00000000a002',
  name: 'Ngozi Bello',
  role: 'state_admin',
} as const;
const NOTHING = { decide: false, requestInfo: false, answer: false, cancel: false, refusal: null };
export const DECIDES = { ...NOTHING, decide: true, requestInfo: true };

export function requested(change: Partial<RequestedUser> = {}): RequestedUser {
  return {
    name: 'Chidi Okoro',
    firstName: 'Chidi',
    lastName: 'Okoro',
    email: null,
    phone: '+2348031112222',
    role: 'ward_admin',
    status: 'ACTIVE',
    region: 'South West',
    state: 'Lagos',
    lga: 'Ikeja',
    ward: 'Ipodo',
    pollingUnit: null,
    assignment: 'Ipodo, Ikeja, Lagos',
    ...change,
  };
}

export const entryOf = (
  kind: ApprovalEntry['kind'],
  change: Partial<z.input<typeof ApprovalEntry>> = {},
): z.input<typeof ApprovalEntry> => ({
  kind,
  by: REQUESTER,
  comment: null,
  requiredInfo: null,
  attachments: [],
  at: AT,
  ...change,
});

/** A request that waits for the reader's decision, or as changed. */
export function approvalOf(change: Partial<z.input<typeof ApprovalDetail>> = {}): ApprovalDetail {
  const userData = change.userData ?? requested();
  return ApprovalDetail.parse({
    id: freshId(),
    requestType: 'USER_REGISTRATION',
    status: 'PENDING',
    priority: 'MEDIUM',
    createdAt: AT,
    approvedAt: null,
    rejectionReason: null,
    requiredInfo: null,
    infoComment: null,
    requestingUser: REQUESTER,
    requestingUserName: REQUESTER.name,
    requestingUserRole: REQUESTER.role,
    targetUserId: freshId(),
    targetUserName: userData.name,
    userData,
    previousData: null,
    justification: 'The ward has had no admin since January',
    approvedBy: null,
    approvedByUser: null,
    secondPerson: false,
    standing: 'decide',
    can: DECIDES,
    history: [entryOf('requested')],
    ...change,
  });
}

/** A request that waits, but not for the reader. */
export const awaitingOf = (change: Partial<z.input<typeof ApprovalDetail>> = {}): ApprovalDetail =>
  approvalOf({ standing: 'awaiting', can: NOTHING, ...change });

/** A request of the reader's own that waits for another user. */
export const ownOf = (change: Partial<z.input<typeof ApprovalDetail>> = {}): ApprovalDetail =>
  approvalOf({ standing: 'own', can: { ...NOTHING, cancel: true }, ...change });

/** The request as it stands once the approver has decided. */
export function decidedOf(request: ApprovalDetail, status: 'APPROVED' | 'REJECTED', reason?: string): ApprovalDetail {
  return ApprovalDetail.parse({
    ...request,
    status,
    approvedAt: AT,
    approvedBy: APPROVER.name,
    approvedByUser: { ...APPROVER, email: null },
    rejectionReason: reason ?? null,
    standing: 'decided',
    can: NOTHING,
    history: [
      ...request.history,
      entryOf(status === 'APPROVED' ? 'approved' : 'rejected', { by: APPROVER, comment: reason ?? null }),
    ],
  });
}

export const COUNTS = {
  pendingRequests: 3,
  approvedRequests: 8,
  rejectedRequests: 2,
  averageApprovalTime: 4.25,
  awaitingMe: 2,
  askedOfMe: 1,
};

/** The calls that the approval screens make when they open: these requests, filtered as the server would, and the counts. */
export function serveApprovals(
  requests: () => ApprovalDetail[],
  more: Parameters<typeof serve>[0] = {},
  role: Role = 'national_admin',
): Call[] {
  stubEventSource();
  signedInOnDevice();
  const details = requests().map(({ id }): [string, () => Response] => [
    `GET /approvals/${id}`,
    () => {
      const now = requests().find((request) => request.id === id);
      return now ? ok(ApprovalDetail, now) : refuse('NOT_FOUND');
    },
  ]);
  return serve({
    'GET /auth/me': () => ok(Me, meOf(role)),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /approvals/statistics': () => ok(ApprovalStatistics, COUNTS),
    'GET /approvals': ({ query }) => {
      const status = query.get('status');
      const shown = requests().filter((request) => !status || request.status === status);
      return ok(ApprovalList, { requests: shown, total: shown.length });
    },
    ...Object.fromEntries(details),
    ...more,
  });
}
