import * as z from 'zod/mini';
import { PersonLink, withoutDirections } from '../base/common.ts';
import { requiredName } from '../base/names.ts';
import { ElectionType, PartyCode } from '../elections/schemas.ts';
import { OTHERS } from '../elections/parties.ts';
import { ImportStanding } from '../geography/register-import.ts';

export const EarlierElectionId = z.uuid().brand<'EarlierElectionId'>();
export type EarlierElectionId = z.infer<typeof EarlierElectionId>;

/** An earlier election, with the parties that its results have. */
export const EarlierLink = z.object({
  id: EarlierElectionId,
  name: z.string(),
  electionDate: z.string(),
  parties: z.array(z.string()),
});
export type EarlierLink = z.infer<typeof EarlierLink>;

/** The whole register with a column for each of twenty parties has a third of it. */
export const MAX_EARLIER_FILE = 48 * 1024 * 1024;

/** The columns of a file beside those of the parties; Others may be left out. */
export const EARLIER_COLUMNS = ['unit_code', 'registered', 'accredited', OTHERS] as const;

/** The fields that a file of earlier results is sent with; `parties` by commas. */
export const EarlierFileForm = z.strictObject({
  name: z.optional(z.string()),
  type: z.optional(z.string()),
  electionDate: z.optional(z.string()),
  parties: z.optional(z.string()),
});

const parties = z.array(PartyCode).check(
  z.minLength(1, 'Name at least one party'),
  z.maxLength(60, 'At most 60 parties'),
  z.refine((list) => new Set(list.map((name) => name.toLowerCase())).size === list.length, 'A party is named twice'),
  z.refine((list) => !list.includes(OTHERS), `${OTHERS} is no party: it has a column of its own`),
);

export const EarlierElectionRequest = z.strictObject({
  name: requiredName(160, 'Name the election').check(withoutDirections()),
  type: ElectionType,
  electionDate: z.iso.date('Give the election date as year-month-day'),
  parties,
});
export type EarlierElectionRequest = z.infer<typeof EarlierElectionRequest>;

/**
 * The results of an earlier election by polling unit, as they were imported. They are reference data: no total of ours contains them. With a refused
 * line nothing is stored.
 */
export const EarlierElection = z.extend(ImportStanding, {
  ...EarlierLink.shape,
  type: ElectionType,
  importedBy: PersonLink,
  can: z.object({ store: z.boolean(), discard: z.boolean(), remove: z.boolean() }),
});
export type EarlierElection = z.infer<typeof EarlierElection>;

export const EarlierList = z.object({
  /** Those that are stored, the latest election first. */
  elections: z.array(EarlierElection),
  /** The reader's latest files that are not stored, newest first. */
  files: z.array(EarlierElection),
  can: z.object({ import: z.boolean() }),
});
export type EarlierList = z.infer<typeof EarlierList>;
