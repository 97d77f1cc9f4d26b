import * as z from 'zod/mini';
import { FileId, ListQuery, Timestamp, UserId } from '../base/common.ts';
import { ROLE_IDS } from '../permissions/roles.ts';
import { Justification, UpdateUserRequest } from '../users/schemas.ts';

export const ApprovalId = z.uuid().brand<'ApprovalId'>();
export type ApprovalId = z.infer<typeof ApprovalId>;

export const APPROVAL_TYPES = {
  USER_REGISTRATION: 'User registration',
  ROLE_CHANGE: 'Role change',
  DATA_MODIFICATION: 'Data modification',
  USER_DEACTIVATION: 'User deactivation',
  USER_DELETION: 'User deletion',
} as const;
export type ApprovalType = keyof typeof APPROVAL_TYPES;
export const ApprovalType = z.enum(Object.keys(APPROVAL_TYPES) as [ApprovalType, ...ApprovalType[]]);

export const APPROVAL_STATUSES = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CANCELLED: 'Withdrawn',
} as const;
export type ApprovalStatus = keyof typeof APPROVAL_STATUSES;
export const ApprovalStatus = z.enum(Object.keys(APPROVAL_STATUSES) as [ApprovalStatus, ...ApprovalStatus[]]);

export const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const;
export type Priority = (typeof PRIORITIES)[number];

const upper = z.pipe(
  z.string().check(z.trim()),
  z.transform((text) => text.toUpperCase()),
);
/** Types, statuses and priorities are accepted in upper and lower case. */
const priority = z.pipe(upper, z.enum(PRIORITIES));
/** One priority or several: HIGH,URGENT. */
const priorities = z.pipe(
  z.pipe(
    upper,
    z.transform((text) => text.split(',')),
  ),
  z.array(z.enum(PRIORITIES)),
);
const status = z.pipe(upper, ApprovalStatus);
const type = z.pipe(upper, ApprovalType);

/** The kinds sent by the request form, by the stored types. */
const KIND_OF: Record<string, 'create' | 'modify' | 'deactivate' | 'delete'> = {
  CREATE: 'create',
  USER_REGISTRATION: 'create',
  MODIFY: 'modify',
  DATA_MODIFICATION: 'modify',
  ROLE_CHANGE: 'modify',
  DEACTIVATE: 'deactivate',
  USER_DEACTIVATION: 'deactivate',
  DELETE: 'delete',
  USER_DELETION: 'delete',
};
export type RequestKind = 'create' | 'modify' | 'deactivate' | 'delete';
const kind = z.pipe(
  z.pipe(upper, z.string().check(z.refine((text) => Object.hasOwn(KIND_OF, text), 'Choose the kind of request'))),
  z.transform((text): RequestKind => KIND_OF[text] ?? 'modify'),
);

export const CreateApprovalRequest = z.strictObject({
  /** Null or absent for a registration. */
  targetUserId: z.optional(z.nullable(UserId)),
  requestType: kind,
  /** The new user, or the changes. */
  userData: z._default(UpdateUserRequest, {}),
  justification: Justification,
  priority: z._default(priority, 'MEDIUM'),
});
export type CreateApprovalRequest = z.infer<typeof CreateApprovalRequest>;

const words = z.nullable(z.string());
/** A user's data in a request; places are names. */
export const RequestedUser = z.object({
  name: z.string(),
  firstName: words,
  lastName: words,
  email: words,
  phone: z.string(),
  role: z.enum(ROLE_IDS),
  status: z.string(),
  region: words,
  state: words,
  lga: words,
  ward: words,
  pollingUnit: words,
  /** The office as text: "Ward 5, Ikeja, Lagos". */
  assignment: words,
});
export type RequestedUser = z.infer<typeof RequestedUser>;

const who = z.object({ id: UserId, name: z.string(), role: z.enum(ROLE_IDS) });

export const ApprovalRequest = z.object({
  id: ApprovalId,
  requestType: ApprovalType,
  status: ApprovalStatus,
  priority: z.enum(PRIORITIES),
  createdAt: Timestamp,
  /** When it was decided, approved or rejected; null while pending. */
  approvedAt: z.nullable(Timestamp),
  rejectionReason: words,
  /** What the approver requested and has not received yet. */
  requiredInfo: z.nullable(z.array(z.string())),
  infoComment: words,
  requestingUser: who,
  requestingUserName: z.string(),
  requestingUserRole: z.enum(ROLE_IDS),
  targetUserId: UserId,
  targetUserName: z.string(),
  userData: RequestedUser,
  /** The data before the change; null for a registration. */
  previousData: z.nullable(RequestedUser),
  justification: z.string(),
  approvedBy: words,
  approvedByUser: z.nullable(z.object({ id: UserId, name: z.string(), email: words, role: z.enum(ROLE_IDS) })),
  /** True if a national or super admin other than the requester must decide. */
  secondPerson: z.boolean(),
  /** The reader's relation to the request: to decide, own, for another approver, or decided. */
  standing: z.enum(['decide', 'own', 'awaiting', 'decided']),
  can: z.object({
    decide: z.boolean(),
    requestInfo: z.boolean(),
    answer: z.boolean(),
    cancel: z.boolean(),
    /** An error code and its sentence, if the reader can only reject. */
    refusal: z.nullable(z.object({ code: z.string(), reason: z.string() })),
  }),
});
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

