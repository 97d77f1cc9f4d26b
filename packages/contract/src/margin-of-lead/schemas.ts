import * as z from 'zod/mini';
import {
  AreaReference,
  ElectionId,
  FileId,
  ListQuery,
  LocationIdSchema,
  PersonLink,
  ResultId,
  Timestamp,
  withoutDirections,
} from '../base/common.ts';
import { LocationLink } from '../geography/schemas.ts';
import { ResultStatus } from '../results/schemas.ts';
import { AFFECTED_KINDS } from './kinds.ts';
import { RefusedLines } from '../geography/register-import.ts';

export const AffectedUnitId = z.uuid().brand<'AffectedUnitId'>();
export type AffectedUnitId = z.infer<typeof AffectedUnitId>;

const AffectedKindSchema = z.enum(AFFECTED_KINDS);
const words = (missing: string, most: number) =>
  z.string().check(withoutDirections(), z.trim(), z.minLength(1, missing), z.maxLength(most));
const recorded = {
  kind: AffectedKindSchema,
  ground: words('Say on what ground', 1000),
  /** PVCs collected at the unit; null or absent while not known, and its registered voters stand for it. */
  pvcCollected: z.optional(
    z.nullable(
      z.int('Give a whole number').check(z.minimum(0, 'Give 0 or more'), z.maximum(99_999, 'Give less than 100,000')),
    ),
  ),
  fileIds: z._default(z.array(FileId).check(z.maxLength(10, 'Attach at most 10 pictures')), []),
};

export const RecordAffectedUnitRequest = z.strictObject({
  electionId: ElectionId,
  pollingUnitId: AreaReference,
  ...recorded,
});
export type RecordAffectedUnitRequest = z.infer<typeof RecordAffectedUnitRequest>;

const change = { version: z.int(), reason: words('Give a reason', 1000) };

export const EditAffectedUnitRequest = z.strictObject({ ...recorded, ...change });
export type EditAffectedUnitRequest = z.infer<typeof EditAffectedUnitRequest>;

export const WithdrawAffectedUnitRequest = z.strictObject(change);
export type WithdrawAffectedUnitRequest = z.infer<typeof WithdrawAffectedUnitRequest>;

/** A unit that weighs against the lead, or is credited zero. One without `id` is a result that a review cancelled; it needs no record. */
export const AffectedUnit = z.object({
  id: z.nullable(AffectedUnitId),
  electionId: ElectionId,
  pollingUnitId: LocationIdSchema,
  code: z.string(),
  name: z.string(),
  chain: z.array(LocationLink),
  kind: AffectedKindSchema,
  ground: z.string(),
  pvcCollected: z.nullable(z.number()),
  registeredVoters: z.nullable(z.number()),
  countsForMargin: z.boolean(),
  /** What weighs against the lead: null where neither number is known. `upperBound`: the registered voters stand for the PVCs. */
  atStake: z.nullable(z.number()),
  upperBound: z.boolean(),
  /** The official result of the unit. While it is counted, its votes may fall away. */
  resultId: z.nullable(ResultId),
  resultStatus: z.nullable(ResultStatus),
  fileIds: z.array(FileId),
  version: z.number(),
  recordedBy: z.nullable(PersonLink),
  updatedAt: Timestamp,
  can: z.object({ edit: z.boolean() }),
});
export type AffectedUnit = z.infer<typeof AffectedUnit>;

export const AffectedUnitEntry = z.object({
  id: z.number(),
  change: z.enum(['recorded', 'edited', 'withdrawn']),
  kind: AffectedKindSchema,
  ground: z.string(),
  pvcCollected: z.nullable(z.number()),
  fileIds: z.array(FileId),
  reason: z.nullable(z.string()),
  by: PersonLink,
  at: Timestamp,
});
export type AffectedUnitEntry = z.infer<typeof AffectedUnitEntry>;

export const AffectedUnitDetail = z.extend(AffectedUnit, {
  withdrawn: z.boolean(),
  entries: z.array(AffectedUnitEntry),
});
export type AffectedUnitDetail = z.infer<typeof AffectedUnitDetail>;

export const AffectedUnitListQuery = z.extend(ListQuery, {
  electionId: ElectionId,
  area: z.optional(AreaReference),
  kind: z.optional(AffectedKindSchema),
});
export type AffectedUnitListQuery = z.infer<typeof AffectedUnitListQuery>;

export const AffectedUnitList = z.object({
  units: z.array(AffectedUnit),
  total: z.number(),
  can: z.object({ record: z.boolean() }),
});
export type AffectedUnitList = z.infer<typeof AffectedUnitList>;

/** The columns of a file of PVCs collected, a unit a line. */
export const PVC_COLUMNS = ['unit_code', 'pvc_collected'] as const;
/** In characters; with the lines of a file that is imported in one transaction. */
export const MAX_PVC_FILE = 100_000;
export const MAX_PVC_LINES = 2000;

export const ImportPvcRequest = z.strictObject({
  electionId: ElectionId,
  /** False: say what the file holds, and store nothing. */
  store: z.boolean(),
  /** Where the numbers come from: the reason of each record that changes. */
  reason: z
    .string()
    .check(withoutDirections(), z.trim(), z.minLength(1, 'Say where the numbers come from'), z.maxLength(1000)),
  /** The text of a CSV file with the columns unit_code and pvc_collected. */
  text: z.string().check(z.minLength(1, 'The file is empty'), z.maxLength(MAX_PVC_FILE, 'The file is too large')),
});
export type ImportPvcRequest = z.infer<typeof ImportPvcRequest>;

/** What a file holds, or did; with a refused line nothing is stored. */
export const PvcImport = z.object({
  stored: z.boolean(),
  rows: z.number(),
  /** The units whose number changes, in the order of the file. */
  changes: z.array(z.object({ code: z.string(), name: z.string(), before: z.nullable(z.number()), after: z.number() })),
  /** Units that have the number already. */
  unchanged: z.number(),
  /** Units of which nothing is recorded: their voters weigh nothing against the lead. */
  notRecorded: z.number(),
  /** Taken as they are: more PVCs than registered voters. */
  warned: RefusedLines,
  refused: RefusedLines,
});
export type PvcImport = z.infer<typeof PvcImport>;
