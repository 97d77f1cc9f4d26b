import * as z from 'zod/mini';
import {
  ElectionId,
  ListQuery,
  LocationIdSchema,
  PersonLink,
  ResultId,
  Timestamp,
  unseenIsNone,
  withoutDirections,
} from '../base/common.ts';
import { LocationLink } from '../geography/schemas.ts';
import { SecondEntryId } from '../second-entry/schemas.ts';
import { SHEET_OUTCOMES } from './outcomes.ts';

export const ReviewAuditId = z.uuid().brand<'ReviewAuditId'>();
export type ReviewAuditId = z.infer<typeof ReviewAuditId>;

/** Sheets of one audit at most: with no error among them, at most 0.03 percent are wrong. */
export const MOST_SHEETS = 10_000;
export const LONGEST_SEED = 100;
export const LONGEST_REASON = 500;

const sheets = z
  .number('Enter a number')
  .check(
    z.int('Enter a whole number'),
    z.minimum(1, 'Draw at least one sheet'),
    z.maximum(MOST_SHEETS, 'Draw at most 10,000 sheets'),
  );

/** Draws sheets of an election. Without a seed the server makes one. */
export const DrawRequest = z.strictObject({
  electionId: ElectionId,
  sheets,
  seed: z.nullable(
    z
      .string()
      .check(
        withoutDirections(),
        unseenIsNone(),
        z.trim(),
        z.minLength(1, 'Enter a seed, or let the server make one'),
        z.maxLength(LONGEST_SEED, 'At most 100 letters'),
        z.regex(/^[^\p{Cc}]*$/u, 'Enter the seed in one line'),
      ),
  ),
});
export type DrawRequest = z.infer<typeof DrawRequest>;

/** Draws the next ranks of the same seed. `from` is the number of sheets that the reader saw; another one is refused as a conflict. */
export const ExtendRequest = z.strictObject({ from: z.number(), to: sheets });
export type ExtendRequest = z.infer<typeof ExtendRequest>;

/** Ends the audit; the reason is needed where it does not give the bound asked for. */
export const CloseRequest = z.strictObject({
  from: z.number(),
  reason: z.optional(z.string().check(withoutDirections(), unseenIsNone(), z.trim(), z.maxLength(LONGEST_REASON))),
});
export type CloseRequest = z.infer<typeof CloseRequest>;

export const SheetOutcomeSchema = z.enum(SHEET_OUTCOMES);
export const AuditCounts = z.record(SheetOutcomeSchema, z.number());
export type AuditCounts = z.infer<typeof AuditCounts>;

export const ReviewAudit = z.object({
  id: ReviewAuditId,
  electionId: ElectionId,
  /** 1 for the first audit of the election. */
  number: z.number(),
  seed: z.string(),
  /** The server made the seed. */
  seedMade: z.boolean(),
  /** Sheets of the draw, extensions included. */
  sheets: z.number(),
  /** Of these drawn at first. */
  first: z.number(),
  /** Verified official sheets at the moment of the draw. */
  population: z.number(),
  drawnBy: PersonLink,
  drawnAt: Timestamp,
  extensions: z.array(z.object({ to: z.number(), by: PersonLink, at: Timestamp })),
  /** Null while it is open. What is counted then stands from that moment on. */
  closed: z.nullable(z.object({ by: PersonLink, at: Timestamp, reason: z.nullable(z.string()) })),
  counts: AuditCounts,
  /** The share that the first sheets give without an error. */
  asked: z.number(),
  /** Null until every sheet is settled. */
  bound: z.nullable(z.number()),
  /** The size that gives the share asked for if no more errors appear; null without an error, or where no size does. */
  needed: z.nullable(z.number()),
  can: z.object({ extend: z.boolean(), close: z.boolean() }),
});
export type ReviewAudit = z.infer<typeof ReviewAudit>;

export const ReviewAuditList = z.object({
  /** The newest first. */
  audits: z.array(ReviewAudit),
  /** Verified official sheets now. */
  verified: z.number(),
  /** Active transcribers. */
  transcribers: z.number(),
  can: z.object({ draw: z.boolean() }),
  asOf: Timestamp,
});
export type ReviewAuditList = z.infer<typeof ReviewAuditList>;

export const ReviewAuditQuery = z.object({ electionId: ElectionId });

/** A drawn sheet. */
export const AuditSheet = z.object({
  rank: z.number(),
  entryId: SecondEntryId,
  resultId: ResultId,
  version: z.number(),
  pollingUnitId: LocationIdSchema,
  code: z.string(),
  name: z.string(),
  chain: z.array(LocationLink),
  outcome: SheetOutcomeSchema,
});
export type AuditSheet = z.infer<typeof AuditSheet>;

export const AuditSheetQuery = z.extend(ListQuery, { outcome: z.optional(SheetOutcomeSchema) });
export type AuditSheetQuery = z.infer<typeof AuditSheetQuery>;
export const AuditSheetList = z.object({ sheets: z.array(AuditSheet), total: z.number() });
export type AuditSheetList = z.infer<typeof AuditSheetList>;

/** `drawn`: the sheets of the audit. `all`: every sheet that they were drawn from, so that others can repeat the draw. */
export const AuditFileQuery = z.object({ of: z._default(z.enum(['drawn', 'all']), 'drawn') });
export type AuditFileQuery = z.infer<typeof AuditFileQuery>;
