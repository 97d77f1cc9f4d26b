import * as z from 'zod/mini';
import { AreaReference, ListQuery, LocationIdSchema, LocationTypeSchema } from './common.ts';

export const LocationLink = z.object({ id: LocationIdSchema, type: LocationTypeSchema, name: z.string() });
export type LocationLink = z.infer<typeof LocationLink>;

/** A place of the tree; `chain` runs from the nation to the place itself. */
export const Location = z.object({
  id: LocationIdSchema,
  type: LocationTypeSchema,
  name: z.string(),
  code: z.string(),
  parentId: z.nullable(LocationIdSchema),
  chain: z.array(LocationLink),
  /** Registered voters: of a unit as the register gives it (absent where unknown), of an area the sum of its units. */
  registeredVoters: z.optional(z.number()),
  /** Polling units inside; 1 for a unit. */
  units: z.number(),
});
export type Location = z.infer<typeof Location>;

export const LocationListQuery = z.extend(ListQuery, {
  type: z.optional(LocationTypeSchema),
  parentId: z.optional(AreaReference),
});
export type LocationListQuery = z.infer<typeof LocationListQuery>;

export const LocationList = z.object({ locations: z.array(Location), total: z.number() });
export type LocationList = z.infer<typeof LocationList>;

/** What a register import did: locations by what became of them. */
export const ImportCounts = z.object({
  rows: z.number(),
  added: z.object({ wards: z.number(), pollingUnits: z.number() }),
  changed: z.object({ wards: z.number(), pollingUnits: z.number() }),
  left: z.object({ wards: z.number(), pollingUnits: z.number() }),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

export const ImportLineError = z.object({ line: z.number(), message: z.string() });
export type ImportLineError = z.infer<typeof ImportLineError>;

/** An import as it goes on; `done` is the share of rows handled, 0 to 1. */
export const ImportProgress = z.object({
  id: z.uuid(),
  state: z.enum(['reading', 'checking', 'storing', 'completed', 'failed']),
  done: z.number(),
  rows: z.number(),
  counts: z.nullable(ImportCounts),
  error: z.nullable(z.object({ code: z.string(), message: z.string(), lines: z.array(ImportLineError) })),
});
export type ImportProgress = z.infer<typeof ImportProgress>;
