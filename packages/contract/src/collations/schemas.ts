import * as z from 'zod/mini';
import { UserStatus } from '../auth/schemas.ts';
import {
  AreaReference,
  ElectionId,
  FileId,
  ListQuery,
  LocationIdSchema,
  PersonLink,
  ResultId,
  Timestamp,
  UserId,
} from '../base/common.ts';
import { withoutHidden } from '../base/names.ts';
import { ConstituencyId } from '../constituencies/schemas.ts';
import { LocationLink } from '../geography/schemas.ts';
import { DecidedVersion, DecisionRefusal } from '../results/schemas.ts';
import { COLLATION_LEVELS } from './chain.ts';
import { COLLATION_FLAG_CODES, ROW_CODES } from './figures.ts';

export const CollationId = z.uuid().brand<'CollationId'>();
export type CollationId = z.infer<typeof CollationId>;

export const CollationLevelSchema = z.enum(COLLATION_LEVELS);

/** Our own agent at the centre, the scan on the results portal, or announced by voice or press. */
export const COLLATION_SOURCES = ['agent', 'portal', 'announced'] as const;
export const CollationSource = z.enum(COLLATION_SOURCES);
export type CollationSource = z.infer<typeof CollationSource>;

export const CollationStatus = z.enum(['pending', 'verified', 'returned', 'disputed']);
export type CollationStatus = z.infer<typeof CollationStatus>;

/** Rows of one form: a ward has at most some 200 units. */
export const MAX_ROWS = 500;
export const MAX_PAGES = 20;
/** More than the voters of the nation. */
export const MAX_COLLATED = 200_000_000;

/** A figure as it is sent; absent and null are blank. */
export const sentCell = z.optional(
  z.nullable(
    z
      .number('Enter a whole number')
      .check(
        z.int('Enter a whole number'),
        z.minimum(0, 'Must not be negative'),
        z.maximum(MAX_COLLATED, 'This is more than all voters'),
      ),
  ),
);
const sentFigures = {
  registered: sentCell,
  accredited: sentCell,
  /** By party; absent and null are blank, which is not zero. */
  votes: z.record(z.string().check(z.maxLength(20)), sentCell),
  valid: sentCell,
  rejected: sentCell,
  total: sentCell,
};

/** One row of the form, by the code of the unit, ward, LGA or state. */
export const SentRow = z.strictObject({ childCode: AreaReference, ...sentFigures });
export type SentRow = z.infer<typeof SentRow>;

const noted = (most: number) =>
  z.optional(z.nullable(z.string().check(z.overwrite(withoutHidden), z.trim(), z.maxLength(most))));

export const EnterCollationRequest = z.strictObject({
  electionId: ElectionId,
  /** The code of the ward, LGA or state, `NG`, or the id of the constituency. */
  area: AreaReference,
  /** Of an LGA that several constituencies share: the one that the form is for. */
  constituency: z.optional(ConstituencyId),
  formCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
  source: CollationSource,
  rows: z.array(SentRow).check(z.maxLength(MAX_ROWS, `A form has at most ${MAX_ROWS} rows`)),
  statedTotals: z.strictObject(sentFigures),
  /** A photo of each page, uploaded before (POST /collations/files). */
  sheetFileIds: z.array(FileId).check(z.maxLength(MAX_PAGES)),
  /** The collation officer's name as it stands on the form. */
  officerName: noted(160),
  /** The parties whose agents signed. */
  signedBy: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(60))),
  /** Null: not visible. */
  stamped: z.optional(z.nullable(z.boolean())),
  /** The time that stands on the form. */
  timeOnForm: z.optional(z.nullable(Timestamp)),
});
export type EnterCollationRequest = z.infer<typeof EnterCollationRequest>;

/** Pages that are added to a version that was sent without them. */
export const AddPagesRequest = z.strictObject({
  version: DecidedVersion,
  /** A photo of each page, uploaded before (POST /collations/files). */
  sheetFileIds: z
    .array(FileId)
    .check(z.minLength(1, 'Attach a page'), z.maxLength(MAX_PAGES, `A form has at most ${MAX_PAGES} pages`)),
});
export type AddPagesRequest = z.infer<typeof AddPagesRequest>;

/** The photo of a page. `added` is null for one that came with its version. */
export const FormPhoto = z.object({
  fileId: FileId,
  sha256: z.string(),
  added: z.nullable(z.object({ by: PersonLink, at: Timestamp })),
});
export type FormPhoto = z.infer<typeof FormPhoto>;

