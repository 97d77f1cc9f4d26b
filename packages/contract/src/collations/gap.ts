import * as z from 'zod/mini';
import { AreaReference, ElectionId, PersonLink, ResultId, Timestamp } from '../base/common.ts';
import { ConstituencyId } from '../constituencies/schemas.ts';
import { LocationLink } from '../geography/schemas.ts';
import {
  CollationConstituency,
  CollationId,
  CollationLevelSchema,
  CollationSource,
  CollationStatus,
} from './schemas.ts';

export const GAP_KINDS = ['column_sum', 'carried', 'row', 'row_not_held', 'left_out', 'not_seen'] as const;
export const GapKind = z.enum(GAP_KINDS);
export type GapKind = z.infer<typeof GapKind>;

export const GapTerm = z.object({
  kind: GapKind,
  /** Of the form at which it arose. */
  level: CollationLevelSchema,
  /** The code of the form's area. */
  area: z.string(),
  areaName: z.string(),
  /** The code of the row; absent for a column sum and where several rows are taken together. */
  row: z.optional(z.string()),
  rowName: z.optional(z.string()),
  votes: z.number(),
  /** How many places are taken together, where it is not one. */
  places: z.optional(z.number()),
  formCode: z.string(),
  collationId: z.nullable(CollationId),
  /** The form of the row's place, for `carried`. */
  childCollationId: z.nullable(CollationId),
  resultId: z.nullable(ResultId),
  /** The row's own figure was entered from the photo at the desk. */
  desk: z.boolean(),
});
export type GapTerm = z.infer<typeof GapTerm>;

export const GainsQuery = z.object({
  electionId: ElectionId,
  area: AreaReference,
  /** Of an election held in constituencies: the one meant, where the area has wards of several. */
  constituency: z.optional(ConstituencyId),
});
export type GainsQuery = z.infer<typeof GainsQuery>;

export const GapQuery = z.extend(GainsQuery, {
  /** Without one, the party whose votes changed most; where none changed, the one with the most votes of ours. */
  party: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(20))),
});
/** `declared - own` is the sum of the terms' votes. */
export const CollationGap = z.object({
  /** The one that it is of: the one asked for, or the only one of the area. */
  constituency: CollationConstituency,
  party: z.string(),
  /** What the form that counts for the area states; null where none is held, and there are no terms then. */
  declared: z.nullable(z.number()),
  own: z.number(),
  terms: z.array(GapTerm),
  /** The form that `declared` is taken from. */
  form: z.nullable(
    z.object({
      id: CollationId,
      formCode: z.string(),
      source: CollationSource,
      status: CollationStatus,
      version: z.number(),
    }),
  ),
  /** Own figures count verified and pending sheets; `verified` of them are verified. */
  coverage: z.object({ units: z.number(), held: z.number(), verified: z.number() }),
  asOf: Timestamp,
});
export type CollationGap = z.infer<typeof CollationGap>;

export const ProgressQuery = z.object({ electionId: ElectionId, area: AreaReference });
/** A collation centre: its own form, what has come in from below, and who is there. */
export const CollationCentre = z.object({
  area: LocationLink,
  areaCode: z.string(),
  /** True once a form of the centre or of a place below it is in. */
  started: z.boolean(),
  /** The forms of the centre that count, one for each level and constituency. */
  forms: z.array(
    z.object({
      id: CollationId,
      level: CollationLevelSchema,
      formCode: z.string(),
      constituency: z.nullable(z.string()),
      source: CollationSource,
      status: CollationStatus,
      submittedAt: Timestamp,
      outOfDate: z.boolean(),
    }),
  ),
  /** Places directly below (in constituencies each part of one), and those of them whose form (of a unit: whose own sheet) is in. */
  below: z.object({ places: z.number(), in: z.number() }),
  /** Agents of the centre first, then its administrator: whom to call, in this order. */
  people: z.array(z.extend(PersonLink, { agent: z.boolean(), phone: z.nullable(z.string()) })),
});
export type CollationCentre = z.infer<typeof CollationCentre>;
/** The centre of the area and those directly below it, in the order of their codes. */
export const CollationProgress = z.object({
  centres: z.array(CollationCentre),
  counts: z.object({
    centres: z.number(),
    started: z.number(),
    in: z.number(),
    verified: z.number(),
    disputed: z.number(),
  }),
  asOf: Timestamp,
});
export type CollationProgress = z.infer<typeof CollationProgress>;

const byPartyVotes = z.record(z.string(), z.number());
/**
 * How the votes of each party changed on their way up. `changed`: between forms, rows, columns and our sheets; `unseen`: what lies in rows
 * without a sheet of ours and in forms that are not held.
 */
export const CollationGains = z.object({
  constituency: CollationConstituency,
  parties: z.array(z.string()),
  levels: z.array(
    z.object({
      level: CollationLevelSchema,
      formCode: z.string(),
      kind: GapKind,
      places: z.number(),
      votes: byPartyVotes,
    }),
  ),
  /** Of the places directly below the area, by the forms in them. */
  areas: z.array(
    z.object({ code: z.string(), name: z.string(), changed: byPartyVotes, unseen: byPartyVotes, places: z.number() }),
  ),
  /** Codes of the places directly below the area in which a form is held, whether it differs or not. */
  held: z.array(z.string()),
  declared: z.nullable(byPartyVotes),
  own: byPartyVotes,
  coverage: z.object({ units: z.number(), held: z.number(), verified: z.number() }),
  asOf: Timestamp,
});
export type CollationGains = z.infer<typeof CollationGains>;

/** What the figures of a gap are, for documents and files. */
export const GAP_BASIS =
  'Own figures count our sheets that are verified or wait for review. Declared figures are those of the form that counts: verified, otherwise pending, otherwise in dispute. The parts of each party add up to its difference exactly.';

/** The parts of a gap, as documents and files name them. */
export const GAP_KIND_WORDS: Readonly<Record<GapKind, string>> = {
  column_sum: 'Stated total is not the sum of the rows',
  carried: 'Row is not what the form below states',
  row: 'Row differs from our sheet',
  row_not_held: 'Rows without a sheet of ours',
  left_out: 'Left out of the form',
  not_seen: 'Between two forms, not seen',
};
