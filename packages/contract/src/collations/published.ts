import * as z from 'zod/mini';
import { AreaReference, ElectionId, FileId, PersonLink, ResultId, Timestamp } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import { ImportStanding, ImportStarted } from '../geography/register-import.ts';
import { ResultStatus } from '../results/schemas.ts';
import { CollatedFigures, CollationPlace, sentCell } from './schemas.ts';

/** What the results portal shows for a unit: no sheet, one that cannot be read, that of another unit, or figures. */
export const PUBLISHED_STATES = ['absent', 'blurred', 'wrong_unit', 'figures'] as const;
export const PublishedState = z.enum(PUBLISHED_STATES);
export type PublishedState = z.infer<typeof PublishedState>;

const needed = 'Enter the figures of the published sheet';
export const EnterPublishedRequest = z
  .strictObject({
    electionId: ElectionId,
    pollingUnitId: AreaReference,
    state: PublishedState,
    /** With state `figures` alone; absent and null are blank. */
    figures: z.optional(
      z.strictObject({
        registered: sentCell,
        accredited: sentCell,
        votes: z.record(z.string().check(z.maxLength(20)), sentCell),
        rejected: sentCell,
      }),
    ),
    note: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
    /** The scan, uploaded before (POST /collations/files). */
    sheetFileId: z.optional(z.nullable(FileId)),
  })
  .check(
    z.refine(({ state, figures }) => (state === 'figures') === (figures !== undefined), {
      error: needed,
      path: ['figures'],
    }),
  );
export type EnterPublishedRequest = z.infer<typeof EnterPublishedRequest>;

export const PublishedSheet = z.object({
  state: PublishedState,
  figures: z.nullable(CollatedFigures),
  note: z.nullable(z.string()),
  sheetFileId: z.nullable(FileId),
  enteredBy: PersonLink,
  enteredAt: Timestamp,
});
export type PublishedSheet = z.infer<typeof PublishedSheet>;

/** The published sheet of a unit beside our own; the two are never added or mixed. */
export const PublishedComparison = z.object({
  unit: CollationPlace,
  parties: z.array(z.string()),
  /** Null while the portal has not been checked. */
  published: z.nullable(PublishedSheet),
  /** Earlier entries, the newest first. */
  earlier: z.array(PublishedSheet),
  own: z.nullable(z.object({ resultId: ResultId, status: ResultStatus, figures: CollatedFigures })),
  /** Every field of both; `differs` only where both are known. */
  fields: z.array(
    z.object({
      name: z.string(),
      published: z.nullable(z.number()),
      own: z.nullable(z.number()),
      differs: z.boolean(),
    }),
  ),
  can: z.object({ enter: z.boolean() }),
});
export type PublishedComparison = z.infer<typeof PublishedComparison>;

/** The whole register with a column for each of twenty parties has a third of it. */
export const MAX_PUBLISHED_FILE = 48 * 1024 * 1024;

/** The columns of a file beside those of the parties; only the first is needed. */
export const PUBLISHED_COLUMNS = ['unit_code', 'status', 'registered', 'accredited', 'rejected', 'note'] as const;

/** The fields that a file of published sheets is sent with. */
export const PublishedFileForm = z.strictObject({ electionId: z.optional(z.string()) });
export const ImportPublishedRequest = z.object({ electionId: ElectionId });

export const PublishedImportId = z.uuid();

export const PublishedCounts = z.object({
  /** Units of the file by what the portal shows of them. */
  states: z.record(PublishedState, z.number()),
  /** Units of which nothing was held, of which something else was, and that stand as they are. */
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** Parties on the ballot without a column: their votes stay blank. */
  absent: z.array(z.string()),
});
export type PublishedCounts = z.infer<typeof PublishedCounts>;

/**
 * An import of a file of published sheets, as its sender follows it. `counts` says what it would store while it waits, and what it stored in the end.
 * With a refused line nothing is stored.
 */
export const PublishedImport = z.extend(ImportStanding, {
  id: PublishedImportId,
  electionId: ElectionId,
  electionName: z.string(),
  counts: z.nullable(PublishedCounts),
  can: z.object({ store: z.boolean(), discard: z.boolean() }),
});
export type PublishedImport = z.infer<typeof PublishedImport>;
const importParams = z.object({ id: PublishedImportId });

export const PUBLISHED_ENDPOINTS = {
  'POST /collations/published/import': {
    summary:
      'Check a file of what the portal publishes of many units (multipart: file, a CSV of at most 48 MB; electionId)',
    form: PublishedFileForm,
    answer: ImportStarted,
    status: 202,
  },
  'GET /collations/published/imports': {
    summary: 'The latest files of published sheets of the caller, newest first; without their refused lines',
    answer: z.object({ imports: z.array(PublishedImport) }),
  },
  'GET /collations/published/import/:id': {
    summary: 'How an import of published sheets stands',
    params: importParams,
    answer: PublishedImport,
  },
  'POST /collations/published/import/:id/store': {
    summary: 'Store the published sheets of a file that was checked',
    params: importParams,
    answer: ImportStarted,
    status: 202,
  },
  'DELETE /collations/published/import/:id': {
    summary: 'Discard a file of published sheets that was checked and not stored',
    params: importParams,
    answer: PublishedImport,
  },
  'GET /collations/published': {
    summary: 'What the portal publishes of a unit, field by field beside our own sheet',
    query: z.object({ electionId: ElectionId, pollingUnitId: AreaReference }),
    answer: PublishedComparison,
  },
  'PUT /collations/published': {
    summary: 'Enter what the portal publishes of a unit',
    body: EnterPublishedRequest,
    answer: PublishedComparison,
  },
} satisfies Endpoints;
