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
} from '../base/common.ts';
import { PartyLook } from '../elections/parties.ts';
import { ElectionType, Source } from '../elections/schemas.ts';
import { Citation } from '../law/schemas.ts';
import { LocationLink } from '../geography/schemas.ts';
import { DeskOrigin } from '../second-entry/desk.ts';
import { SecondEntryOfResult } from '../second-entry/schemas.ts';
import { Sha256Hex } from '../files/schemas.ts';
import { figure } from './figure.ts';
import { FLAG_CODES } from './sheet.ts';

export const ResultStatus = z.enum(['pending', 'verified', 'disputed', 'returned', 'cancelled']);
export type ResultStatus = z.infer<typeof ResultStatus>;

/** The status of a polling unit in an election. */
export const UnitStatus = z.enum(['pending', 'submitted', 'approved', 'disputed', 'cancelled']);
export type UnitStatus = z.infer<typeof UnitStatus>;

/** How the sheet of one contest stands, in the words of a unit's status; `returned`: a new version is due. */
export const TaskStatus = z.enum([...UnitStatus.options, 'returned']);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** Another contest of the same unit on the same day. */
export const UnitContest = z.object({
  electionId: ElectionId,
  electionName: z.string(),
  electionType: ElectionType,
  status: TaskStatus,
  resultId: z.nullable(ResultId),
  accreditedVoters: z.nullable(z.number()),
});
export type UnitContest = z.infer<typeof UnitContest>;

/** Boxes 3, 4, 5, 7 and 8 of the EC8A; box 1 is registeredVoters, 2 accreditedVoters, 6 voidVotes. */
export const Ec8aBoxes = z.strictObject({
  ballotsIssued: figure,
  unusedBallots: figure,
  spoiledBallots: figure,
  validVotes: figure,
  usedBallots: figure,
});

/**
 * The photo that follows (POST /uploads, or POST /files), by the SHA-256 that the device computed of it: it joins the version
 * when it arrives. `originalSha256`: of the photo as taken, where the one that is sent is a copy; that may come later or never.
 */
export const DeclaredPhoto = z.strictObject({
  sha256: Sha256Hex,
  originalSha256: z.optional(z.nullable(Sha256Hex)),
});
export type DeclaredPhoto = z.infer<typeof DeclaredPhoto>;

/** Of a version's photo: `awaited` while it was declared and has not arrived. */
export const PhotoState = z.enum(['none', 'awaited', 'received']);
export type PhotoState = z.infer<typeof PhotoState>;

export const SubmitResultRequest = z.strictObject({
  electionId: ElectionId,
  pollingUnitId: AreaReference,
  registeredVoters: z.optional(z.nullable(figure)),
  accreditedVoters: figure,
  /** Votes by party of the election's list; Others is optional, default 0. */
  votes: z.record(z.string().check(z.maxLength(20)), figure),
  voidVotes: figure,
  boxes: z.optional(Ec8aBoxes),
  /** A photo that was stored before (POST /files). */
  sheetFileId: z.optional(z.nullable(FileId)),
  /** A photo that follows; not together with sheetFileId. */
  photo: z.optional(z.nullable(DeclaredPhoto)),
  /** Determined by the user's role; if given it must match. */
  source: z.optional(Source),
  /** The officer confirms that the sheet shows no votes at all. */
  zeroVotesConfirmed: z.optional(z.boolean()),
  /**
   * The version that the sender has seen and replaces, 0 for none: other figures that another device sent after it are then not
   * replaced (NEWER_VERSION). Without it any version is replaced.
   */
  replaces: z.optional(z.int().check(z.gte(0))),
});
export type SubmitResultRequest = z.infer<typeof SubmitResultRequest>;

export const IdempotencyKey = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

export const Flag = z.object({ code: z.enum(FLAG_CODES), message: z.string(), arithmetic: z.string() });
export type Flag = z.infer<typeof Flag>;

/** SHA-256 of the photo as received or, while it is awaited, as declared; null without a photo, and for versions older than this field. */
const sheetSha256 = z.nullable(z.string());
/** SHA-256 of the photo as taken, as declared; null where the sent one is no copy. */
const originalSha256 = z.nullable(z.string());

/** The officer's receipt for an accepted submission. The digest is SHA-256 over the stored values (docs/receipts.md). */
export const Receipt = z.object({
  id: ResultId,
  submissionId: z.string(),
  version: z.number(),
  status: ResultStatus,
  flags: z.array(Flag),
  submittedAt: Timestamp,
  sheetSha256,
  originalSha256,
  photo: PhotoState,
  digest: z.string(),
});
export type Receipt = z.infer<typeof Receipt>;

/** Actions that let a user sign in to another user's account. */
export const CONTROL_ACTS = ['created', 'invited', 'password_set', 'phone_changed'] as const;
export type ControlAct = (typeof CONTROL_ACTS)[number];