export const ApprovalEntry = z.object({
  kind: z.enum(['requested', 'info_requested', 'answered', 'approved', 'rejected', 'cancelled']),
  by: z.nullable(who),
  comment: words,
  requiredInfo: z.nullable(z.array(z.string())),
  /** The pictures of an answer. */
  attachments: z.array(FileId),
  at: Timestamp,
});
export type ApprovalEntry = z.infer<typeof ApprovalEntry>;

export const ApprovalDetail = z.extend(ApprovalRequest, { history: z.array(ApprovalEntry) });
export type ApprovalDetail = z.infer<typeof ApprovalDetail>;

/** `mine`: the reader's own requests, otherwise those in their area. `q` searches names and phone numbers. */
export const ApprovalListQuery = z.extend(ListQuery, {
  status: z.optional(status),
  type: z.optional(type),
  priority: z.optional(priorities),
  mine: z.optional(z.stringbool()),
  /** Only those that the reader can decide on. */
  decidable: z.optional(z.stringbool()),
});
export type ApprovalListQuery = z.infer<typeof ApprovalListQuery>;

/** `decidable` counts those that the reader can decide on among all matches. */
export const ApprovalList = z.object({ requests: z.array(ApprovalRequest), total: z.number() });
export type ApprovalList = z.infer<typeof ApprovalList>;

const comment = z.string().check(z.trim(), z.maxLength(1000, 'At most 1000 characters'));
/** An approval takes a comment, a rejection a reason; each call accepts either name. */
export const DecisionRequest = z._default(
  z.strictObject({ comment: z.optional(comment), rejectionReason: z.optional(comment) }),
  {},
);
export type DecisionRequest = z.infer<typeof DecisionRequest>;

export const BulkDecisionRequest = z.strictObject({
  requestIds: z.array(ApprovalId).check(z.minLength(1, 'Choose at least one request'), z.maxLength(200)),
  comment: z.optional(comment),
});
export type BulkDecisionRequest = z.infer<typeof BulkDecisionRequest>;

/** The outcome of each request; a refusal of one does not affect the others. */
export const BulkOutcome = z.object({
  done: z.number(),
  outcomes: z.array(
    z.object({ id: ApprovalId, ok: z.boolean(), code: z.optional(z.string()), error: z.optional(z.string()) }),
  ),
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;

export const RequestInfoRequest = z.strictObject({
  comment: comment.check(z.minLength(1, 'Say what is missing')),
  /** Empty lines are removed. */
  requiredInfo: z._default(z.array(z.string().check(z.trim(), z.maxLength(300))).check(z.maxLength(20)), []),
});
export type RequestInfoRequest = z.infer<typeof RequestInfoRequest>;

export const MAX_ANSWER_PICTURES = 3;
export const AnswerInfoRequest = z.strictObject({
  answer: comment.check(z.minLength(1, 'Write your answer')),
  /** Pictures, uploaded before (POST /approvals/files). */
  attachments: z._default(
    z.array(FileId).check(z.maxLength(MAX_ANSWER_PICTURES, `Attach at most ${MAX_ANSWER_PICTURES} pictures`)),
    [],
  ),
});
export type AnswerInfoRequest = z.infer<typeof AnswerInfoRequest>;

export const AuditTrailEntry = z.object({
  id: ApprovalId,
  type: ApprovalType,
  status: ApprovalStatus,
  user: z.object({ name: z.string(), phone: z.string() }),
  reviewer: z.nullable(z.object({ name: z.string(), role: z.enum(ROLE_IDS) })),
  reviewedAt: Timestamp,
});
export type AuditTrailEntry = z.infer<typeof AuditTrailEntry>;
export const AuditTrailQuery = z.extend(ListQuery, { status: z.optional(status), type: z.optional(type) });
export type AuditTrailQuery = z.infer<typeof AuditTrailQuery>;
export const AuditTrail = z.object({ auditTrail: z.array(AuditTrailEntry), total: z.number() });
export type AuditTrail = z.infer<typeof AuditTrail>;

/** Of all requests that the reader sees, or their own with `mine`. */
export const ApprovalStatisticsQuery = z.object({ mine: z.optional(z.stringbool()) });
export const ApprovalStatistics = z.object({
  pendingRequests: z.number(),
  approvedRequests: z.number(),
  rejectedRequests: z.number(),
  /** Hours from request to decision; null if nothing is decided. */
  averageApprovalTime: z.nullable(z.number()),
  /** Number of requests that the reader must decide on: the badge in the menu. */
  awaitingMe: z.number(),
  /** Number of the reader's own requests that need their answer. */
  askedOfMe: z.number(),
});
export type ApprovalStatistics = z.infer<typeof ApprovalStatistics>;
