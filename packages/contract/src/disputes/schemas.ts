import * as z from 'zod/mini';
import {
  AreaReference,
  DisputeId,
  ElectionId,
  FileId,
  ListQuery,
  LocationIdSchema,
  PersonLink,
  ResultId,
  Timestamp,
  UserId,
} from '../base/common.ts';
import { Source } from '../elections/schemas.ts';
import { Citation } from '../law/schemas.ts';
import { LocationLink } from '../geography/schemas.ts';
import { DecidedVersion, DecisionRefusal, DisputeRequest, ResultVersion } from '../results/schemas.ts';
import { type Role, ROLES } from '../permissions/roles.ts';

export const DisputeStatus = z.enum(['open', 'resolved']);
export type DisputeStatus = z.infer<typeof DisputeStatus>;

/** The decisions that resolve a dispute, and the resulting status of its result. */
export const RESOLUTIONS = { verify: 'verified', return: 'returned', cancel: 'cancelled' } as const;
export const Resolution = z.enum(
  Object.keys(RESOLUTIONS) as [keyof typeof RESOLUTIONS, ...(keyof typeof RESOLUTIONS)[]],
);
export type Resolution = z.infer<typeof Resolution>;
export const ResolvedAs = z.enum(['verified', 'returned', 'cancelled']);
export type ResolvedAs = z.infer<typeof ResolvedAs>;

/**
 * True if a holder of `role` is above the raiser, and so can resolve the dispute. The three national roles count as one level: one can resolve a
 * dispute that another raised.
 */
export function standsAbove(role: Role, raiser: Role): boolean {
  if (ROLES[raiser].assignment === 'national' && ROLES[raiser].level <= 3) return ROLES[role].level <= 3;
  return ROLES[role].level < ROLES[raiser].level;
}

const words = (least: string) => z.string().check(z.trim(), z.minLength(1, least), z.maxLength(1000));

export const RaiseDisputeRequest = z.extend(DisputeRequest, { resultId: ResultId });
export type RaiseDisputeRequest = z.infer<typeof RaiseDisputeRequest>;

export const DisputeCommentRequest = z.strictObject({
  text: words('Write something first'),
  fileId: z.optional(z.nullable(FileId)),
});
export type DisputeCommentRequest = z.infer<typeof DisputeCommentRequest>;

/** Null removes the assignment. */
export const AssignDisputeRequest = z.strictObject({ userId: z.nullable(UserId) });
export type AssignDisputeRequest = z.infer<typeof AssignDisputeRequest>;

export const ResolveDisputeRequest = z.strictObject({
  resolution: Resolution,
  reason: words('Give a reason'),
  version: DecidedVersion,
});
export type ResolveDisputeRequest = z.infer<typeof ResolveDisputeRequest>;

export const Dispute = z.object({
  id: DisputeId,
  resultId: ResultId,
  electionId: ElectionId,
  electionName: z.string(),
  pollingUnitId: LocationIdSchema,
  pollingUnitCode: z.string(),
  chain: z.array(LocationLink),
  source: Source,
  /** The disputed version. */
  version: z.number(),
  status: DisputeStatus,
  reason: z.string(),
  /** Null for the system. */
  raisedBy: z.nullable(PersonLink),
  raisedAt: Timestamp,
  assignee: z.nullable(PersonLink),
  resolvedAs: z.nullable(ResolvedAs),
  resolvedBy: z.nullable(PersonLink),
  resolvedAt: z.nullable(Timestamp),
  comments: z.number(),
  updatedAt: Timestamp,
  can: z.object({
    comment: z.boolean(),
    assign: z.boolean(),
    verify: z.boolean(),
    return: z.boolean(),
    cancel: z.boolean(),
    /** Set if the reader could have sent the version themselves and so cannot decide on it. */
    refusal: z.nullable(DecisionRefusal),
  }),
});
export type Dispute = z.infer<typeof Dispute>;

/** One step of a dispute, oldest first. */
export const DisputeEntry = z.object({
  id: z.number(),
  kind: z.enum(['raised', 'comment', 'assigned', 'resolved']),
  by: z.nullable(PersonLink),
  at: Timestamp,
  /** The reason, the comment, or the reason of the resolution. */
  text: z.nullable(z.string()),
  fileId: z.nullable(FileId),
  /** The new assignee; null for a removed assignment and for other kinds. */
  assignee: z.nullable(PersonLink),
  resolvedAs: z.nullable(ResolvedAs),
});
export type DisputeEntry = z.infer<typeof DisputeEntry>;

export const DisputeDetail = z.extend(Dispute, {
  entries: z.array(DisputeEntry),
  /** The disputed version as submitted, with the parties of its ballot in order. */
  figures: ResultVersion,
  parties: z.array(z.string()),
  /** As of the result: whether its officer can still send another version. */
  takesVersions: z.optional(z.boolean()),
  /** The provision on over-voting of the election's law. */
  overVotingLaw: Citation,
  /** Why the reader cannot resolve it, as a sentence; null if they can or it needs no resolution. */
  hint: z.nullable(z.string()),
});
export type DisputeDetail = z.infer<typeof DisputeDetail>;

/** Sorted by `raisedAt` or `updatedAt` (default, newest first). */
export const DisputeListQuery = z.extend(ListQuery, {
  electionId: z.optional(ElectionId),
  status: z.optional(DisputeStatus),
  source: z.optional(Source),
  area: z.optional(AreaReference),
  /** Assigned to the reader, unassigned, raised by the reader, or waiting for the reader's resolution. */
  whose: z.optional(z.enum(['assigned', 'unassigned', 'raised', 'mine'])),
});
export type DisputeListQuery = z.infer<typeof DisputeListQuery>;

export const DisputeList = z.object({
  disputes: z.array(Dispute),
  total: z.number(),
  /** The numbers of open and resolved ones under the other filters. */
  counts: z.object({ open: z.number(), resolved: z.number() }),
});
export type DisputeList = z.infer<typeof DisputeList>;

export const AssigneesQuery = z.object({ q: ListQuery.shape.q });

/** Users to whom the dispute can be assigned: active users who can resolve it, the lowest office first, at most 50. */
export const Assignees = z.object({
  /** Phone numbers only for administrators who can see them. */
  people: z.array(z.extend(PersonLink, { phone: z.nullable(z.string()), area: z.string() })),
});
export type Assignees = z.infer<typeof Assignees>;