const figure = z.nullable(z.number());
const figures = {
  registered: figure,
  accredited: figure,
  votes: z.record(z.string(), figure),
  valid: figure,
  rejected: figure,
  total: figure,
};
export const CollatedFigures = z.object(figures);
export type CollatedFigures = z.infer<typeof CollatedFigures>;
export const CollationRow = z.object({
  childId: LocationIdSchema,
  childCode: z.string(),
  name: z.string(),
  ...figures,
});
export type CollationRow = z.infer<typeof CollationRow>;

export const CollationFlag = z.object({
  code: z.enum(COLLATION_FLAG_CODES),
  message: z.string(),
  /** The codes of the rows or the names of the fields that it is about. */
  at: z.array(z.string()),
});
export type CollationFlag = z.infer<typeof CollationFlag>;

/** The receipt of one entered form. The digest is SHA-256 over the stored values (docs/receipts.md). */
export const CollationReceipt = z.object({
  id: CollationId,
  submissionId: z.string(),
  version: z.number(),
  status: CollationStatus,
  flags: z.array(CollationFlag),
  submittedAt: Timestamp,
  photoSha256: z.array(z.string()),
  digest: z.string(),
});
export type CollationReceipt = z.infer<typeof CollationReceipt>;

/** A place on a form: an area of the tree, or a constituency. */
export const CollationPlace = z.object({ code: z.string(), name: z.string() });
export type CollationPlace = z.infer<typeof CollationPlace>;

/** The constituency that a form or a question is for; null in elections that are held in none. */
export const CollationConstituency = z.nullable(z.object({ id: ConstituencyId, name: z.string() }));
export type CollationConstituency = z.infer<typeof CollationConstituency>;

const can = z.object({
  verify: z.boolean(),
  return: z.boolean(),
  dispute: z.boolean(),
  /** A newer version of it may be entered by the reader. */
  enter: z.boolean(),
  /** Pages may be added to its version by the reader. */
  addPages: z.boolean(),
  acknowledge: z.boolean(),
  /** Set if the reader entered it and so cannot decide on it. */
  refusal: z.nullable(DecisionRefusal),
});

export const Collation = z.object({
  id: CollationId,
  electionId: ElectionId,
  electionName: z.string(),
  level: CollationLevelSchema,
  formCode: z.string(),
  area: LocationLink,
  areaCode: z.string(),
  chain: z.array(LocationLink),
  constituency: CollationConstituency,
  source: CollationSource,
  status: CollationStatus,
  version: z.number(),
  submissionId: z.string(),
  rowCount: z.number(),
  statedTotals: CollatedFigures,
  flags: z.array(CollationFlag),
  photos: z.array(FormPhoto),
  officerName: z.nullable(z.string()),
  signedBy: z.array(z.string()),
  stamped: z.nullable(z.boolean()),
  timeOnForm: z.nullable(Timestamp),
  submittedBy: PersonLink,
  submittedAt: Timestamp,
  decidedBy: z.nullable(PersonLink),
  decidedAt: z.nullable(Timestamp),
  reason: z.nullable(z.string()),
  /** When a form below it was opened again after this one was verified; null once it was looked at. */
  outOfDateAt: z.nullable(Timestamp),
  /** A verified form above it; a locked form takes no version and no decision but a dispute. */
  lockedBy: z.nullable(z.object({ id: CollationId, formCode: z.string(), area: z.string() })),
  can,
});
export type Collation = z.infer<typeof Collation>;

export const CollationVersion = z.object({
  version: z.number(),
  submissionId: z.string(),
  digest: z.string(),
  rows: z.array(CollationRow),
  statedTotals: CollatedFigures,
  flags: z.array(CollationFlag),
  photos: z.array(FormPhoto),
  submittedBy: PersonLink,
  submittedAt: Timestamp,
});
export type CollationVersion = z.infer<typeof CollationVersion>;