/** Why the reader cannot decide although the result's status allows it: an error code and its sentence. */
export const DecisionRefusal = z.object({ code: z.string(), reason: z.string() });
export type DecisionRefusal = z.infer<typeof DecisionRefusal>;

const figures = {
  votes: z.record(z.string(), z.number()),
  voidVotes: z.number(),
  totalVotes: z.number(),
  accreditedVoters: z.number(),
  registeredVoters: z.nullable(z.number()),
  boxes: z.nullable(Ec8aBoxes),
  flags: z.array(Flag),
  photo: PhotoState,
  /** True where the photo was declared with the figures: the digest is then of the third form (docs/receipts.md). */
  photoDeclared: z.boolean(),
  sheetFileId: z.nullable(FileId),
  sheetSha256,
  /** The photo as taken, where the sheet is a copy of it; null while it is on the officer's phone. */
  originalFileId: z.nullable(FileId),
  originalSha256,
  /** When a reviewer requested the photo as taken. */
  originalAskedAt: z.nullable(Timestamp),
  submissionId: z.string(),
  digest: z.string(),
  late: z.boolean(),
  /** The transcriber, of a desk version. */
  submittedBy: PersonLink,
  submittedAt: Timestamp,
  /** Null for a version that the officer sent. */
  desk: z.nullable(DeskOrigin),
};

/** One submission; never changed once stored. */
export const ResultVersion = z.object({ version: z.number(), ...figures });
export type ResultVersion = z.infer<typeof ResultVersion>;

/** One step of a result, oldest first in its history. */
export const ResultDecision = z.object({
  action: z.enum([
    'submitted',
    'desk',
    'verified',
    'returned',
    'disputed',
    'cancelled',
    'taken_over',
    'takeover_asked',
  ]),
  version: z.number(),
  by: z.nullable(PersonLink),
  at: Timestamp,
  reason: z.nullable(z.string()),
});
export type ResultDecision = z.infer<typeof ResultDecision>;

/** The admin above the ward who decides on a pending result in its place. */
export const Takeover = z.object({ by: PersonLink, at: Timestamp, reason: z.string() });
export type Takeover = z.infer<typeof Takeover>;

export const Result = z.object({
  id: ResultId,
  electionId: ElectionId,
  pollingUnitId: LocationIdSchema,
  pollingUnitCode: z.string(),
  chain: z.array(LocationLink),
  source: Source,
  status: ResultStatus,
  version: z.number(),
  ...figures,
  /** Accredited over registered voters in percent; null if registered voters are unknown. */
  turnout: z.nullable(z.number()),
  leading: z.nullable(z.string()),
  decidedBy: z.nullable(PersonLink),
  decidedAt: z.nullable(Timestamp),
  reason: z.nullable(z.string()),
  /** Null unless an admin above the ward has taken it over and has not decided yet. */
  takenOver: z.nullable(Takeover),
  /** When the officer requested a takeover of the newest version. */
  takeoverAskedAt: z.nullable(Timestamp),
  can: z.object({
    verify: z.boolean(),
    return: z.boolean(),
    dispute: z.boolean(),
    cancel: z.boolean(),
    resubmit: z.boolean(),
    /** True while the photo as taken is on the officer's phone and has not been requested. */
    askOriginal: z.boolean(),
    /** Take it over from the ward, or from an admin below. */
    takeOver: z.boolean(),
    /** True for the unit's officer while it is pending; the server also asks how long it has waited. */
    askTakeover: z.boolean(),
    /** Set if the reader could have sent the version themselves and so cannot decide on it. */
    refusal: z.nullable(DecisionRefusal),
  }),
});
export type Result = z.infer<typeof Result>;

/** A check as the reviewer sees it, passed or not. */
export const CheckAnswer = z.object({
  code: z.enum(FLAG_CODES),
  ok: z.boolean(),
  message: z.string(),
  arithmetic: z.string(),
});

export const ResultDetail = z.extend(Result, {
  election: z.object({ name: z.string(), type: ElectionType }),
  parties: z.array(z.string()),
  looks: z.array(PartyLook),
  /** Who stands for each party in the unit; parties without a known candidate are absent. */
  candidates: z.record(z.string(), z.string()),
  /** The code printed on the sheet. */
  formCode: z.string(),
  checks: z.array(CheckAnswer),
  versions: z.array(ResultVersion),
  history: z.array(ResultDecision),
  /** The other contests of the unit on the same day, in the order of their sheets. */
  contests: z.array(UnitContest),
  /** The open dispute about it; null if there is none. */
  disputeId: z.nullable(DisputeId),
  /** Whether the election still takes another version of its officer, by its status and its deadline; servers of before do not say it. */
  takesVersions: z.optional(z.boolean()),
  /** Null where the policy of the election asks for none. */
  secondEntry: z.nullable(SecondEntryOfResult),
  /** Why the reader cannot decide; null if they can. */
  hint: z.nullable(z.string()),
  /** The provision on over-voting of the election's law. */
  overVotingLaw: Citation,
  /** Mean turnout of the ward's other reported units, for comparison. */
  wardTurnout: z.nullable(z.object({ turnout: z.number(), units: z.number() })),
});
export type ResultDetail = z.infer<typeof ResultDetail>;