export const CollationEntry = z.object({
  action: z.enum(['submitted', 'pages_added', 'verified', 'returned', 'disputed', 'out_of_date', 'acknowledged']),
  version: z.number(),
  /** Of `pages_added`: the numbers of the pages. */
  pages: z.array(z.number()),
  by: z.nullable(PersonLink),
  at: Timestamp,
  ground: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type CollationEntry = z.infer<typeof CollationEntry>;

export const CollationDetail = z.extend(Collation, {
  parties: z.array(z.string()),
  rows: z.array(CollationRow),
  versions: z.array(CollationVersion),
  history: z.array(CollationEntry),
});
export type CollationDetail = z.infer<typeof CollationDetail>;

export const CollationListQuery = z.extend(ListQuery, {
  electionId: z.optional(ElectionId),
  area: z.optional(AreaReference),
  status: z.optional(CollationStatus),
  source: z.optional(CollationSource),
  level: z.optional(CollationLevelSchema),
  outOfDate: z.optional(z.stringbool()),
});
export const CollationList = z.object({ collations: z.array(Collation), total: z.number() });
export type CollationList = z.infer<typeof CollationList>;

const reason = z.string().check(z.trim(), z.minLength(1, 'Give a reason'), z.maxLength(1000));
const comment = z.optional(z.string().check(z.trim(), z.maxLength(1000)));
/** Why a form is returned to the person who entered it. */
export const RETURN_GROUNDS = ['wrong_form', 'unreadable', 'incomplete', 'figures', 'other'] as const;
export const ReturnGround = z.enum(RETURN_GROUNDS);
export type ReturnGround = z.infer<typeof ReturnGround>;

export const VerifyCollationRequest = z.strictObject({ version: DecidedVersion, comment });
export const ReturnCollationRequest = z.strictObject({
  version: DecidedVersion,
  reason,
  ground: z._default(ReturnGround, 'other'),
});
export const DisputeCollationRequest = z.strictObject({ version: DecidedVersion, reason });
export const AcknowledgeCollationRequest = z.strictObject({ version: DecidedVersion, comment });

/** One child of the form beside our own figures. Several entries may be about one child; COLUMN_SUM is about none. */
export const ComparedRow = z.object({
  childCode: z.nullable(z.string()),
  name: z.nullable(z.string()),
  code: z.enum(ROW_CODES),
  /** Only those that differ. CARRIED has the child's form as `own`, COLUMN_SUM the sum of the rows. */
  fields: z.array(z.object({ name: z.string(), form: figure, own: figure })),
  /** What our own figures rest on; null where we hold none, and for CARRIED and COLUMN_SUM. */
  basis: z.nullable(z.enum(['verified', 'provisional'])),
  /** Units of the child, and those whose own sheet is counted; null for CARRIED and COLUMN_SUM. */
  coverage: z.nullable(z.object({ units: z.number(), held: z.number() })),
  /** Of a unit: our own result, and its status also where it is not counted. */
  resultId: z.nullable(ResultId),
  resultStatus: z.nullable(z.string()),
  /** Of a unit: our result was entered from the photo at the desk. */
  desk: z.boolean(),
  /** The form of the child that counts; null where none is held, and for units. */
  childCollationId: z.nullable(CollationId),
});
export type ComparedRow = z.infer<typeof ComparedRow>;

export const CollationComparison = z.object({
  collationId: CollationId,
  version: z.number(),
  parties: z.array(z.string()),
  rows: z.array(ComparedRow),
  counts: z.partialRecord(z.enum(ROW_CODES), z.number()),
});
export type CollationComparison = z.infer<typeof CollationComparison>;

/** What is to be filled in at one centre: names alone, so that the person who enters a form does not see our own figures before. */
export const CollationDesk = z.object({
  forms: z.array(
    z.object({
      electionId: ElectionId,
      electionName: z.string(),
      level: CollationLevelSchema,
      formCode: z.string(),
      area: CollationPlace,
      constituency: CollationConstituency,
      /** What the reader's own form of source `agent` has become; null while none was sent. */
      status: z.nullable(CollationStatus),
      collationId: z.nullable(CollationId),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type CollationDesk = z.infer<typeof CollationDesk>;

export const BlankFormQuery = z.object({
  electionId: ElectionId,
  area: AreaReference,
  constituency: z.optional(ConstituencyId),
  formCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
});
export const BlankForm = z.object({
  electionId: ElectionId,
  level: CollationLevelSchema,
  formCode: z.string(),
  area: CollationPlace,
  constituency: CollationConstituency,
  parties: z.array(z.string()),
  /** The places that the form has a row for, in the order of their codes. */
  children: z.array(CollationPlace),
});
export type BlankForm = z.infer<typeof BlankForm>;

export const CollationAgentId = z.uuid().brand<'CollationAgentId'>();
export type CollationAgentId = z.infer<typeof CollationAgentId>;
export const AssignAgentRequest = z.strictObject({ electionId: ElectionId, area: AreaReference, userId: UserId });
export type AssignAgentRequest = z.infer<typeof AssignAgentRequest>;
export const CollationAgent = z.object({
  id: CollationAgentId,
  electionId: ElectionId,
  person: PersonLink,
  /** Who is not active keeps the centre until it is ended, and enters nothing. */
  status: UserStatus,
  /** Null where the reader may not see it. */
  phone: z.nullable(z.string()),
  area: LocationLink,
  areaCode: z.string(),
  assignedBy: z.nullable(PersonLink),
  assignedAt: Timestamp,
});
export type CollationAgent = z.infer<typeof CollationAgent>;
export const AgentListQuery = z.extend(ListQuery, {
  electionId: z.optional(ElectionId),
  area: z.optional(AreaReference),
});
export const CollationAgentList = z.object({ agents: z.array(CollationAgent), total: z.number() });