export const ResultListQuery = z.extend(ListQuery, {
  electionId: z.optional(ElectionId),
  status: z.optional(ResultStatus),
  source: z.optional(Source),
  area: z.optional(AreaReference),
  flagged: z.optional(z.stringbool()),
});
export type ResultListQuery = z.infer<typeof ResultListQuery>;
export const ResultList = z.object({ results: z.array(Result), total: z.number() });
export type ResultList = z.infer<typeof ResultList>;

/** The version that the user reviewed; if there is a newer one the call is refused as a conflict. */
export const DecidedVersion = z.number('Name the version that you decide on').check(z.int(), z.positive());

export const ReasonRequest = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1, 'Give a reason'), z.maxLength(1000)),
  version: DecidedVersion,
});
export type ReasonRequest = z.infer<typeof ReasonRequest>;
/** The version that has waited too long. */
export const AskTakeoverRequest = z.strictObject({ version: DecidedVersion });
/** A reason, and optionally a picture as evidence, uploaded before (POST /disputes/files). */
export const DisputeRequest = z.extend(ReasonRequest, { fileId: z.optional(z.nullable(FileId)) });
export type DisputeRequest = z.infer<typeof DisputeRequest>;
const note = z.optional(z.string().check(z.trim(), z.maxLength(1000)));
/** The version whose photo the reviewer looks at. */
export const AskOriginalRequest = z.strictObject({ version: DecidedVersion });
export type AskOriginalRequest = z.infer<typeof AskOriginalRequest>;
/** A comment is stored as the decision's reason, and may be sent under either name. */
export const VerifyRequest = z.strictObject({ version: DecidedVersion, comment: note, reason: note }).check(
  z.refine(({ comment, reason }) => comment === undefined || reason === undefined, {
    error: 'Send either a comment or a reason',
    path: ['comment'],
  }),
);
export type VerifyRequest = z.infer<typeof VerifyRequest>;

/** A unit in its reviewer's list, reported or not. */
export const ReviewUnit = z.object({
  pollingUnitId: LocationIdSchema,
  code: z.string(),
  name: z.string(),
  chain: z.array(LocationLink),
  registeredVoters: z.nullable(z.number()),
  status: UnitStatus,
  resultId: z.nullable(ResultId),
  resultStatus: z.nullable(ResultStatus),
  source: Source,
  totalVotes: z.nullable(z.number()),
  leading: z.nullable(z.string()),
  flags: z.array(Flag),
  photo: PhotoState,
  /** True where the newest version was entered from the photo at the desk. */
  desk: z.boolean(),
  /** The other contests of the unit on the same day. */
  contests: z.array(UnitContest),
  submittedAt: z.nullable(Timestamp),
  /** True if the result waits for the reader: they may verify, return or cancel it, and it needs no explanation first. */
  canDecide: z.boolean(),
  /** Null where the policy of the election asks for none. */
  secondEntry: z.nullable(SecondEntryOfResult),
  /** True while it is not verified because a check needs an explanation. */
  needsExplanation: z.boolean(),
  takenOver: z.nullable(Takeover),
  takeoverAskedAt: z.nullable(Timestamp),
  /** Null if there is none, or the reader cannot see users. */
  officer: z.nullable(z.object({ name: z.string(), phone: z.string() })),
});
export type ReviewUnit = z.infer<typeof ReviewUnit>;

export const ReviewQuery = z.extend(ListQuery, {
  electionId: ElectionId,
  source: z._default(Source, 'official'),
  status: z.optional(UnitStatus),
  area: z.optional(AreaReference),
  /** Only units whose result has a failed check and was neither returned nor cancelled. */
  flagged: z.optional(z.stringbool()),
});
export type ReviewQuery = z.infer<typeof ReviewQuery>;
export const ReviewList = z.object({
  units: z.array(ReviewUnit),
  total: z.number(),
  counts: z.object({
    pending: z.number(),
    submitted: z.number(),
    approved: z.number(),
    disputed: z.number(),
    cancelled: z.number(),
  }),
  /** Of the pending results counted under `submitted`, those on which the reader may decide now. */
  decidable: z.number(),
  /** Of the others, those on which the reader may decide once they have an explanation. */
  unexplained: z.number(),
});
export type ReviewList = z.infer<typeof ReviewList>;
